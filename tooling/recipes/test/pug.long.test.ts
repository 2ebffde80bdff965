import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startReadmeApplication, type ReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { devTools, RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import express from 'express'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pug from 'pug'

let application: ReadmeApplication
beforeAll(async () => {
  application = await startReadmeApplication('tooling/recipes', 'packages/router-core/docs/pug.md')
})
afterAll(async () => application?.stop())

test('the pages have links, and a form deletes a user', async () => {
  const { origin } = application
  const page = await (await fetch(`${origin}/user/`)).text()
  expect(page).toContain('<a href="/user/" aria-current="page">All</a>')
  expect(page).toContain('<a href="/user/1">Ada</a>')
  expect(page).toContain('<form action="/user/1?X-HTTP-Method-Override=DELETE" method="post">')
  expect(page).toContain('to a friend: /user/?page=2&amp;sort=name<')
  expect(await (await fetch(`${origin}/user/2`)).text()).toBe('User 2')

  const deleted = await fetch(`${origin}/user/1?X-HTTP-Method-Override=DELETE`, {
    method: 'POST',
    redirect: 'manual',
  })
  expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/user/'])
  expect(await (await fetch(`${origin}/user/`)).text()).not.toContain('Ada')
})

test('outside of a request, the model attribute of a template builds absolute URLs', () => {
  const router = Router.parse('GET /user/{id} userController.showUser', { baseUrl: 'https://example.org' })
  const mail = "a(href=route('userController.showUser', { id, tab: 'a&b' }).absolute()) You"
  expect(pug.render(mail, { route: createModelAttribute(router), id: 5 })).toBe(
    '<a href="https://example.org/user/5?tab=a%26b">You</a>',
  )
})

test('the development pages show the line of a broken link', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pug-'))
  await writeFile(join(folder, 'page.pug'), "p\n  b Hello\n  a(href=route('userController.shwo')) Link\n")
  const userController = { show: (): void => undefined }
  const mapping = new RouterHandlerMapping({
    routeFiles: () => 'GET / userController.show',
    controllers: { userController },
  })
  await mapping.load()
  const app = express()
  app.set('views', folder).set('view engine', 'pug')
  app.use(devTools({ mapping }), new RouterModelAttribute({ mapping }).middleware)
  app.get('/page', (_request, response) => response.render('page'))
  const server = app.listen(0)
  try {
    await once(server, 'listening')
    const page = await (await fetch(`http://localhost:${(server.address() as AddressInfo).port}/page`)).text()
    expect(page).toContain('did you mean userController.show?')
    expect(page).toContain(`<a href="vscode://file${folder}/page.pug:3:`)
    expect(page).toMatch(/&gt; 3\|? +(?:\| )?a\(href=route\(&#39;userController\.shwo/)
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})

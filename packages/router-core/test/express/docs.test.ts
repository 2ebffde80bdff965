import { afterEach, expect, test } from '@jest/globals'
import type { Express } from 'express'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApplication, RouterHandlerMapping } from '@mvc-router/router-core/express'
import { BookController } from './docs/links.js'
import { csvExtension } from './docs/csv-extension.js'
import { WebConfiguration } from './docs/web-configuration.js'
import { loadMapping } from './load-mapping.js'
import { closeAll, serve } from './serve.js'
import express from 'express'
import { Router } from '@mvc-router/router-core'

afterEach(closeAll)

const root = 'packages/router-core'

test.each([
  ['controllers', ['user-controller', 'secured', 'csv-extension', 'web-configuration']],
  ['hypermedia', ['links']],
])('docs/%s.md has the code of the tested files', (page, files) => {
  const text = readFileSync(`${root}/docs/${page}.md`, 'utf8')
  for (const file of files) {
    expect(text).toContain(
      `\`\`\`ts\n${readFileSync(`${root}/test/express/docs/${file}.ts`, 'utf8')}\`\`\`\n`,
    )
  }
})

test('the application of docs/controllers.md answers each of its routes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mvc-router-docs-'))
  writeFileSync(
    join(folder, 'routes.conf'),
    `GET  /users         userController.listAll
GET  /users/ping     userController.ping
GET  /users/{id}     userController.showUser
POST /users          userController.createUser
POST /users/{id}/remind  userController.remind
`,
  )
  writeFileSync(join(folder, 'users.ejs'), '')
  class Configuration extends WebConfiguration {
    override routerOptions() {
      return { ...super.routerOptions(), cwd: folder }
    }
    override configureApplication(app: Express): void {
      super.configureApplication(app)
      app.set('views', folder)
      app.engine('ejs', (_file, options, done) => {
        const { menu, page, users, section } = options as Record<string, unknown>
        done(null, JSON.stringify({ menu, page, users, section }))
      })
    }
  }
  const app = await createApplication(new Configuration())
  const server = await serve(app)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(JSON.parse((await server.ask('GET /users?page=2')).body)).toEqual({
    menu: ['Users', 'Books'],
    page: 2,
    users: ['Ada'],
    section: 'users',
  })
  expect((await server.ask('GET /users/1')).body).toBe('{"id":1,"name":"Ada"}')
  expect((await server.ask('GET /users/ping')).body).toBe('pong')
  expect(await server.ask('POST /users', { headers: form, body: 'name=Grace' })).toMatchObject({
    status: 403,
  })
  expect(
    await server.ask('POST /users', { headers: { ...form, 'x-role': 'ROLE_ADMIN' }, body: 'name=Grace' }),
  ).toMatchObject({ status: 303, headers: { location: '/users/2' } })
  expect(await server.ask('POST /users/1/remind')).toMatchObject({ status: 202, body: '' })
  expect(app.get('routerHandlerMapping')).toBeInstanceOf(RouterHandlerMapping)
  rmSync(folder, { recursive: true })
})

test('the extension of docs/controllers.md writes tables as CSV and answers its exception with 416', async () => {
  const rows = [{ name: 'Ada', born: 1815 }]
  const pageController = {
    rows: () => rows,
    range: () => {
      throw new RangeError('no such page')
    },
  }
  const mapping = await loadMapping('GET /rows pageController.rows\nGET /range pageController.range', {
    controllers: { pageController },
    extensions: [csvExtension],
  })
  const server = await serve(express().use(mapping.middleware))
  expect((await server.ask('GET /rows', { headers: { accept: 'text/csv' } })).body).toBe('"Ada",1815')
  expect((await server.ask('GET /rows')).body).toBe(JSON.stringify(rows))
  expect((await server.ask('GET /range')).status).toBe(416)
})

test('the controller of docs/hypermedia.md sends its links in the header Link and the body', async () => {
  const mapping = await loadMapping('GET /book/{id} bookController.show', { controllers: [BookController] })
  Router.use(mapping)
  const app = express()
  app.use(mapping.middleware)
  const answer = await (await serve(app)).ask('GET /book/1')
  Router.use(undefined)
  expect(answer.headers.link).toBe('</book/1>; rel="self", </book/2>; rel="next"; title="The next book"')
  expect(JSON.parse(answer.body)).toEqual({
    id: 1,
    _links: {
      self: { href: '/book/1' },
      next: { href: '/book/2', title: 'The next book' },
      book: { href: '/book/{id}', templated: true },
    },
  })
})

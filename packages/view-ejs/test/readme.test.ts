import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startReadmeApplication, type ReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { routeEngine } from '@mvc-router/view-ejs'
import { parseFragment } from 'parse5'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const readme = readFileSync('packages/view-ejs/README.md', 'utf8')

let application: ReadmeApplication
beforeAll(async () => {
  application = await startReadmeApplication('packages/view-ejs')
})
afterAll(() => application.stop())

test('the application of the README shows its links, and its form reaches its action', async () => {
  const { origin } = application
  const page = await (await fetch(`${origin}/user/`)).text()
  expect(page).toContain('<a class="name" href="/user/1">Ada</a>')
  expect(page).toContain('<link rel="canonical" href="/user/">')
  await expect((await fetch(`${origin}/user/2`)).text()).resolves.toBe('User 2')

  const [form] = formsOf(parseFragment(page) as unknown as HtmlNode)
  expect(form).toEqual({ action: '/user/1?X-HTTP-Method-Override=DELETE', method: 'post' })
  const deleted = await fetch(origin + form?.['action'], { method: 'POST', redirect: 'manual' })
  expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/user/'])
  await expect((await fetch(`${origin}/user/`)).text()).resolves.not.toContain('Ada')
})

test('the examples without Express render their links', async () => {
  const router = Router.parse(
    'GET /user/ userController.listAll\nDELETE /user/{id} userController.deleteUser\nGET /user/{id} userController.showUser',
  )
  const ejs = routeEngine({ router })
  await expect(ejs.renderFile(join(application.folder, 'views/users.ejs'), { users: [] })).resolves.toContain(
    'href="/user/"',
  )
  const [, template = ''] = /ejs\.compile\('(.*)'\)/.exec(readme) ?? []
  expect(ejs.compile(template)({})).toBe('/user/')
})

test('the wrong template in the README throws the documented error', async () => {
  const router = Router.parse('GET /user/{id} userController.showUser')
  const path = join(application.folder, 'views/wrong.ejs')
  const [, wrong = ''] = /^ >> 5\| (.*)$/m.exec(readme) ?? []
  writeFileSync(path, `<%@ taglib prefix="route" uri="/mvc-router" %>\n\n\n\n${wrong}\n</route:link>`)
  await expect(routeEngine({ router }).renderFile(path, { user: {} })).rejects.toThrow(
    `No route has the action "userController.showUsr"; did you mean userController.showUser?\n  at ${path}:5:5\n`,
  )
})

interface HtmlNode {
  readonly nodeName: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly HtmlNode[]
}

function formsOf({ nodeName, attrs = [], childNodes = [] }: HtmlNode): Record<string, string>[] {
  const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
  return [...(nodeName === 'form' ? [attributes] : []), ...childNodes.flatMap(formsOf)]
}

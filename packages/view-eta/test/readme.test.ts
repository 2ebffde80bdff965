import { expect, test } from '@jest/globals'
import { startReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { routePlugin } from '@mvc-router/view-eta'
import { Eta } from 'eta'
import { readFileSync } from 'node:fs'

const readme = readFileSync('packages/view-eta/README.md', 'utf8')

const router = Router.parse(`
GET   /user/?              userController.listAll
GET   /user/{<[0-9]+>id}   userController.showUser
POST  /cart                cartController.add
`)

const eta = new Eta({ plugins: [routePlugin({ router })] })

test('the application of the README shows links that lead to its pages', async () => {
  const { origin, stop } = await startReadmeApplication('packages/view-eta')
  try {
    const page = await (await fetch(`${origin}/user/`)).text()
    expect(page).toContain('<a href="/user/1">Ada</a>')
    expect(page).toContain('<a href="/user/">All</a>')
    await expect((await fetch(`${origin}/user/2`)).text()).resolves.toBe('User 2')
  } finally {
    await stop()
  }
})

test('the templates of the README print their links', () => {
  const templates = [...readme.matchAll(/^\| `(<%.*?)` \|/gm)].map(([, template = '']) => template)
  expect(templates.map((template) => eta.renderString(template, { id: 5 }))).toEqual([
    '/user/',
    '/user/5',
    '/user/5',
    '/user/',
    '<form action="/cart" method="POST">',
    '/user/',
  ])
})

test('the menu and the script of the README print the expected text', () => {
  const route = createModelAttribute(router, () => ({ action: 'userController.showUser', args: {} }))
  const [, menu = ''] = /use it directly: `(.*)`/.exec(readme) ?? []
  expect(eta.renderString(`${menu}here<% } %>`, { route })).toBe('here')
  const [, script = ''] = /Print it there with `(.*)`/.exec(readme) ?? []
  expect(eta.renderString(script.replace('"a.b"', '"userController.listAll", { a: 1, b: 2 }'), {})).toBe(
    '"/user/?a=1&b=2"',
  )
})

test('the error in the README is the thrown error', () => {
  const [message, place] = /^(NoHandlerFoundException: .*)\n {2}at (.*)$/m.exec(readme)?.slice(1) ?? []
  const broken = new Eta({ views: 'views', plugins: [routePlugin({ router })] })
  broken.readFile = () =>
    '<ul>\n<% for (const user of [1]) { %>\n  <li><a href="<% route "userController.showUsr" %>"></a></li>\n<% } %>'
  let printed = ''
  try {
    broken.render('users', {})
  } catch (error) {
    printed = String(error)
  }
  expect(printed).toContain(message)
  expect(printed).toMatch(/\n {2}at \S+$/)
  expect(printed.endsWith(place ?? '?')).toBe(true)
})

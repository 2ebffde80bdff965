import { expect, test } from '@jest/globals'
import { startReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { registerRoute } from '@mvc-router/view-handlebars'
import Handlebars from 'handlebars'
import { readFileSync } from 'node:fs'

const readme = readFileSync('packages/view-handlebars/README.md', 'utf8')

const router = Router.parse(`
GET   /user/?              userController.listAll
GET   /user/{<[0-9]+>id}   userController.showUser
GET   /login               accountController.login
GET   /cart                cartController.show
POST  /cart                cartController.add
`)

test('the application of the README shows links that lead to its pages', async () => {
  const { origin, stop } = await startReadmeApplication('packages/view-handlebars')
  try {
    const page = await (await fetch(`${origin}/user/`)).text()
    expect(page).toContain('<a href="/user/1">Ada</a>')
    expect(page).toContain('<a href="/user/" aria-current="page">All</a>')
    await expect((await fetch(`${origin}/user/2`)).text()).resolves.toBe('User 2')
  } finally {
    await stop()
  }
})

test('the example without Express prints the URL in its comment', () => {
  const [, template = '', result = ''] =
    /^Handlebars\.compile\('(.*)'\)\(\{\}\) \/\/ (.*)$/m.exec(readme) ?? []
  expect(template).not.toBe('')
  const handlebars = Handlebars.create()
  registerRoute(handlebars, router)
  expect(handlebars.compile(template)({})).toBe(result)
})

const expected = [
  '/user/',
  '/user/5',
  '/user/5?page=2',
  '/user/5',
  '/login?next=%2Fcart',
  '<form action="/cart" method="POST">',
  'yes',
  'here',
  '/user/5?page=2',
]

test('the templates of the README print their links', () => {
  const handlebars = Handlebars.create()
  registerRoute(handlebars, router)
  const route = createModelAttribute(router, () => ({
    action: 'userController.showUser',
    args: { id: '5' },
    url: '/user/5?q=x&page=1',
  }))
  const templates = [...readme.matchAll(/^\| `(\{\{.*?)` \|/gm)].map(([, template = '']) =>
    template.replaceAll('\\|', '|'),
  )
  const printed = templates.map((template) => {
    const source = template.startsWith('{{#if') ? `${template}yes{{/if}}` : template
    return handlebars.compile(source)({ route, user: { id: 5 }, filters: { id: 5, page: 1 } })
  })
  expect(printed.map((text) => text.replaceAll('&amp;', '&'))).toEqual(expected)
})

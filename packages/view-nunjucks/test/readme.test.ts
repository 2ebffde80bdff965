import { expect, test } from '@jest/globals'
import { startReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import nunjucks from 'nunjucks'
import { readFileSync } from 'node:fs'

const readme = readFileSync('packages/view-nunjucks/README.md', 'utf8')

const router = Router.parse(`
GET  /user/?              userController.listAll
GET  /user/{<[0-9]+>id}   userController.showUser
`)

test('the application of the README shows links that lead to its pages', async () => {
  const { origin, stop } = await startReadmeApplication('packages/view-nunjucks')
  try {
    const page = await (await fetch(`${origin}/user/`)).text()
    expect(page).toContain('<a href="/user/1">Ada</a>')
    expect(page).toContain('<a href="/user/2">Grace</a>')
    await expect((await fetch(`${origin}/user/2`)).text()).resolves.toBe('User 2')
  } finally {
    await stop()
  }
})

test('the application of docs/start.md shows a link that leads to its page', async () => {
  const { origin, stop } = await startReadmeApplication('packages/view-nunjucks', 'docs/start.md')
  try {
    const page = await (await fetch(`${origin}/`)).text()
    const [, href] = /<a href="([^"]*)">Grace<\/a>/.exec(page) ?? []
    expect(href).toBe('/users/2')
    await expect((await fetch(origin + href)).text()).resolves.toBe('Grace')
  } finally {
    await stop()
  }
})

const env = new nunjucks.Environment(null)
env.addExtension('RouteDirective', new RouteDirective({ router }))

test.each([...readme.matchAll(/^\| `(\{% route .*?)` \|/gm)].map(([, template = '']) => template))(
  'the template %s of the README prints its link',
  (template) => {
    const page = { user: { id: 5 }, filters: { id: 5, page: 1 }, action: 'userController.showUser' }
    const variable = template.includes(' as ') ? '{{ link }} {{ link.method }} {{ link.addRef("top") }}' : ''
    const expected = template.includes(' as ') ? '/user/5 GET /user/5#top' : /^\/user\/(?:5(?:\?page=2)?)?$/
    expect(env.renderString(template + variable, page)).toMatch(expected)
  },
)

test('the script of the README prints a link as JSON', () => {
  const [, template = ''] = /print JSON: `(.*)`/.exec(readme) ?? []
  const args = '"userController.listAll", a=1, b=2'
  expect(env.renderString(template.replace('"a.b"', args), {})).toBe('"/user/?a=1&b=2"')
})

test.each(['true', 'false', 'none', 'not'])(
  'the argument %s works in a dict, and is an error as a named argument',
  (name) => {
    expect(() => env.renderString(`{% route "userController.listAll", ${name}=1 %}`, {})).toThrow()
    expect(env.renderString(`{% route "userController.listAll", { "${name}": 1 } %}`, {})).toBe(
      `/user/?${name}=1`,
    )
  },
)

import { expect, test } from '@jest/globals'
import { startReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { routeTag } from '@mvc-router/view-liquid'
import { Liquid } from 'liquidjs'
import { readFileSync } from 'node:fs'

const liquid = new Liquid()
liquid.plugin(
  routeTag({
    router: Router.parse(
      'GET /user/? userController.listAll\nGET /user/{<[0-9]+>id} userController.showUser',
    ),
  }),
)
const render = (text: string, data: object = {}): string => liquid.parseAndRenderSync(text, data) as string

test('the application of the README shows its links', async () => {
  const { origin, stop } = await startReadmeApplication('packages/view-liquid')
  try {
    const page = await (await fetch(`${origin}/user/`)).text()
    expect(page).toContain('<a href="/user/1">Ada</a>')
    expect(page).toContain('<a href="/user/">All</a>')
  } finally {
    await stop()
  }
})

test('the templates of the README print their links', () => {
  const readme = readFileSync('packages/view-liquid/README.md', 'utf8')
  const templates = [...readme.matchAll(/^\| `(\{% route .*?)` \|/gm)].map(([, template = '']) => template)
  const pages = templates.map((template) => render(template, { id: 5, values: { id: 5 } }))
  expect(pages).toEqual(['/user/', '/user/5', '/user/5', '/user/5', '/user/'])
})

test('routeSigned and routeWith can set a variable with "as"', () => {
  const router = Router.parse('+ signed\nGET /stop/{id} mail.stop', {
    signingKeys: ['0123456789abcdef0123456789abcdef'],
  })
  const route = createModelAttribute(router, () => ({ action: 'mail.stop', args: {}, url: '/stop/1?a=1' }))
  const ofPage =
    '{% routeSigned "mail.stop", id: 1 as stop %}{% routeWith a: 2 as page %}{{ stop | slice: 0, 7 }} {{ page }}'
  expect(render(ofPage, { route })).toBe('/stop/1 /stop/1?a=2')
})

test.each([
  ['{% route %}', 'Expected an action'],
  ['{% route "a.b" as %}', 'Expected the name of a variable after "as"'],
  ['{% route "a.b" as link, id: 1 %}', 'Expected the end of the tag'],
  ['{% route "a.b" id: 1 %}', 'Expected a comma before the next argument'],
  ['{% route "a.b", id: %}', 'Expected the value of id'],
  ['{% route "a.b", id: 1, id: 2 %}', 'The argument id is given twice'],
  ['{% route "a.b", x, y %}', 'Expected an argument with a name'],
])('the tag %s is refused when the template is parsed: %s', (template, message) => {
  expect(() => liquid.parse(template)).toThrow(message)
})

test('the error of a link has the line and column of the tag, and the name of the file if there is a file', () => {
  const template = '<p>\n  {% route "userController.shw" %}'
  expect(() => render(template)).toThrow('line 2, column 3')
  const files = new Liquid({ templates: { 'users.liquid': template } })
  files.plugin(routeTag({ router: Router.parse('GET /user userController.show') }))
  expect(() => files.renderFileSync('users.liquid') as unknown).toThrow('at users.liquid:2:3')
})

test('a captured link is a text for filters, and is escaped only once', () => {
  const captured = '{% capture url %}{% route "userController.listAll", q: "a&b", r: 1 %}{% endcapture %}'
  expect(render(`${captured}{{ url | append: "#x" }}`)).toBe('/user/?q=a%26b&amp;r=1#x')
})

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { spawnSync } from 'node:child_process'
import { realpathSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Editor } from './editor.js'
import { runBin } from './run-bin.js'
import { TestFolder } from './run-in-folder.js'

const folder = new TestFolder()

beforeAll(() => {
  symlinkSync(resolve('node_modules'), join(folder.path, 'node_modules'))
  folder.write('package.json', '{ "type": "module" }')
  folder.write(
    'routes.conf',
    `GET /books bookController.list
GET /books/{genre}/{id} bookController.show
GET /free freeController.list
GET /shelf shelfController.list
GET /shelf/{id} shelfController.show
+ signed=1h name=leave
GET /unsubscribe/{id} mailController.unsubscribe
GET /about view:about.njk
+ name=profile
GET /me/{id} userController.show
`,
  )
  folder.write(
    'src/book-controller.ts',
    `import { Controller, httpRequest, Params, pathVariable, requestParam } from '@mvc-router/router-core/express'
const orders = ['title', 'price'] as const
const search = requestParam('q', { defaultValue: '' })
function toPage(text: string): number { return Number(text) }
@Controller()
export class BookController {
  @Params(pathVariable('genre', String, { required: false }), search, requestParam('page', toPage), requestParam('sort', [...orders]), requestParam('year', Number, { list: true }))
  list() {}
  show() {}
}
export class ShelfController { list() {} show() {} }
Params(requestParam('page', Number))(ShelfController.prototype.list)
export const freeController = { list: Params(requestParam('page', Number), httpRequest())(() => '') }
`,
  )
})
afterAll(() => folder.remove())

const heading = `import { Router, type ModelAttribute } from '@mvc-router/router-core'
import type { RouteComponents } from '@mvc-router/view-jsx'
import { bookController } from './client.js'
declare const route: ModelAttribute, jsx: RouteComponents<unknown>
export const used: unknown[] = [Router, route, jsx, bookController]
`

const accepted = `
route('bookController.list', { page: 2, sort: 'title', q: 'x', year: [1, 2] })
route('bookController.list', { page: undefined, sort: null, year: 5 })
route('bookController.show', { genre: 'a', id: 5, anything: 'x' })
route('freeController.list', { page: 2 })
route('shelfController.list', { page: 2 })
route('shelfController.show', { id: 2, page: 'x' }) // anything
route.signed('mailController.unsubscribe', { id: 7 }, { expiresIn: '7d' })
Router.signed('leave', { id: 7 })
Router.reverse('view:about.njk')
Router.reverse('profile', { id: 5 })
jsx.Link({ action: 'bookController.list', query: { page: 2 } })
bookController.list({ page: 2 })
`

const refused = [
  ["route('bookController.list', { page: 'x' })", "'string' is not assignable to type 'number'"],
  ["Router.reverse('bookController.list', { sort: 'size' })", `'"size"' is not assignable`],
  [
    "jsx.Link({ action: 'bookController.list', query: { page: 'x' } })",
    "'string' is not assignable to type 'number'",
  ],
  ["route('shelfController.list', { page: 'x' })", "'string' is not assignable to type 'number'"],
  ["bookController.list({ page: 'x' })", "'string' is not assignable to type 'number'"],
  [
    "Router.reverse('mailController.unsubscribe', { id: 7 })",
    'mailController.unsubscribe is signed: use route.signed(…)',
  ],
  ["route('leave', { id: 7 })", 'leave is signed: use route.signed(…)'],
  ["jsx.Link({ action: 'leave', params: { id: 7 } })", 'leave is signed: use route.signed(…)'],
  ["route.signed('profile', { id: 7 })", `'"profile"' is not assignable`],
  ["route.signed('mailController.unsubscribe')", 'Expected 2-3 arguments'],
  ["route.signed('leave', {})", "Property 'id' is missing"],
] as const

const refusedStrictly = [
  ["route('bookController.list', { utm: 'x' })", "'utm' does not exist"],
  ["route('bookController.show', { genre: 'a', id: 5, utm: 'x' })", "'utm' does not exist"],
] as const

const acceptedStrictly = `
route('bookController.list', { page: 2, query: { utm: 'x' } })
route('bookController.show', { genre: 'a', id: 5, query: { utm: 'x' } })
`

function compile(...bodies: readonly string[]): string[] {
  for (const [index, body] of bodies.entries()) folder.write(`program${index}.ts`, heading + body)
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    exactOptionalPropertyTypes: true,
  }
  folder.write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: options, include: ['program*.ts', 'routes.d.ts'] }),
  )
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder.path, '--pretty', 'false'], {
    encoding: 'utf8',
  })
  const problems = stdout.split(/\n(?=\S)/)
  return bodies.map((_, index) => problems.filter((each) => each.includes(`program${index}.ts(`)).join('\n'))
}

describe.each([
  ['without strictQuery', [], accepted, refused],
  [
    'with strictQuery',
    ['--strict-query'],
    accepted.replaceAll(/.*anything.*\n/g, '') + acceptedStrictly,
    [...refused, ...refusedStrictly],
  ],
] as const)('types of the query %s', (_, flags, good, bad) => {
  let said: readonly string[] = []
  beforeAll(() => {
    expect(runBin(['types', ...flags], folder.path).stderr).toBe('')
    expect(runBin(['client', '--out', 'client.js', '--include', 'book*'], folder.path).stderr).toBe('')
    said = compile(good, ...bad.map(([call]) => `${call}\n`))
  })

  test('links with the query names and types of their action compile', () => expect(said[0]).toBe(''))

  test.each(bad.map(([call, message], index) => [call, message, index + 1] as const))(
    '%s does not compile',
    (_call, message, index) => expect(said[index]).toContain(message),
  )
})

test('with strictQuery, the argument `query` is an object with further query parameters', () => {
  const router = Router.parse('GET /books/{id} a.b', { strictQuery: true })
  expect(router.href('a.b', { id: 5, query: { utm: 'x', page: 2 }, page: 3 })).toBe('/books/5?page=3&utm=x')
  expect(router.href('a.b', { id: 5, query: 'text' })).toBe('/books/5?query=text')
  expect(router.href('a.b', { id: 5, query: null })).toBe('/books/5')
  expect(() => router.href('a.b', { id: 5, query: { a: {} } })).toThrow('bad argument "a"')
  const lax = Router.parse('GET /books/{id} a.b')
  expect(lax.href('a.b', { id: 5, query: { id: 7 } })).toBe('/books/5?query=7')
})

test.each([
  ['a.njk', '{% route "bookController.list", pgae=2, sort="title" %}\n'],
  ['a.hbs', '{{route "bookController.list" pgae=2 sort="title"}}\n'],
  ['a.ejs', "<%= route('bookController.list', { pgae: 2, sort: 'title' }) %>\n"],
  ['a.eta', "<%= it.route('bookController.list', { pgae: 2, sort: 'title' }) %>\n"],
  ['a.liquid', '{% route "bookController.list", pgae: 2, sort: "title" %}\n'],
  ['a.pug', "a(href=route('bookController.list', { pgae: 2, sort: 'title' }))\n"],
  ['a.tsx', 'const a = <Link action="bookController.list" query={{ pgae: 2, sort: "title" }}>a</Link>\n'],
  ['a.mjs', "router.reverse('bookController.list', { pgae: 2, sort: 'title' })\n"],
])('check warns of a query name that the action does not read in %s', async (file, text) => {
  folder.write(file, text)
  const { stdout } = await folder.run('check', '--json', file, 'src/**')
  const { errors, warnings } = JSON.parse(stdout) as Record<'errors' | 'warnings', Record<string, unknown>[]>
  expect(errors).toEqual([])
  expect(warnings.map(({ code, message, hint, column }) => [code, message, hint, column])).toEqual([
    [
      'W_LINK_QUERY',
      '"bookController.list" reads no "pgae" of the query',
      'did you mean page?',
      text.indexOf('2') + 1,
    ],
  ])
})

test('the language server proposes the query names of an action, and marks unknown names', async () => {
  folder.write('c.njk', '{% route "bookController.list", pgae=2 %}\n')
  const editor = new Editor(realpathSync(folder.path))
  try {
    await editor.start()
    await editor.open('c.njk')
    const marks = await editor.marks('c.njk', (all) => all.length > 0)
    expect(marks.join('\n')).toContain('"bookController.list" reads no "pgae" of the query')
    expect((await editor.complete('c.njk', 'list", |pgae')).map(({ label }) => label)).toContain('sort')
  } finally {
    await editor.stop()
  }
})

test('check accepts any query name if the action may read the whole query', async () => {
  folder.write(
    'b.njk',
    '{% route "freeController.list", other=2 %}{% route "bookController.show", genre=1, id=2, x=3 %}\n',
  )
  const { stdout } = await folder.run('check', '--json', 'b.njk', 'src/**')
  expect(JSON.parse(stdout)).toMatchObject({ errors: [], warnings: [] })
})

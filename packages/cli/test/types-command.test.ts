import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { actionTypes } from '@mvc-router/cli'
import { Router } from '@mvc-router/router-core'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runBin } from './run-bin.js'

const members = (...lines: string[]): string[] =>
  [
    ...(
      actionTypes(Router.parse(lines.join('\n')), ['routes.conf']).split(
        'interface RegisteredActionParams',
      )[0] ?? ''
    ).matchAll(/^ {4}(.*)$/gm),
  ].map(([, line = '']) => line)

test.each([
  [['GET /a a.b'], ["'a.b': Record<never, never>"]],
  [['GET /{id}/{<[a-z]+>name} a.b'], ["'a.b': { readonly id: ReverseValue; readonly name: ReverseValue }"]],
  [["GET /a a.b(x:'it')"], ["'a.b': { readonly x?: 'it' | null | undefined }"]],
  [["GET /a a.b(x:'a')", "GET /b a.b(x:'7')"], ["'a.b': { readonly x: 'a' } | { readonly x: ReverseValue }"]],
  [["GET /{x} a.b(x:'it\\'s')"], ["'a.b': { readonly x: 'it\\'s' }"]],
  [['GET {shop}.a.org/x a.b'], ["'a.b': { readonly shop: ReverseValue }"]],
  [['GET {host}/x a.b'], ["'a.b': { readonly host?: ReverseValue | null | undefined }"]],
  [['GET /x.{format} a.b'], ["'a.b': { readonly format?: ReverseValue | null | undefined }"]],
  [["GET /x.{format} a.b(format:'json')"], ["'a.b': { readonly format: 'json' }"]],
  [['GET /x [q !r s=1] a.b'], ["'a.b': { readonly q: ReverseValue }"]],
  [['GET /files staticDir:a'], ["'staticDir:a': { readonly resource: ReverseValue }"]],
  [['GET /{c}/{m} {c}.{m}'], ['[action: `${string}.${string}`]: object']],
  [['GET /x 404', 'GET /y redirect:@a.b'], []],
])('the type of the routes %j is %j', (lines, expected) => {
  expect(members(...lines)).toEqual(expected)
})

test('an ambient variable is optional, but a fixed argument with its name is not', () => {
  const router = Router.parse(
    "GET /{locale}/{id} a.b\nGET {locale}.a.org/x a.c\nGET /{locale}/y a.d(locale:'de')",
    {
      onWarning: () => undefined,
    },
  )
  const text = actionTypes(router, ['routes.conf'], { ambient: ['locale'] })
  expect(text).toContain(
    "'a.b': { readonly locale?: ReverseValue | null | undefined; readonly id: ReverseValue }",
  )
  expect(text).toContain("'a.c': { readonly locale?: ReverseValue | null | undefined }")
  expect(text).toContain("'a.d': { readonly locale: 'de' }")
})

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mvc-router-types-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'routes.conf'),
    [
      'GET /user/? userController.listAll',
      '+ use=signedIn,check-age',
      'GET /user/{<[0-9]+>id} userController.showUser',
      "GET /home pageController.show(page:'home')",
      "GET /about pageController.show(page:'about')",
      "GET /imprint imprintController.show(page:'imprint')",
      '',
    ].join('\n'),
  )
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    exactOptionalPropertyTypes: true,
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
  )
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  runBin(['types'], folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const heading = `import { Router, type ActionParams, type ModelAttribute, type Reverser } from '@mvc-router/router-core'
import { redirect, type MiddlewareMap, type RouterHandlerMapping } from '@mvc-router/router-core/express'
import type { RouteComponents } from '@mvc-router/view-jsx'
import type { Request, Response } from 'express'
declare const router: Router, route: ModelAttribute, mapping: RouterHandlerMapping, name: string, jsx: RouteComponents<unknown>
declare const user: { readonly id: number } | undefined, response: Response
declare const either: 'userController.listAll' | 'userController.showUser'
declare const request: Request<ActionParams<'userController.showUser'>>, page: ActionParams<'pageController.show'>
export const used: unknown[] = [Router, redirect, router, route, mapping, name, user, either, jsx, response, request, page]
`

/** Compiles all programs in one run, and returns the messages about each. */
function compile(bodies: readonly string[]): string[] {
  for (const [index, body] of bodies.entries())
    writeFileSync(join(folder, `program${index}.ts`), heading + body)
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  })
  return bodies.map((_, index) => {
    rmSync(join(folder, `program${index}.ts`))
    // Continuation lines of a problem are indented.
    const said = stdout.split(/\n(?=\S)/).filter((problem) => problem.includes(`program${index}.ts(`))
    return said.join('\n')
  })
}

const accepted = `
Router.reverse('userController.listAll')
Router.reverse('userController.listAll', { page: 2 })
Router.reverse('userController.listAll', null)
Router.reverse('userController.showUser', { id: 5 })
Router.reverse('userController.showUser', { id: 5n, tab: 'posts' })
Router.reverse("userController.showUser(id:'5')")
router.reverse('pageController.show', { page: 'about' })
mapping.reverse('userController.showUser', { id: { id: 5 } })
route('userController.showUser', { id: '5' }).url
Router.reverse('imprintController.show', { page: undefined })
Router.reverse('imprintController.show', { page: null })
route.reverse('userController.listAll')
route.isCurrent('userController.*')
response.locals.route('userController.showUser', { id: 5 })
redirect('userController.listAll')
jsx.href('userController.showUser', { id: 5 })
jsx.href('userController.listAll')
jsx.Link({ action: 'userController.showUser', params: { id: 5 } })
jsx.Link({ action: 'userController.showUser', params: { id: 5 }, query: { tab: 'posts' }, className: 'name' })
jsx.Link({ action: 'userController.listAll' })
jsx.Link({ action: 'userController.listAll', query: { page: 2 } })
jsx.Link({ action: "userController.showUser(id:'5')" })
jsx.Link({ action: either, params: { id: 5 } })
jsx.Link({ action: either })
jsx.Form({ action: 'userController.showUser', params: { id: 5 }, method: 'get' })
jsx.Reverse({ action: 'pageController.show', params: { page: 'home' } })
redirect('userController.showUser', { id: 5 }, { status: 301 })
redirect(route('userController.listAll'))
export const asReverser: Reverser = router
export const bound: Reverser = mapping
export const id: string = request.params.id
export const shown: 'home' | 'about' = page.page
export const middleware: MiddlewareMap = { signedIn: (req, res, next) => next(), 'check-age': [], other: () => {} }
Router.use(mapping)
Router.use({ reverse: (action: string) => router.forRequest({}).reverse(action) })
`

const refused = [
  [
    "Router.reverse('userController.showUsr', { id: 5 })",
    `'"userController.showUsr"' is not assignable to parameter of type 'RegisteredAction'.`,
  ],
  ["Router.reverse('userController.showUser')", 'Expected 2 arguments'],
  ["Router.reverse('userController.showUser', {})", "Property 'id' is missing"],
  [
    "Router.reverse('userController.showUser', { id: user?.id })",
    "'undefined' is not assignable to type 'ReverseValue'",
  ],
  ["Router.reverse('userController.showUser', { ID: 5 })", "Property 'id' is missing"],
  ["router.reverse('pageController.show', { page: 'imprint' })", '\'"imprint"\' is not assignable'],
  ["router.reverse('pageController.show')", 'Expected 2 arguments'],
  ['Router.reverse(name)', "'string' is not assignable"],
  ["mapping.reverse('no.such')", '"no.such"'],
  ["route('no.such')", '"no.such"'],
  ["route.reverse('userController.showUser')", 'Expected 2 arguments'],
  ["response.locals.route('no.such')", '"no.such"'],
  ["jsx.href('no.such')", '"no.such"'],
  ["jsx.href('userController.showUser')", 'Expected 2 arguments'],
  ["jsx.Link({ action: 'userController.listAl' })", `Did you mean '"userController.listAll"'?`],
  ["jsx.Link({ action: 'userController.showUser' })", "Property 'params' is missing"],
  ['jsx.Link({ action: either, params: { tab: 5 } })', 'no variable of the path'],
  ["jsx.Link({ action: 'userController.showUser', params: {} })", "Property 'id' is missing"],
  ["jsx.Link({ action: 'userController.showUser', params: { id: 5, tab: 1 } })", "'tab' does not exist"],
  [
    "jsx.Link({ action: 'userController.listAll', params: { page: 1 } })",
    'no variable of the path: write it as query={{ ... }}',
  ],
  [
    "jsx.Link({ action: 'userController.showUser', params: { id: 5 }, query: { id: 6 } })",
    'a variable of the path: write it as params={{ ... }}',
  ],
  ["jsx.Form({ action: 'userController.showUser' })", "Property 'params' is missing"],
  [
    "jsx.Reverse({ action: 'pageController.show', params: { page: 'imprint' } })",
    '\'"imprint"\' is not assignable',
  ],
  ['export const lacking: MiddlewareMap = { signedIn: [] }', 'Property \'"check-age"\' is missing'],
  ['void request.params.name', "Property 'name' does not exist"],
  [
    "export type Unknown = ActionParams<'no.such'>",
    `'"no.such"' does not satisfy the constraint 'RegisteredAction'`,
  ],
  ["redirect('no.such')", '"no.such"'],
  ["redirect('userController.showUser')", 'Expected 2-3 arguments, but got 1'],
  ["redirect('userController.showUser', { status: 301 })", "Property 'id' is missing"],
] as const

describe('types of links', () => {
  let said: readonly string[] = []
  beforeAll(() => {
    said = compile([accepted, ...refused.map(([call]) => `${call}\n`)])
  })

  test('the compiler accepts links that can be reversed', () => {
    expect(said[0]).toBe('')
  })

  test.each(refused.map(([call, message], index) => [call, message, index + 1] as const))(
    'the compiler refuses %s',
    (_call, message, index) => {
      expect(said[index]).toContain(`program${index}.ts(10,`)
      expect(said[index]).toContain(message)
    },
  )
})

test('without the generated declaration, the compiler accepts any text as an action', () => {
  const other = join(folder, 'routes.d.ts')
  const declaration = readFileSync(other, 'utf8')
  rmSync(other)
  try {
    const program =
      "Router.reverse('no.such'); redirect('a.b', { id: 5 }); route(name, { id: 1 }); jsx.Link({ action: name, params: { id: 1 }, href: 2 })\n"
    expect(compile([program])).toEqual([''])
  } finally {
    writeFileSync(other, declaration)
  }
})

test('ActionParams has the types of path variables, and of fixed arguments', () => {
  const text = actionTypes(
    Router.parse("GET /{<de|en>lang}/{id} a.b(kind:'x')\nGET {shop}.a.org/y a.c\nGET /z a.d"),
    ['routes.conf'],
  )
  expect([...text.matchAll(/^ {4}('a\.\w.*)$/gm)].slice(3).map(([, line]) => line)).toEqual([
    "'a.b': { readonly lang: 'de' | 'en'; readonly id: string; readonly kind: 'x' }",
    "'a.c': { readonly shop: string }",
    "'a.d': Record<never, never>",
  ])
})

test('mvc-router types writes the file, and --check ends with 1 if it is not up to date', () => {
  expect(runBin(['types', '--check'], folder)).toEqual({ stdout: '', stderr: '', status: 0 })
  expect(runBin(['types', '--check', '-o', 'types/other.d.ts'], folder).status).toBe(1)
  expect(runBin(['types', '-o', 'types/other.d.ts'], folder)).toEqual({
    stdout: 'Wrote types/other.d.ts\n',
    stderr: '',
    status: 0,
  })
  rmSync(join(folder, 'types'), { recursive: true })
  expect(runBin(['types', '-o', '-'], folder)).toEqual({
    stdout: readFileSync(join(folder, 'routes.d.ts'), 'utf8'),
    stderr: '',
    status: 0,
  })
})

import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { reverseLink } from '@mvc-router/router-core/templates'
import { reverseRoute } from '../dist/lib/reversing/reverse-route.js'
import type { ReverseContext } from '../dist/lib/reversing/url-builder.js'
import { encodePathValue } from '../dist/lib/syntax/percent-encoding.js'
import { reverseSlowly } from './support/reverse-slowly.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 1000)

const context: ReverseContext = {
  mountPath: '/m',
  host: undefined,
  format: undefined,
  reverseTrailingSlash: true,
  maxParamLength: 12,
}

const tables = [
  'GET /u/{id} a.b',
  'GET /n/{<[0-9]+>id} a.b\nGET /w/{<[a-z%2F]+>id} a.b\nGET /x/{id}/{q}/? a.b\nGET / a.b',
  "GET /home a.b(id:'home')\nGET /p/{id} a.b",
  "GET /p/{id} a.b(id:'home', q:'1')",
  "GET /only a.b(id:'home')",
  "GET /v/{id}/{<[a-z0-9]{2,5}>q}/x/? a.b(z:'1')",
  'GET /s/{<[0-9]+>id}.html a.b\nGET /{q}/{id}/{z} a.b',
  'GET /? a.b',
  'GET /%C3%A9/{id}/ a.b',
  "GET /it's/{id} a.b",
  'GET /q&a/{id}/x&y a.b\nGET /{z} a.b',
  'GET /{<.*>id} a.b',
  'GET /{id}-{q}/{<[a-z]+/[a-z]+>z} a.b\nGET /f/{<.+>z} a.b',
  'GET /{locale}/x a.b\nGET /x.{format}/{id} a.b\nGET /{format} a.b',
  'GET {id}.example.com/{q} a.b\nGET {q}/x a.b\nGET {<[a-z]+>z}.{_}:8080/y a.b',
  'GET /l/{id} [q=1 !z] a.b\nGET /l [z q!=1] a.b',
  'GET /{id}/{q} {id}.{q}\n* /d/{id}.html {id}.list\nGET /b a.b',
  "+ name=x\nGET /named/{id} a.b(z:'1')\nGET /again/{id} a.b",
].map((text) => Router.parse(text, { onWarning: () => {} }).table)

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 14 }),
  fc.constantFrom(
    'home',
    '1',
    'a b',
    "it's",
    '50%',
    'a/b',
    '..',
    '',
    '\uD800',
    '\u0000',
    'é',
    '5',
    'abc',
    '~!()*',
  ),
)
const value = fc.oneof(
  text,
  fc.integer(),
  fc.constantFrom<unknown>(
    null,
    undefined,
    Number.NaN,
    1.5,
    2 ** 60,
    -0,
    true,
    7n,
    [],
    ['a', null],
    { id: 3 },
    new Date(0),
  ),
)
const names = fc.constantFrom('id', 'q', 'z', 'a b', 'toString', '__proto__', '\uD800', "q'")

/** The URL with its path and host, or the fields of the error. */
function answer(
  run: () => { readonly url: string; readonly path: string; readonly host: string | undefined },
): unknown {
  try {
    const { url, path, host } = run()
    return { url, path, host }
  } catch (error) {
    if (!(error instanceof NoHandlerFoundException)) throw error
    const { message, code, action, argument, candidates } = error
    return { message, code, action, argument, candidates }
  }
}

/** Puts the arguments into unusual objects. Reversing must read only own enumerable properties. */
const disguises: ((args: Record<string, unknown>) => object)[] = [
  (args) => args,
  (args) => Object.freeze(Object.assign(Object.create(null), args)),
  (args) => Object.create(args),
  ({ id, ...args }) => Object.assign(Object.create({ id }), args),
  ({ id, ...args }) => Object.defineProperty(args, 'id', { value: id, enumerable: false }),
  ({ id, ...args }) => Object.defineProperty(args, 'id', { get: () => id, enumerable: true }),
  (args) => new Proxy(args, {}),
  (args) =>
    Object.assign(
      new (class {
        readonly own = 1
        get id(): string {
          return 'inherited'
        }
      })(),
      args,
    ),
]

const requestHosts = [undefined, 'shop.example.com:8080', 'a.b', '[::1]']

test('reverseRoute returns the URL or throws the error of the oracle', () => {
  let built = 0
  let refused = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...tables),
      fc.constantFrom('a.b', 'a.b', 'a.b', 'A.B', 'c.list', "a.b(id:'5')", 'a.x'),
      fc.dictionary(names, value, { maxKeys: 4 }),
      fc.constantFrom(...disguises),
      fc.record({
        reverseTrailingSlash: fc.boolean(),
        mountPath: fc.constantFrom('', '/m', '/m&n'),
        host: fc.constantFrom(...requestHosts),
        format: fc.constantFrom(undefined, 'json'),
        keepsMissing: fc.constantFrom(false, false, false, true),
        defaults: fc.constantFrom(
          undefined,
          () => ({ id: 'en', z: 1, format: 'xml' }),
          () => ({ q: '..' }),
        ),
      }),
      (table, action, given, disguise, asked) => {
        // The last disguise has a getter without a setter for id, so nothing can assign an id.
        if (disguise === disguises.at(-1) && Object.hasOwn(given, 'id')) return
        const args = disguise(given) as Record<string, unknown>
        const settings = { ...context, ...asked }
        const expected = answer(() => reverseSlowly(table, settings, action, args))
        expect(answer(() => reverseRoute(table, settings, action, args))).toEqual(expected)
        if ('url' in (expected as object)) built++
        else refused++
      },
    ),
    { numRuns: runs },
  )
  expect(built).toBeGreaterThan(runs / 10)
  expect(refused).toBeGreaterThan(runs / 10)
})

test('the order of arguments does not change the URL or the error', () => {
  const { table } = Router.parse("GET /o/{owner}/r/{repo}/{<[0-9]+>number} a.b(fixed:'1')")
  const given: [name: string, value: unknown][] = [
    ['owner', 'ann'],
    ['repo', 'a b'],
    ['number', 7],
    ['fixed', '1'],
    ['page', 2],
    ['0', 'first'],
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(given), (entries) => {
      const args = Object.fromEntries(entries)
      const reversed = answer(() => reverseRoute(table, context, 'a.b', args))
      expect(reversed).toEqual(answer(() => reverseSlowly(table, context, 'a.b', args)))
    }),
    { numRuns: runs / 10 },
  )
})

test('href returns the URL or throws the error of reverseLink', () => {
  const router = Router.parse('GET /u/{id} a.b\nGET x.org/h/{id} a.host', { onWarning: () => {} })
  const shown = (run: () => unknown): string => {
    try {
      return String(run())
    } catch (error) {
      return String(error)
    }
  }
  const bad = [
    null,
    undefined,
    7,
    'id',
    [],
    { id: null },
    { id: '' },
    { id: 'a b', q: '&' },
    { id: Symbol('x') },
  ]
  const throwing = {
    get id(): string {
      throw new Error('no id')
    },
  }
  for (const reverser of [router, router.forRequest({ mountPath: '/m', host: 'x.org' })]) {
    for (const action of ['a.b', 'A.B', "a.b(id:'5')", 'a.host', 'a.unknown', 'a', null]) {
      for (const args of [...bad, throwing, new Proxy({}, { ownKeys: () => ['id', 'id'] })]) {
        const [name, given] = [action as string, args as unknown as Record<string, unknown>]
        expect(shown(() => reverser.href(name, given))).toBe(
          shown(() => reverseLink(reverser, name, given).url),
        )
      }
    }
  }
  expect(router.href('a.b', { id: 'a b', q: '&' })).toBe('/u/a%20b?q=%26')
  expect(router.href('a.host', { id: 1 })).toBe('http://x.org/h/1')
})

test('encodePathValue encodes as encodeURIComponent does, except for ":", "@" and "\'"', () => {
  const reference = (pathValue: string): string =>
    encodeURIComponent(pathValue).replaceAll('%3A', ':').replaceAll('%40', '@').replaceAll("'", '%27')
  const characters = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
  expect(characters.filter((character) => encodePathValue(character) !== reference(character))).toEqual([])
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'é', "'", ':', ' ', '/', '%', '\u07FF', '\u0800', '😀', '\n') }),
      (pathValue) => {
        expect(encodePathValue(pathValue)).toBe(reference(pathValue))
      },
    ),
    { numRuns: runs / 4 },
  )
})

test('reversing reads only own properties, even if Object.prototype is polluted', () => {
  const router = Router.parse('GET /u/{id} a.b')
  const pollution = Object.prototype as { id?: string }
  pollution.id = 'polluted'
  try {
    expect(() => router.reverse('a.b', {})).toThrow(NoHandlerFoundException)
    expect(() => router.reverse('a.b', { q: 1 })).toThrow(NoHandlerFoundException)
    expect(router.reverse('a.b', { id: 1 }).url).toBe('/u/1')
  } finally {
    delete pollution.id
  }
})

test('an ActionDefinition has a copy of its arguments', () => {
  const args = { id: 1 }
  const definition = Router.parse('GET /u/{id} a.b').reverse('a.b', args)
  args.id = 2
  expect(definition.args).toEqual({ id: 1 })
})

import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { escapeHtml, reverseLink } from '@mvc-router/router-core/templates'
import { urlShortWay, reverseShortWay } from '../dist/lib/reversing/reverse-short-way.js'
import { reverseRoute, type ReverseContext } from '../dist/lib/reversing/reverse-route.js'
import { encodePathValue } from '../dist/lib/syntax/percent-encoding.js'

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

test('the short way of reversing gives what the long way gives', () => {
  let short = 0
  fc.assert(
    fc.property(fc.constantFrom(...tables), fc.dictionary(names, value, { maxKeys: 4 }), (table, args) => {
      const reversed = reverseShortWay(table, context, 'a.b', args)
      if (reversed === undefined) return
      short++
      const { url, path, route, host } = reverseRoute(table, context, 'a.b', args)
      expect([reversed.url, reversed.path, reversed.route, reversed.host]).toEqual([url, path, route, host])
    }),
    { numRuns: runs },
  )
  expect(short).toBeGreaterThan(runs / 20)
})

/** Arguments as nobody should give them: whatever of them is no own enumerable property must not count. */
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

test.each([true, false])(
  'the URL alone is that of the long way, as text and as HTML, with reverseTrailingSlash %s',
  (reverseTrailingSlash) => {
    let short = 0
    let asHtml = 0
    const settings = { ...context, reverseTrailingSlash, mountPath: reverseTrailingSlash ? '/m&n' : '' }
    fc.assert(
      fc.property(
        fc.constantFrom(...tables),
        fc.dictionary(names, value, { maxKeys: 4 }),
        fc.constantFrom(...disguises),
        (table, given, disguise) => {
          // A class has a setter for none of its getters.
          if (disguise === disguises.at(-1) && Object.hasOwn(given, 'id')) return
          const args = disguise(given) as Record<string, unknown>
          const url = urlShortWay(table, settings, 'a.b', args)
          if (url === undefined) return
          short++
          expect(url).toBe(reverseRoute(table, settings, 'a.b', args).url)
          const html = urlShortWay(table, settings, 'a.b', args, true)
          if (html === undefined) return
          asHtml++
          expect(html).toBe(escapeHtml(url))
        },
      ),
      { numRuns: runs },
    )
    expect(short).toBeGreaterThan(runs / 20)
    expect(asHtml).toBeGreaterThan(runs / 15)
  },
)

test('arguments may stand in any order', () => {
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
      const url = urlShortWay(table, context, 'a.b', args)
      const isComplete = ['owner', 'repo', 'number'].every((name) => Object.hasOwn(args, name))
      expect(url).toBe(isComplete ? reverseRoute(table, context, 'a.b', args).url : undefined)
    }),
    { numRuns: runs / 10 },
  )
})

test('href gives the URL or the error of a link', () => {
  const router = Router.parse('GET /u/{id} a.b\nGET x.org/h/{id} a.host', { onWarning: () => {} })
  const answer = (run: () => unknown): string => {
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
        expect(answer(() => reverser.href(name, given))).toBe(
          answer(() => reverseLink(reverser, name, given).url),
        )
      }
    }
  }
  expect(router.href('a.b', { id: 'a b', q: '&' })).toBe('/u/a%20b?q=%26')
  expect(router.href('a.host', { id: 1 })).toBe('http://x.org/h/1')
})

test('a path value is encoded as encodeURIComponent does, but for three characters', () => {
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

test('the short way reads own properties only, even where Object.prototype is polluted', () => {
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

test('the arguments of a definition are its own', () => {
  const args = { id: 1 }
  const definition = Router.parse('GET /u/{id} a.b').reverse('a.b', args)
  args.id = 2
  expect(definition.args).toEqual({ id: 1 })
})

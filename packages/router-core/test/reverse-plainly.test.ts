import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { NoHandlerFoundException, Router } from '@mvc-router/router-core'
import { reversePlainly } from '../dist/lib/routing/reverse-plainly.js'
import { reverseRoute, type ReverseContext } from '../dist/lib/routing/reverse-route.js'

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
  'GET /? a.b',
  'GET /é/{id}/ a.b',
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
      const plainly = reversePlainly(table, context, 'a.b', args)
      if (plainly === undefined) return
      short++
      const { url, path, route, host } = reverseRoute(table, context, 'a.b', args)
      expect([plainly.url, plainly.path, plainly.route, plainly.host]).toEqual([url, path, route, host])
    }),
    { numRuns: 20_000 },
  )
  expect(short).toBeGreaterThan(2000)
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

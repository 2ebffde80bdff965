import { isDeepStrictEqual } from 'node:util'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  parseRouteFile,
  Router,
  type ParseRouteFileOptions,
  type RouteFile,
  type RouteLine,
} from '@mvc-router/router-core'
import { hasWholeSegmentsOnly } from '../dist/lib/syntax/pattern/whole-segments.js'
import { SimpleLine } from '../dist/lib/syntax/simple-line.js'
import { scanRouteFile } from '../dist/lib/syntax/route-file.js'
import { variablesOf } from '../dist/lib/syntax/pattern/route-pattern.js'
import { atOnce } from '../dist/lib/slices.js'

const scan = (text: string, options: ParseRouteFileOptions): RouteFile => atOnce(scanRouteFile(text, options))

// `npm run fuzz` asks for many more.
const runs = Number(process.env['FUZZ_RUNS'] ?? 100)

const mostly = (usual: readonly string[], odd: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...usual), weight: 12 },
    { arbitrary: fc.constantFrom(...odd), weight: 1 },
  )

const method = mostly(
  ['GET', 'POST', 'DELETE', 'WS', '*', 'M-SEARCH'],
  ['get', 'GET|PUT', 'GET(json)', 'GETX', '+', '->', '#', '', '__proto__', 'GET\u00A0'],
)
const blank = mostly([' ', '\t', '   ', ' \t'], ['', '\u00A0', '\r', ' # ', '\u3000'])
const segment = mostly(
  [
    '/a',
    '/users',
    '/a-b',
    '/x.y',
    "/o'k",
    '/{id}',
    '/{name}',
    '/{user_id}',
    '/{<[0-9]+>id}',
    '/{<\\w{2,8}>name}',
  ],
  // Each of these is wrong, or is right and needs the parser.
  `/ // /. /.. /.a /%41 /%2e /%zz /é /😀 /{ /} /{} /{a /a} /{a}b /b{a} /{a}{b} /{a}-{b} /{_} /{__proto__} /{a$}
    /{1} /{<>a} /{<[0-9]+a} /{<.+>a} /{<[^/]+>a} /{<[^.]*>a} /{<[>]>a} /{<(a|b)>a} /{<[$]{2}>a} /{<a++>a} /{<é+>a}
    /{<[\u0001]>a} /\${base} /%{a} /#{a} /a#b /a?b /? ?/ host host/ /* /$ /$/{id} /a\r/b /{<\\d>id}/{id} /[a] [a]`
    .split(/ |\n */)
    .concat('/{<[\r]>a}', '/{<\\${2}>a}', '/{<a b>a}'),
)
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join(''))
const pathEnd = mostly(['', '', '/', '/?'], ['?', '//', '/?a', '?/', '/??'])
const action = mostly(
  ['a.b', 'userController.showUser', 'a.b.c', 'a_1.$b', 'User.show'],
  `a a. .b a..b 1a.b _a.b $a.b A.b a.b() a.b(id:'1') a.b( {a}.b a.{b} 404 404.a 200:text staticDir:x module:x staticFile:a.b
    redirect:/x redirect:@a.b a:b a.b:c a.é a.b# a-b.c \${a}.b a.\${b:c} a.b\r`.split(/ |\n */),
)
const lineEnd = mostly(
  ['', '', ' ', '\t'],
  [' # comment', '#', ' # ${x', ' x', ' [a]', '\r', '\u00A0', ' ${x:}'],
)
const line = fc
  .tuple(mostly([''], [' ', '\t', '\uFEFF']), method, blank, path, pathEnd, blank, action, lineEnd)
  .map((columns) => columns.join(''))
const otherLine = fc.constantFrom(
  '',
  '# comment',
  '+ nocsrf',
  '+ tag=x',
  '-> /admin admin.conf',
  '* /x module:y',
)
const text = fc
  .array(
    fc.tuple(
      fc.oneof({ arbitrary: line, weight: 9 }, { arbitrary: otherLine, weight: 1 }),
      fc.constantFrom('\n', '\r\n'),
    ),
    {
      maxLength: 6,
    },
  )
  .map((lines) => lines.flat().join(''))
const options = fc.record({
  file: fc.constant('routes.conf'),
  controllerNames: fc.constantFrom<ParseRouteFileOptions['controllerNames']>(undefined, 'lower', 'any'),
})

test('A simple line says what the parser says of it, and all other lines go to the parser', () => {
  let simpleLines = 0
  let parsedLines = 0
  let problems = 0
  fc.assert(
    fc.property(text, options, (source, parseOptions) => {
      const scanned = scan(source, parseOptions)
      const parsed = parseRouteFile(source, parseOptions)
      expectEqual(scanned.problems, parsed.problems)
      expectEqual(scanned.entries.length, parsed.entries.length)
      problems += parsed.problems.length
      for (const [index, expected] of parsed.entries.entries()) {
        const entry = scanned.entries[index]
        if (entry instanceof SimpleLine) {
          simpleLines++
          expectSame(entry, expected as RouteLine)
        } else {
          parsedLines++
          expectEqual(entry, expected)
        }
      }
    }),
    { numRuns: runs },
  )
  expect(simpleLines).toBeGreaterThan(runs / 5)
  expect(parsedLines).toBeGreaterThan(runs / 20)
  expect(problems).toBeGreaterThan(runs / 20)
})

function expectSame(simple: SimpleLine, parsed: RouteLine): void {
  expectEqual(simple.parse(), parsed)
  for (const key of Object.keys(parsed) as (keyof RouteLine)[]) expectEqual(simple[key], parsed[key])
  const { pattern, target } = parsed
  // What matching and reversing take for granted of simple lines.
  expectEqual(simple.path, pattern.text)
  expectEqual(target, {
    type: 'action',
    call: { action: simple.action, fixedArguments: {}, variables: [] },
  })
  expectEqual([parsed.formats, parsed.predicates, pattern.host], [[], [], undefined])
  expectEqual(hasWholeSegmentsOnly(pattern), true)
  expectEqual(simple.columns.variables, variablesOf(pattern).length)
  const literal = pattern.parts
    .map((part) =>
      part.type === 'literal'
        ? part.text
        : `{${part.constraint === undefined ? '' : `<${part.constraint.source}>`}${part.name}}`,
    )
    .join('')
  expectEqual(literal + (pattern.optionalTrailingSlash ? '/?' : ''), pattern.text)
}

/** The matcher of Jest alone would take most of the time. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected)
}

test('Nearly all lines of a usual file are simple', () => {
  const lines = [
    'GET /',
    '*  /users/?',
    'GET\t/users/{id}',
    'PUT /users/{<[0-9]+>id}/',
    'POST /a/{b}/c/{<\\w+>d}/?',
  ]
  const { entries } = scan(lines.map((columns) => `${columns} userController.show`).join('\n'), {
    file: 'routes.conf',
  })
  expect(entries.map((entry) => entry instanceof SimpleLine)).toEqual(lines.map(() => true))
})

test('A route is one object, by whichever way it is asked for', () => {
  const router = Router.parse('GET /a a.b\nGET /users/{id} a.c')
  const match = router.match({ method: 'GET', path: '/users/5' })
  expect(router.routes[1]).toBe(match?.route)
  expect(router.match({ method: 'GET', path: '/users/6' })?.route).toBe(match?.route)
  expect(router.reverse('a.c', { id: 7 }).route).toBe(match?.route)
  expect(router.add('GET', '/b', 'a.d').routes[1]).toBe(match?.route)
  expect(router.routes[0]).toBe(router.match({ method: 'GET', path: '/a' })?.route)
})

test('The route of a simple line has the shape of all routes', () => {
  const [simple, other] = Router.parse("GET /users/{id} a.b\nGET /users/{id} a.b(x:'1')").routes
  expect(Object.keys(simple ?? {})).toEqual(Object.keys(other ?? {}))
  expect(Object.isFrozen(simple)).toBe(true)
  expect({ ...simple }).toEqual({
    ...other,
    args: {},
    line: 1,
    target: { type: 'action', call: { action: 'a.b', fixedArguments: {}, variables: [] } },
  })
})

import { isDeepStrictEqual } from 'node:util'
import { expect, test } from '@jest/globals'
import fc, { type Arbitrary } from 'fast-check'
import {
  RouteFileParsingException,
  Router,
  type RouteMatch,
  type RouterOptions,
} from '@mvc-router/router-core'
import type { MatchOptions } from '../dist/lib/routing/match-request.js'
import { allowedMethods, matchRoute } from '../dist/lib/routing/match-route.js'
import { routesOfAllKinds, simpleRoutes, type RoutesAndRequests } from './support/arbitrary-routes.js'
import { allowedOneByOne, matchOneByOne } from './support/linear-matcher.js'

// `npm run fuzz` asks for many more.
const runs = Number(process.env['FUZZ_RUNS'] ?? 200)

test.each<[name: string, Arbitrary<RoutesAndRequests>]>([
  ['routes of all kinds', routesOfAllKinds],
  ['many simple routes', simpleRoutes],
])(
  'The index finds the route among %s that trying them one by one finds',
  (_, routesAndRequests) => {
    let requests = 0
    let hits = 0
    fc.assert(
      fc.property(
        routesAndRequests,
        fc.constantFrom(255, 255, 3, 300),
        fc.constantFrom<RouterOptions['methodOverride']>(false, false, 'post', 'compat'),
        ({ lines, requests: asked }, maxParamLength, methodOverride = false) => {
          const { table } = parse(lines, { maxParamLength, methodOverride })
          // Its plain lines become routes before its index is built; those of the other table stay lines.
          const { table: tableOfRoutes } = parse(lines, { maxParamLength, methodOverride })
          const options: MatchOptions = { maxParamLength, methodOverride }
          for (const request of asked) {
            const expected = outcome(() => matchOneByOne(tableOfRoutes, request, options))
            const allowed = outcome(() => allowedOneByOne(tableOfRoutes, request, options))
            expectSame(
              outcome(() => matchRoute(table, request, options)),
              expected,
            )
            expectSame(
              outcome(() => matchRoute(tableOfRoutes, request, options)),
              expected,
            )
            expectSame(
              outcome(() => allowedMethods(table, request, options)),
              allowed,
            )
            requests++
            if (typeof expected === 'object') hits++
          }
        },
      ),
      { numRuns: runs },
    )
    expect(hits).toBeGreaterThan(requests / 4)
  },
  0,
)

/** The matcher of Jest alone would take most of the time. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected)
}

/** What there is to compare of a match: all of it, and the order of the arguments. */
function outcome(ask: () => RouteMatch | string[] | undefined): unknown {
  try {
    const answer = ask()
    if (answer === undefined || Array.isArray(answer)) return answer
    return { ...answer, route: answer.route.line, order: Object.keys(answer.args) }
  } catch (error) {
    return String(error)
  }
}

/** The routes that a file of these lines would have if the lines with errors were not there. */
function parse(lines: readonly string[], options: RouterOptions): Router {
  try {
    return Router.parse(lines.join('\n'), { ...options, onWarning })
  } catch (error) {
    if (!(error instanceof RouteFileParsingException)) throw error
    const bad = new Set(error.errors.map(({ line }) => line))
    return Router.parse(lines.map((line, index) => (bad.has(index + 1) ? '' : line)).join('\n'), {
      ...options,
      onWarning,
    })
  }
}

/** Random tables have fixed arguments that hide variables. */
function onWarning(): void {}

test('A malformed escape is refused where it begins like the literal text of a route', () => {
  const router = Router.parse('GET /caf%C3%A9/{x} a.b\nGET /caf%C3%A8/{x} a.c')
  expect(router.match({ method: 'GET', path: '/caf%C3%A9/1' })?.action).toBe('a.b')
  expect(router.match({ method: 'GET', path: '/caf%C3%A9x' })).toBeUndefined()
  for (const path of [
    '/caf%C',
    '/caf%Cx',
    '/caf%C3',
    '/caf%C3x',
    '/caf%C3%A',
    '/caf%C3%Ax',
    '/caf%C3%C3%A9',
  ]) {
    expect(() => router.match({ method: 'GET', path })).toThrow('escape')
  }
})

test('The answer has the values of the first route, also when later ones were tried after it', () => {
  const router = Router.parse(
    'GET /a/{x}/{y}/c a.first\nGET /{p}/{q}/{r}/c a.second\nGET /{p}/b/{r}/{s}/d a.third',
  )
  expect(router.match({ method: 'GET', path: '/a/b/1/c' })?.args).toStrictEqual({ x: 'b', y: '1' })
  expect(router.match({ method: 'GET', path: '/e/b/1/c' })?.args).toStrictEqual({ p: 'e', q: 'b', r: '1' })
  expect(router.match({ method: 'GET', path: '/a/b/1/2/d' })?.args).toStrictEqual({ p: 'a', r: '1', s: '2' })
})

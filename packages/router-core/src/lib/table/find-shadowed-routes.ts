import type { RouteFileProblem } from '../exceptions.js'
import { isDotSegment } from '../syntax/percent-encoding.js'
import type { MatchOptions } from '../matching/match-request.js'
import { matchRoute } from '../matching/match-route.js'
import type { SegmentMatcher } from '../matching/path-matcher.js'
import type { CompiledRoute } from '../matching/compiled-route.js'
import type { Route } from '../routes/route.js'
import type { RouteTable } from './route-table.js'
import { toRouteProblem } from '../routes/to-route-problem.js'

/**
 * Lines that can never run, because an earlier line takes every request that they accept. Only what is certain is
 * told: a line with a constraint of its own is compared by the constraint's text.
 */
export function findShadowedRoutes(table: RouteTable, options: MatchOptions): RouteFileProblem[] {
  if (table.routes.length === 0) {
    return [
      {
        code: 'E_ROUTE_EMPTY',
        message: 'There are no routes',
        hint: 'a route is a line such as GET /users userController.list',
        file: 'routes',
        line: 0,
        column: 0,
        lineText: '',
      },
    ]
  }
  const problems: RouteFileProblem[] = []
  const places = new Map(table.routes.map((route, index) => [route, index]))
  for (const [index, route] of table.routes.entries()) {
    const shadow = findShadow(table, places, index, options)
    if (shadow !== undefined) problems.push(toProblem(route, shadow))
  }
  return problems
}

/** The earlier line that answers a typical request of this route, if it answers all the others, too. */
function findShadow(
  table: RouteTable,
  places: ReadonlyMap<Route, number>,
  index: number,
  options: MatchOptions,
): Route | undefined {
  const later = table.compiled(index)
  const { route } = later
  if (later.host !== undefined || route.predicates.length > 0 || later.path.tail !== undefined)
    return undefined
  const path = typicalPath(later)
  const methods = route.method === '*' ? ['GET'] : route.method.split('|')
  let shadow: Route | undefined
  for (const method of path === undefined ? [] : methods) {
    const winner = matchRoute(
      table,
      { method, path: path ?? '/' },
      { ...options, methodOverride: false },
    )?.route
    if (winner === undefined || winner === route) return undefined
    const place = places.get(winner) ?? index
    if (place >= index || !covers(table.compiled(place), later)) return undefined
    shadow = winner
  }
  return shadow
}

/** A path that the route accepts: its literals, and a text for each variable that no literal is likely to be. */
function typicalPath({ path }: CompiledRoute): string | undefined {
  const segments = path.segments.map((segment) => {
    if (segment.type === 'literal') return segment.text
    if (segment.type === 'mixed') return undefined
    return ['~~', '1', 'a', 'A', '0000'].find((text) => segment.constraint?.test(text) ?? true)
  })
  return segments.includes(undefined) ? undefined : `/${segments.join('/')}`
}

function covers(earlier: CompiledRoute, later: CompiledRoute): boolean {
  if (earlier.host !== undefined || earlier.route.predicates.length > 0 || earlier.route.formats.length > 0)
    return false
  if (isMeantToPassOn(earlier.route)) return false
  if (later.route.method === '*' && earlier.route.method !== '*') return false
  const { segments, tail, optionalTrailingSlash } = earlier.path
  if (later.path.optionalTrailingSlash && !optionalTrailingSlash) return false
  if (tail !== undefined) return false
  return (
    segments.length === later.path.segments.length &&
    segments.every((segment, index) => coversSegment(segment, later.path.segments[index]))
  )
}

/** Middleware decides about requests, and a name from the request may name nothing: the line behind has its turn. */
function isMeantToPassOn({ middleware, target }: Route): boolean {
  return middleware.length > 0 || (target.type === 'action' && target.call.variables.length > 0)
}

function coversSegment(earlier: SegmentMatcher, later: SegmentMatcher | undefined): boolean {
  if (later === undefined || earlier.type === 'mixed') return false
  if (earlier.type === 'literal') return later.type === 'literal' && earlier.text === later.text
  if (later.type === 'literal')
    return later.text !== '' && !isDotSegment(later.text) && (earlier.constraint?.test(later.text) ?? true)
  return (
    earlier.constraint === undefined ||
    (later.type === 'variable' && earlier.constraint.source === later.constraint?.source)
  )
}

function toProblem(route: Route, shadow: Route): RouteFileProblem {
  return toRouteProblem(route, {
    code: 'E_ROUTE_SHADOWED',
    message: `This line can never run: ${shadow.file}:${shadow.line} comes first`,
    hint: `${shadow.method} ${shadow.path} ${shadow.action} takes every request of it${
      shadow.target.type === 'action' ? ', unless it calls next()' : ''
    }`,
  })
}

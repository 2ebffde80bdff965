import { distance } from 'fastest-levenshtein'
import {
  BadRequestException,
  Router,
  RouteTable,
  type MatchRequest,
  type Route,
  type RoutePatternPart,
} from '@mvc-router/router-core'

/** A route that nearly answers a request, and what is in the way. */
export interface NearMiss {
  readonly route: Route
  readonly reason: string
}

/** At most so many are shown. */
const maxShown = 5

/**
 * The routes that come nearest to a request that none answers: first those whose path fits, then those that a small
 * change of the path would reach. Each is asked alone, with one condition after the other left out.
 */
export function explainNoMatch({ routes, options }: Router, request: MatchRequest): NearMiss[] {
  const asks = (route: Route, changes: Partial<Route>, asked: MatchRequest): boolean => {
    const router = new Router(new RouteTable([{ ...route, ...changes }]), {
      ...options,
      controllers: undefined,
    })
    try {
      return router.match(asked) !== undefined
    } catch (error) {
      if (error instanceof BadRequestException) return false
      throw error
    }
  }
  const misses = routes.flatMap((route) => {
    const miss = conditionMiss(route, request, asks) ?? pathMiss(route, request, asks)
    return miss === undefined ? [] : [{ route, ...miss }]
  })
  return misses
    .toSorted((left, right) => left.edits - right.edits)
    .slice(0, maxShown)
    .map(({ route, reason }) => ({ route, reason }))
}

type Ask = (route: Route, changes: Partial<Route>, asked: MatchRequest) => boolean

interface Miss {
  readonly reason: string
  /** How far the request is from the route; 0 when the path fits. */
  readonly edits: number
}

/** The path fits, something else does not. */
function conditionMiss(route: Route, request: MatchRequest, ask: Ask): Miss | undefined {
  const { host: _, ...patternWithoutHost } = route.pattern
  const anyMethod = { method: '*' }
  const anyFormat = { formats: [] }
  const anyQuery = { predicates: [] }
  const anyHost = { host: undefined, pattern: { ...patternWithoutHost, host: undefined } }
  const asked = request.method === 'WS' ? { ...request, method: 'GET' } : request
  if (!ask(route, { ...anyMethod, ...anyFormat, ...anyQuery, ...anyHost }, asked)) return undefined
  const reasons: string[] = []
  if (!ask(route, { ...anyFormat, ...anyQuery, ...anyHost }, request))
    reasons.push(`the path fits, but the method is ${route.method}`)
  if (!ask(route, { ...anyMethod, ...anyQuery, ...anyHost }, asked))
    reasons.push(`the format is not ${route.formats.join(' or ')}: see the header Accept`)
  if (!ask(route, { ...anyMethod, ...anyFormat, ...anyHost }, asked))
    reasons.push("the query does not fit the route's conditions")
  if (!ask(route, { ...anyMethod, ...anyFormat, ...anyQuery }, asked))
    reasons.push(
      request.host === undefined ? `the host is not known: --host` : `the host does not fit ${route.host}`,
    )
  return { reason: reasons.join('; '), edits: 0 }
}

/** The path nearly fits. */
function pathMiss(route: Route, request: MatchRequest, ask: Ask): Miss | undefined {
  const [path, query] = splitQuery(request.path)
  const fits = (other: string): boolean => ask(route, {}, { ...request, path: other + query })
  const withSlash = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  if (withSlash !== '' && fits(withSlash)) {
    const hint = 'a pattern that ends in "/?" accepts both'
    return { reason: `it would answer ${withSlash}: ${hint}`, edits: 0.5 }
  }
  const constraint = failingConstraint(route, request, ask)
  if (constraint !== undefined) return { reason: constraint, edits: 0.7 }
  const segments = path.split('/')
  const near = segments.flatMap((segment, index) =>
    literalSegments(route.pattern.parts).flatMap((literal) => {
      // Another case only is the smallest mistake.
      const edits = distance(segment.toLowerCase(), literal.toLowerCase()) + (segment === literal ? 0 : 0.1)
      if (edits === 0 || edits > Math.max(1.1, literal.length / 3)) return []
      const other = segments.with(index, literal).join('/')
      return fits(other) ? [{ other, edits }] : []
    }),
  )
  const [nearest] = near.toSorted((left, right) => left.edits - right.edits)
  return nearest && { reason: `it would answer ${nearest.other}`, edits: nearest.edits }
}

function splitQuery(target: string): [path: string, query: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark)]
}

/** The one variable whose constraint is in the way. */
function failingConstraint(route: Route, request: MatchRequest, ask: Ask): string | undefined {
  const { parts } = route.pattern
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'variable' || part.constraint === undefined || part.constraint.spansSegments) continue
    const free: RoutePatternPart = { ...part, constraint: undefined }
    if (ask(route, { pattern: { ...route.pattern, parts: parts.with(index, free) } }, request))
      return `the variable "${part.name}" does not satisfy ${part.constraint.source}`
  }
  return undefined
}

/** The texts between two slashes that hold no variable. */
function literalSegments(parts: readonly RoutePatternPart[]): string[] {
  return parts.flatMap((part) =>
    part.type === 'literal' ? part.text.split('/').filter((text) => text !== '') : [],
  )
}

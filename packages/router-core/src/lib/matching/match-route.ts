import { BadRequestException } from '../exceptions.js'
import type { MatchIndex } from './index/match-index.js'
import { notVerbatim } from './index/path-trie.js'
import { headerOf, RequestFacts } from './request-facts.js'
import { toHalfDecoded, toUpperEscapes } from '../syntax/percent-encoding.js'
import { parseRequestPath, wellFormedPrefix, type RequestPath } from './request-path.js'
import type { MatchOptions, MatchRequest, MethodOverride, RouteMatch } from './match-request.js'
import type { Route } from '../routes/route.js'
import type { CompiledRoutes } from './compiled-route.js'
import { acceptsSegment, type PathMatcher } from './path-matcher.js'

/** The members of a route table that matching uses. */
export interface MatchableRoutes {
  /** The routes by method and path. */
  readonly index: MatchIndex
  /** The index for paths whose escapes are in upper case. */
  readonly foldedIndex: MatchIndex
  /** The routes, with the escapes of their literals in upper case. */
  readonly foldedRoutes: CompiledRoutes
  /** @throws RangeError for a route of another table */
  numberOf(route: Route): number
}

/**
 * The match of the first line in file order (docs/route-file.md).
 *
 * @throws BadRequestException for a malformed path that some route could match, and for a malformed method override
 */
export function matchRoute(
  table: MatchableRoutes,
  request: MatchRequest,
  { maxParamLength, methodOverride }: MatchOptions,
): RouteMatch | undefined {
  const { index } = table
  const facts = index.isConditional ? new RequestFacts(request) : undefined
  if (methodOverride === false && request.ignoresEscapeCase !== true) {
    const match = index.match(request.method, request.path, false, facts, maxParamLength)
    if (match !== notVerbatim) return match
  }
  const canonical = toCanonical(table, request, { maxParamLength, methodOverride })
  if (canonical === undefined) return undefined
  const match = canonical.index.match(canonical.method, canonical.path, true, facts, maxParamLength)
  return match === notVerbatim ? undefined : match
}

/**
 * The first line after `after` that accepts the request. It gets a request that `after` has passed on.
 *
 * @param after a route of the table
 * @throws BadRequestException for a malformed path or method override
 */
export function matchFollowing(
  table: MatchableRoutes,
  request: MatchRequest,
  after: Route,
  { maxParamLength, methodOverride }: MatchOptions,
): RouteMatch | undefined {
  const { index } = table
  const number = table.numberOf(after)
  const facts = index.isConditional ? new RequestFacts(request) : undefined
  if (methodOverride === false && request.ignoresEscapeCase !== true) {
    const method = request.method.toUpperCase()
    const match = index.matchFollowing(number, method, request.path, false, facts, maxParamLength)
    if (match !== notVerbatim) return match
  }
  const canonical = toCanonical(table, request, { maxParamLength, methodOverride })
  if (canonical === undefined) return undefined
  const { method, path } = canonical
  const match = canonical.index.matchFollowing(number, method, path, true, facts, maxParamLength)
  return match === notVerbatim ? undefined : match
}

/** The sorted methods that routes accept for this path, with HEAD for GET. Empty if no path matches. */
export function allowedMethods(
  table: MatchableRoutes,
  request: Omit<MatchRequest, 'method'>,
  { maxParamLength }: MatchOptions,
): string[] {
  const { index } = table
  const facts = index.isConditional ? new RequestFacts(request) : undefined
  if (request.ignoresEscapeCase !== true) {
    const methods = index.allowedMethods(request.path, false, facts, maxParamLength)
    if (methods !== notVerbatim) return methods
  }
  const asked = { ...request, method: 'GET' }
  const canonical = toCanonical(table, asked, { maxParamLength, methodOverride: false })
  const methods = canonical?.index.allowedMethods(canonical.path, true, facts, maxParamLength)
  return methods === undefined || methods === notVerbatim ? [] : methods
}

/** The method, the canonical path, and the index to search for them; undefined if `readPath` returns undefined. */
function toCanonical(
  table: MatchableRoutes,
  request: MatchRequest,
  { maxParamLength, methodOverride }: MatchOptions,
): { readonly index: MatchIndex; readonly method: string; readonly path: string } | undefined {
  const requestPath = readPath(table, request.path, maxParamLength)
  if (requestPath === undefined) return undefined
  const method = effectiveMethod(request, requestPath, methodOverride)
  const { path } = requestPath
  return request.ignoresEscapeCase === true
    ? { index: table.foldedIndex, method, path: toUpperEscapes(path) }
    : { index: table.index, method, path }
}

/**
 * The requested path. Undefined for a malformed path if no route has the same start, because the next middleware may
 * answer it.
 *
 * @throws BadRequestException
 */
function readPath(table: MatchableRoutes, target: string, maxParamLength: number): RequestPath | undefined {
  try {
    return parseRequestPath(target)
  } catch (error) {
    const prefix = wellFormedPrefix(target)
    const isOurs =
      prefix !== undefined && haveRouteBelow(table.foldedRoutes, toUpperEscapes(prefix), maxParamLength)
    if (isOurs) throw error
    return undefined
  }
}

/** @param prefix starts and ends with a slash, and is well-formed */
function haveRouteBelow(table: CompiledRoutes, prefix: string, maxParamLength: number): boolean {
  const segments = prefix.slice(1).split('/').slice(0, -1)
  return table.routes.some(({ pattern }, index) => {
    const [first] = pattern.parts
    const start = first?.type === 'literal' ? first.text : ''
    // Text that shares a segment with a variable is compared half-decoded, as the path does below.
    const isNear = start.startsWith(prefix) || prefix.startsWith(start.slice(0, start.lastIndexOf('/') + 1))
    return isNear && goesBelow(table.compiled(index).path, segments, maxParamLength)
  })
}

function goesBelow(path: PathMatcher, segments: readonly string[], maxParamLength: number): boolean {
  const below = path.segments[segments.length]
  if (path.tail === undefined && (below === undefined || (below.type === 'literal' && below.text === '')))
    return false
  return segments.every((segment, index) => {
    const expected = path.segments[index]
    if (expected !== undefined) return acceptsSegment(expected, segment, maxParamLength)
    const first = index === path.segments.length ? path.tail?.parts[0] : undefined
    return first?.type !== 'literal' || toHalfDecoded(segment).startsWith(toHalfDecoded(first.text))
  })
}

const overrideKey = 'x-http-method-override'
const overridable: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/** The method after the override that the options allow (docs/route-file.md, Method override). */
export function effectiveMethod(
  request: MatchRequest,
  { query }: Pick<RequestPath, 'query'>,
  methodOverride: MethodOverride,
): string {
  const method = request.method.toUpperCase()
  if (methodOverride === false || (methodOverride === 'post' && method !== 'POST') || method === 'WS')
    return method
  const asked = headerOf(request, overrideKey) ?? queryOverride(query)
  if (asked === undefined) return method
  if (methodOverride === 'compat') {
    const wanted = asked.toUpperCase()
    if (wanted === 'WS') throw new BadRequestException('A method override cannot make a WebSocket handshake')
    return wanted
  }
  if (!overridable.has(asked))
    throw new BadRequestException('The method override must be exactly PUT, PATCH or DELETE')
  return asked
}

function queryOverride(query: string | undefined): string | undefined {
  if (query === undefined || !query.toLowerCase().includes(overrideKey)) return undefined
  for (const [key, value] of new URLSearchParams(query)) if (key.toLowerCase() === overrideKey) return value
  return undefined
}

import type { MatchIndex } from './index/match-index.js'
import { notVerbatim } from './index/path-trie.js'
import { RequestFacts } from './request-facts.js'
import { toHalfDecoded, toUpperEscapes } from '../syntax/percent-encoding.js'
import { parseRequestPath, wellFormedPrefix } from './request-path.js'
import type { MatchOptions, MatchRequest, RouteMatch } from './match-request.js'
import type { Route } from '../routes/route.js'
import { literalStart } from '../syntax/pattern/route-pattern.js'
import type { CompiledRoutes } from './compiled-route.js'
import { acceptsSegment, type PathMatcher } from './path-matcher.js'

/** The members of a RouteTable that matching uses. */
export interface MatchableRoutes {
  readonly index: MatchIndex
  /** The index for paths with escapes in upper case: `index` itself if no literal has an escape such as `%c3`. */
  readonly foldedIndex: MatchIndex
  /** @throws RangeError for a route of another table */
  numberOf(route: Route): number
}

/**
 * The match of the first line in file order (docs/route-file.md).
 *
 * @throws BadRequestException for a malformed path that some route could match
 */
export function matchRoute(
  table: MatchableRoutes,
  request: MatchRequest,
  options: MatchOptions,
): RouteMatch | undefined {
  const { index } = table
  const { maxParamLength } = options
  const facts = index.isConditional ? new RequestFacts(request) : undefined
  if (request.ignoresEscapeCase !== true) {
    const match = index.match(request.method, request.path, false, facts, maxParamLength)
    if (match !== notVerbatim) return match
  }
  const canonical = toCanonical(table, request, options)
  const match = canonical?.index.match(request.method, canonical.path, true, facts, maxParamLength)
  return match === notVerbatim ? undefined : match
}

/**
 * The match of the next line, after the line `after` has passed the request on.
 *
 * @param after a route of the table
 * @throws BadRequestException for a malformed path
 */
export function matchFollowing(
  table: MatchableRoutes,
  request: MatchRequest,
  after: Route,
  options: MatchOptions,
): RouteMatch | undefined {
  const number = table.numberOf(after)
  const method = request.method.toUpperCase()
  const { maxParamLength } = options
  return search(table, request, options, (index, path, isCanonical, facts) =>
    index.matchFollowing(number, method, path, isCanonical, facts, maxParamLength),
  )
}

/** The sorted methods that routes accept for this path, with HEAD for GET. Empty if no route has the path. */
export function allowedMethods(
  table: MatchableRoutes,
  request: Omit<MatchRequest, 'method'>,
  options: MatchOptions,
): string[] {
  const { maxParamLength } = options
  const methods = search(table, request, options, (index, path, isCanonical, facts) =>
    index.allowedMethods(path, isCanonical, facts, maxParamLength),
  )
  return methods ?? []
}

/** Searches an index. `matchRoute` repeats this code, because the function `find` takes up to a fifth more time. */
function search<Found>(
  table: MatchableRoutes,
  request: Omit<MatchRequest, 'method'>,
  options: MatchOptions,
  find: (
    index: MatchIndex,
    path: string,
    isCanonical: boolean,
    facts: RequestFacts | undefined,
  ) => Found | typeof notVerbatim,
): Found | undefined {
  const { index } = table
  const facts = index.isConditional ? new RequestFacts(request) : undefined
  if (request.ignoresEscapeCase !== true) {
    const found = find(index, request.path, false, facts)
    if (found !== notVerbatim) return found
  }
  const canonical = toCanonical(table, request, options)
  const found = canonical && find(canonical.index, canonical.path, true, facts)
  return found === notVerbatim ? undefined : found
}

/** The canonical path, and the index to search for it; undefined if `readPath` returns undefined. */
function toCanonical(
  table: MatchableRoutes,
  { path: target, ignoresEscapeCase }: Omit<MatchRequest, 'method'>,
  { maxParamLength }: MatchOptions,
): { readonly index: MatchIndex; readonly path: string } | undefined {
  const path = readPath(table, target, maxParamLength)
  if (path === undefined) return undefined
  return ignoresEscapeCase === true
    ? { index: table.foldedIndex, path: toUpperEscapes(path) }
    : { index: table.index, path }
}

/**
 * The requested path. Undefined for a malformed path if no route has the same start, because later middleware may
 * answer it.
 *
 * @throws BadRequestException for a malformed path if a route has the same start
 */
function readPath(table: MatchableRoutes, target: string, maxParamLength: number): string | undefined {
  try {
    return parseRequestPath(target).path
  } catch (error) {
    const prefix = wellFormedPrefix(target)
    const isOurs =
      prefix !== undefined && haveRouteBelow(table.foldedIndex.table, toUpperEscapes(prefix), maxParamLength)
    if (isOurs) throw error
    return undefined
  }
}

/** @param prefix starts and ends with a slash, and is well-formed */
function haveRouteBelow(table: CompiledRoutes, prefix: string, maxParamLength: number): boolean {
  const segments = prefix.slice(1).split('/').slice(0, -1)
  return table.routes.some(({ pattern }, index) => {
    const start = literalStart(pattern)
    // If text shares a segment with a variable, `goesBelow` compares it half-decoded.
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

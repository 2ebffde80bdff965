import { BadRequestException } from '../exceptions.js'
import { notPlain } from './index/packed-trie.js'
import { headerOf, RequestFacts } from './request-facts.js'
import { parseRequestPath, type RequestPath } from './request-path.js'
import type { MatchOptions, MatchRequest, MethodOverride, RouteMatch } from './match-request.js'
import type { Route } from '../routes/route.js'
import type { RouteTable } from '../table/route-table.js'

/**
 * File order is priority: the first line that matches wins (route-file.md, section 3).
 *
 * @throws BadRequestException for a malformed path or method override
 */
export function matchRoute(
  { index }: RouteTable,
  request: MatchRequest,
  { maxParamLength, methodOverride }: MatchOptions,
): RouteMatch | undefined {
  const facts = index.isConditional ? new RequestFacts(request) : undefined
  if (methodOverride === false) {
    const match = index.matchPlain(request.method, request.path, facts, maxParamLength)
    if (match !== notPlain) return match
  }
  const requestPath = parseRequestPath(request.path)
  const method = effectiveMethod(request, requestPath, methodOverride)
  return index.matchCanonical(method, requestPath.path, facts, maxParamLength)
}

/**
 * The first line behind `after` that accepts the request: where it goes on when that line has passed it on.
 *
 * @param after a route of the table
 * @throws BadRequestException for a malformed path or method override
 */
export function matchFollowing(
  table: RouteTable,
  request: MatchRequest,
  after: Route,
  { maxParamLength, methodOverride }: MatchOptions,
): RouteMatch | undefined {
  const { index } = table
  const number = table.numberOf(after)
  const facts = index.isConditional ? new RequestFacts(request) : undefined
  if (methodOverride === false) {
    const method = request.method.toUpperCase()
    const match = index.matchAfter(number, method, request.path, false, facts, maxParamLength)
    if (match !== notPlain) return match
  }
  const requestPath = parseRequestPath(request.path)
  const method = effectiveMethod(request, requestPath, methodOverride)
  const match = index.matchAfter(number, method, requestPath.path, true, facts, maxParamLength)
  return match === notPlain ? undefined : match
}

/** The methods that some route accepts for this path, sorted; HEAD comes with GET. Empty when no path matches. */
export function allowedMethods(
  { index }: RouteTable,
  request: Omit<MatchRequest, 'method'>,
  { maxParamLength }: MatchOptions,
): string[] {
  const facts = index.isConditional ? new RequestFacts(request) : undefined
  const methods = index.methods.findPlain(request.path, facts, maxParamLength)
  if (methods !== notPlain) return [...methods]
  return [...index.methods.findCanonical(parseRequestPath(request.path).path, facts, maxParamLength)]
}

const overrideKey = 'x-http-method-override'
const overridable: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/** The method after the override that the options allow (route-file.md, section 3.9). */
export function effectiveMethod(
  request: MatchRequest,
  { query }: Pick<RequestPath, 'query'>,
  methodOverride: MethodOverride,
): string {
  const method = request.method.toUpperCase()
  if (methodOverride === false || (methodOverride === 'post' && method !== 'POST')) return method
  const asked = headerOf(request, overrideKey) ?? queryOverride(query)
  if (asked === undefined) return method
  if (methodOverride === 'compat') return asked.toUpperCase()
  if (!overridable.has(asked))
    throw new BadRequestException('The method override must be exactly PUT, PATCH or DELETE')
  return asked
}

function queryOverride(query: string | undefined): string | undefined {
  if (query === undefined || !query.toLowerCase().includes(overrideKey)) return undefined
  for (const [key, value] of new URLSearchParams(query)) if (key.toLowerCase() === overrideKey) return value
  return undefined
}

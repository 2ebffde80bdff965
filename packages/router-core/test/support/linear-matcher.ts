import type { MatchRequest, RouteMatch } from '@mvc-router/router-core'
import { parseHost, readHost } from '../../dist/lib/matching/host-matcher.js'
import { matchQuery } from '../../dist/lib/matching/match-query.js'
import type { MatchOptions } from '../../dist/lib/matching/match-request.js'
import { negotiateFormat } from '../../dist/lib/matching/negotiate-format.js'
import { compilePath, matchPath } from '../../dist/lib/matching/path-matcher.js'
import { parseRequestPath, type RequestPath } from '../../dist/lib/matching/request-path.js'
import type { CompiledRoute } from '../../dist/lib/matching/compiled-route.js'
import type { RouteTable } from '../../dist/lib/table/route-table.js'

/** A route that accepts a request apart from the method, and the values of its variables. */
interface Acceptance {
  readonly compiled: CompiledRoute
  readonly values: Record<string, string>
}

/**
 * Tries the routes one by one, in file order. The match index must return the same answers.
 *
 * @throws BadRequestException for a malformed path
 */
export function acceptOneByOne(
  table: RouteTable,
  request: Omit<MatchRequest, 'method'>,
  options: MatchOptions,
): Acceptance[] {
  const acceptances: Acceptance[] = []
  const routes = [...table.routes.keys()].map((number) => table.compiled(number))
  const all = request.ignoresEscapeCase === true ? routes.map(withUpperEscapes) : routes
  const requestPath = readPath(routes, request, options)
  if (requestPath === undefined) return acceptances
  for (const compiled of all) {
    const values = acceptAllButMethod(compiled, request, requestPath, options)
    if (values !== undefined) acceptances.push({ compiled, values })
  }
  return acceptances
}

/** The route with all escapes in upper case, for requests that ignore the case of escapes. */
function withUpperEscapes(compiled: CompiledRoute): CompiledRoute {
  const { pattern } = compiled.route
  const parts = pattern.parts.map((part) =>
    part.type === 'literal' ? { ...part, text: upperEscapes(part.text) } : part,
  )
  return { ...compiled, path: compilePath({ ...pattern, parts }) }
}

function upperEscapes(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
}

/** Parses the path. A malformed path throws only if a route could continue its well-formed start. */
function readPath(
  routes: readonly CompiledRoute[],
  { path, ignoresEscapeCase }: Omit<MatchRequest, 'method'>,
  { maxParamLength }: MatchOptions,
): RequestPath | undefined {
  try {
    const requestPath = parseRequestPath(path)
    return ignoresEscapeCase === true ? parseRequestPath(upperEscapes(path)) : requestPath
  } catch (error) {
    const segments = (path.split('?')[0] ?? '').split('/')
    if (segments[0] !== '') return undefined
    const bad = segments.findIndex((segment) => !isWellFormed(segment))
    const before = segments.slice(1, bad).map(upperEscapes)
    const isBelow = routes.map(withUpperEscapes).some((route) => mayMatchBelow(route, before, maxParamLength))
    if (isBelow) throw error
    return undefined
  }
}

/** True if the route could match a longer path that starts with `before`, where escapes are in upper case. */
function mayMatchBelow(
  { path: { segments: expected, tail, names } }: CompiledRoute,
  before: readonly string[],
  maxParamLength: number,
): boolean {
  const goesOn = expected.slice(before.length).some((segment) => segment.type !== 'literal' || segment.text)
  if (tail === undefined && !goesOn) return false
  // Only the literal at the start of the tail counts.
  const start = tail?.parts[0]
  const lead = start?.type === 'literal' ? decodeURIComponent(start.text) : ''
  const read = before[expected.length]
  if (tail !== undefined && read !== undefined && !decodeURIComponent(read).startsWith(lead)) return false
  const asked = before.slice(0, expected.length)
  if (asked.length === 0) return true
  const matcher = {
    segments: expected.slice(0, asked.length),
    names,
    tail: undefined,
    optionalTrailingSlash: false,
  }
  return matchPath(matcher, { segments: asked }, maxParamLength) !== undefined
}

function isWellFormed(segment: string): boolean {
  try {
    parseRequestPath(`/${segment}`)
    return true
  } catch {
    return false
  }
}

/** The matches of the routes that also accept the method. The next match answers if the first route passes on. */
export function matchAllAmong(acceptances: readonly Acceptance[], request: MatchRequest): RouteMatch[] {
  const method = request.method.toUpperCase()
  return acceptances
    .filter(({ compiled }) => acceptsMethod(compiled, method))
    .map((acceptance) => toMatch(acceptance, request))
}

export function allowedAmong(acceptances: readonly Acceptance[]): string[] {
  const allowed = new Set<string>()
  for (const { compiled } of acceptances) {
    const methods = methodsOf(compiled) ?? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    for (const method of methods) allowed.add(method)
  }
  if (allowed.has('GET')) allowed.add('HEAD')
  allowed.delete('WS')
  return [...allowed].toSorted()
}

function methodsOf({ route }: CompiledRoute): ReadonlySet<string> | undefined {
  return route.method === '*' ? undefined : new Set(route.method.split('|'))
}

function acceptsMethod(compiled: CompiledRoute, method: string): boolean {
  const methods = methodsOf(compiled)
  if (methods === undefined) return method !== 'WS'
  return methods.has(method) || (method === 'HEAD' && methods.has('GET'))
}

function acceptAllButMethod(
  { route, path, host }: CompiledRoute,
  request: Omit<MatchRequest, 'method'>,
  requestPath: RequestPath,
  { maxParamLength }: MatchOptions,
): Record<string, string> | undefined {
  const values = matchPath(path, requestPath, maxParamLength)
  if (values === undefined) return undefined
  const requestHost = request.host === undefined ? undefined : parseHost(request.host)
  if (host !== undefined) {
    const found = readHost(host, requestHost)
    if (found === undefined) return undefined
    for (const [name, value] of found) values[name] = value
  }
  if (route.formats.length > 0 && !route.formats.includes(formatOf(request))) return undefined
  if (!matchQuery(route.predicates, new URLSearchParams(requestPath.query))) return undefined
  return values
}

function toMatch({ compiled: { route }, values }: Acceptance, request: MatchRequest): RouteMatch {
  const args = Object.assign(values, route.args)
  const action = route.action.replace(/\{(\w+)\}/g, (_, name: string) => args[name] ?? '')
  const format = Object.hasOwn(args, 'format')
    ? args['format']
    : route.formats.length > 0
      ? formatOf(request)
      : undefined
  return format === undefined ? { route, action, args } : { route, action, args, format }
}

function formatOf({ headers }: Omit<MatchRequest, 'method'>): string {
  const accept = headers?.['accept']
  return negotiateFormat(typeof accept === 'string' ? accept : undefined)
}

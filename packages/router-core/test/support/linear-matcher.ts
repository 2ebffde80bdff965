import type { MatchRequest, RouteMatch } from '@mvc-router/router-core'
import { matchHost, parseHost } from '../../dist/lib/routing/host-matcher.js'
import { matchQuery } from '../../dist/lib/routing/match-query.js'
import type { MatchOptions } from '../../dist/lib/routing/match-request.js'
import { effectiveMethod } from '../../dist/lib/routing/match-route.js'
import { negotiateFormat } from '../../dist/lib/routing/negotiate-format.js'
import { matchPath } from '../../dist/lib/routing/path-matcher.js'
import { parseRequestPath, type RequestPath } from '../../dist/lib/routing/request-path.js'
import type { CompiledRoute } from '../../dist/lib/routing/compiled-route.js'
import type { RouteTable } from '../../dist/lib/routing/route-table.js'

/**
 * The rule itself: the routes are tried one by one, in file order, and the first that accepts the request wins. The
 * index must give the same answers.
 */
export function matchOneByOne(
  table: RouteTable,
  request: MatchRequest,
  options: MatchOptions,
): RouteMatch | undefined {
  const requestPath = parseRequestPath(request.path)
  const method = effectiveMethod(request, requestPath, options.methodOverride)
  for (const number of table.routes.keys()) {
    const compiled = table.compiled(number)
    if (!acceptsMethod(compiled, method)) continue
    const values = acceptAllButMethod(compiled, request, requestPath, options)
    if (values !== undefined) return toMatch(compiled, values, request)
  }
  return undefined
}

export function allowedOneByOne(
  table: RouteTable,
  request: Omit<MatchRequest, 'method'>,
  options: MatchOptions,
): string[] {
  const requestPath = parseRequestPath(request.path)
  const allowed = new Set<string>()
  for (const number of table.routes.keys()) {
    const compiled = table.compiled(number)
    if (acceptAllButMethod(compiled, request, requestPath, options) === undefined) continue
    const methods = compiled.methods ?? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    for (const method of methods) allowed.add(method)
  }
  if (allowed.has('GET')) allowed.add('HEAD')
  allowed.delete('WS')
  return [...allowed].toSorted()
}

function acceptsMethod({ methods }: CompiledRoute, method: string): boolean {
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
  if (host !== undefined && !matchHost(host, requestHost, values)) return undefined
  if (route.formats.length > 0 && !route.formats.includes(formatOf(request))) return undefined
  if (!matchQuery(route.predicates, new URLSearchParams(requestPath.query))) return undefined
  return values
}

function toMatch(
  { route }: CompiledRoute,
  values: Record<string, string>,
  request: MatchRequest,
): RouteMatch {
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

import { BadRequestException } from '../exceptions.js'
import { matchHost, parseHost, type Host } from './host-matcher.js'
import { matchQuery } from './match-query.js'
import { negotiateFormat } from './negotiate-format.js'
import { matchPath } from './path-matcher.js'
import { parseRequestPath, type RequestPath } from './request-path.js'
import type { CompiledRoute, Route, RouteTable } from './route-table.js'

/** What matching looks at. Names of headers are in lower case, as Node gives them. */
export interface MatchRequest {
  readonly method: string
  /** Relative to the mount; may carry a query. */
  readonly path: string
  /** With or without a port. */
  readonly host?: string | undefined
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined
}

export interface RouteMatch {
  readonly route: Route
  /** The action with its variables filled in. */
  readonly action: string
  /** Path and host variables, decoded, and the fixed arguments, which win. */
  readonly args: Record<string, string>
  /** The format that the route sets: from an argument named `format`, or from its list of formats. */
  readonly format?: string
}

export interface MatchOptions {
  readonly maxParamLength: number
  readonly methodOverride: MethodOverride
}

/** `post`: from POST only, to PUT, PATCH or DELETE. `compat`: from and to any method, as the ancestor did. */
export type MethodOverride = false | 'post' | 'compat'

/**
 * File order is priority: the first line that matches wins (route-file.md, section 3).
 *
 * @throws BadRequestException for a malformed path or method override
 */
export function matchRoute(
  table: RouteTable,
  request: MatchRequest,
  options: MatchOptions,
): RouteMatch | undefined {
  const asked = readRequest(request, options)
  for (let index = 0; index < table.routes.length; index++) {
    const compiled = table.compiled(index)
    if (!acceptsMethod(compiled, asked.method)) continue
    const args = matchWithoutMethod(compiled, asked, options)
    if (args !== undefined) return toMatch(compiled.route, args, asked)
  }
  return undefined
}

/** The methods that some route accepts for this path, sorted; HEAD comes with GET. Empty when no path matches. */
export function allowedMethods(
  table: RouteTable,
  request: Omit<MatchRequest, 'method'>,
  options: MatchOptions,
): string[] {
  const asked = readRequest({ ...request, method: 'GET' }, { ...options, methodOverride: false })
  const methods = new Set<string>()
  for (let index = 0; index < table.routes.length; index++) {
    const compiled = table.compiled(index)
    const fresh =
      compiled.methods === undefined || [...compiled.methods].some((method) => !methods.has(method))
    if (!fresh || matchWithoutMethod(compiled, asked, options) === undefined) continue
    for (const method of compiled.methods ?? everyMethod) methods.add(method)
  }
  if (methods.has('GET')) methods.add('HEAD')
  methods.delete('WS')
  return [...methods].toSorted()
}

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** A request, read once for all routes; what few routes ask for is computed when one does. */
interface AskedRequest {
  readonly method: string
  readonly path: RequestPath
  readonly host: Host | undefined
  readonly query: () => URLSearchParams
  readonly format: () => string
}

function readRequest(request: MatchRequest, { methodOverride }: MatchOptions): AskedRequest {
  const path = parseRequestPath(request.path)
  let query: URLSearchParams | undefined
  let format: string | undefined
  return {
    method: effectiveMethod(request, path, methodOverride),
    path,
    host: request.host === undefined ? undefined : parseHost(request.host),
    query: () => (query ??= new URLSearchParams(path.query)),
    format: () => (format ??= negotiateFormat(headerOf(request, 'accept'))),
  }
}

function acceptsMethod({ methods }: CompiledRoute, method: string): boolean {
  if (methods === undefined) return method !== 'WS'
  return methods.has(method) || (method === 'HEAD' && methods.has('GET'))
}

function matchWithoutMethod(
  { route, path, host }: CompiledRoute,
  asked: AskedRequest,
  { maxParamLength }: MatchOptions,
): Record<string, string> | undefined {
  const values = matchPath(path, asked.path, maxParamLength)
  if (values === undefined) return undefined
  if (host !== undefined && !matchHost(host, asked.host, values)) return undefined
  if (route.formats.length > 0 && !route.formats.includes(asked.format())) return undefined
  if (route.predicates.length > 0 && !matchQuery(route.predicates, asked.query())) return undefined
  return values
}

function toMatch(route: Route, values: Record<string, string>, asked: AskedRequest): RouteMatch {
  const args = Object.assign(values, route.args)
  const format = Object.hasOwn(args, 'format')
    ? args['format']
    : route.formats.length > 0
      ? asked.format()
      : undefined
  const action = resolveAction(route, args)
  return format === undefined ? { route, action, args } : { route, action, args, format }
}

function resolveAction({ action, target }: Route, args: Record<string, string>): string {
  if (target.type !== 'action' || target.call.variables.length === 0) return action
  return action.replace(/\{(\w+)\}/g, (_, name: string) => args[name] ?? '')
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

function headerOf({ headers }: MatchRequest, name: string): string | undefined {
  if (headers === undefined || !Object.hasOwn(headers, name)) return undefined
  const value = headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}

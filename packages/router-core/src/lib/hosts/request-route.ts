import type { Route } from '../routes/route.js'
import type { RoutePattern, RoutePatternPart } from '../syntax/pattern/route-pattern.js'
import type { HostRequest } from './host.js'

/** The value of `req.route`, in Express's form. Loggers and exporters group requests by `path`. */
export interface RequestRoute {
  readonly path: string
  /** The methods in lower case, as in Express. `_all` is every method. */
  readonly methods: Readonly<Record<string, true>>
  readonly stack: readonly never[]
}

export function toRequestRoute({ pattern, method }: Route): RequestRoute {
  const methods = method === '*' ? ['_all'] : method.toLowerCase().split('|')
  return Object.freeze({
    path: toRouteLabel(pattern),
    methods: Object.freeze(Object.fromEntries(methods.map((name) => [name, true] as const))),
    stack: noLayers,
  })
}

const noLayers: readonly never[] = Object.freeze([])

/** The pattern in Express's syntax, without constraints and host: `/user/{id}/?` is `/user/:id{/}`. */
function toRouteLabel({ parts, optionalTrailingSlash }: RoutePattern): string {
  const path = parts.map((part, index) => toExpress(part, parts[index + 1])).join('')
  return optionalTrailingSlash ? `${path}{/}` : path
}

function toExpress(part: RoutePatternPart, next: RoutePatternPart | undefined): string {
  if (part.type === 'literal') return part.text.replaceAll(/[{}()[\]+?!:*\\]/g, '\\$&')
  // Without the quotes, Express would read the next text as part of the name.
  const name = next?.type === 'literal' && /^[\w$]/.test(next.text) ? `"${part.name}"` : part.name
  return `${part.constraint?.spansSegments === true ? '*' : ':'}${name}`
}

interface Telemetry {
  readonly context?: { active(): { getValue(key: symbol): unknown } }
}

/** Metadata that the instrumentation of `node:http` reads after the answer. */
interface RequestMetadata {
  readonly type: string
  route?: string | undefined
}

const telemetryKey = Symbol.for('opentelemetry.js.api.1')
const metadataKey = Symbol.for('OpenTelemetry SDK Context Key RPC_METADATA')
/** The property in which OpenTelemetry's instrumentation of Express stores the paths of the outer layers. */
const layersKey = '__ot_middlewares'

/**
 * Sets the `http.route` of OpenTelemetry's server span and metrics. OpenTelemetry's instrumentation of Express does the
 * same for Express's routes. Call it before `request.route` is set.
 *
 * @param path the path of the route; undefined if the request has left the mapping without an answer
 * @param knownMount the result for the same request at an earlier line
 * @returns the mount path; undefined if nothing is traced
 */
export function traceRoute(
  request: HostRequest,
  path: string | undefined,
  knownMount?: string,
): string | undefined {
  const telemetry = (globalThis as { [telemetryKey]?: Telemetry })[telemetryKey]
  if (telemetry?.context === undefined) return undefined
  const metadata = telemetry.context.active().getValue(metadataKey) as RequestMetadata | undefined
  if (metadata?.type !== 'http') return undefined
  const mount = knownMount ?? mountOf(request, metadata)
  metadata.route = path === undefined ? undefined : mount + path
  return mount
}

/** The mount path as the application declares it (`/:tenant`). If it is not known, the mount path in the request. */
function mountOf(request: HostRequest, { route }: RequestMetadata): string {
  const { baseUrl } = request
  if (baseUrl === '') return ''
  const layers = (request as { [layersKey]?: readonly string[] })[layersKey]
  if (layers === undefined) return baseUrl
  // Outside of an Express route, the instrumentation has just stored the mount path. `layers` may lack ignored layers.
  if (route !== undefined && route !== '/' && request.route === undefined) return route
  const mount = layers.filter((path) => path !== '/' && path !== '/*').join('')
  return mount === '' ? baseUrl : mount
}

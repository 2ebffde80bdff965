import type { Route } from '../routes/route.js'
import type { RoutePattern, RoutePatternPart } from '../syntax/pattern/route-pattern.js'
import type { HostRequest } from './host.js'

/** The value of `req.route`, in the form of Express. Loggers and exporters group requests by its path. */
export interface RequestRoute {
  /** In Express's style, without constraints and host: `/user/:id`. */
  readonly path: string
  /** The methods in lower case, as Express writes them. `_all` is every method. */
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
  // Without the quotes, Express would read the text after the name as a part of it.
  const name = next?.type === 'literal' && /^[\w$]/.test(next.text) ? `"${part.name}"` : part.name
  return `${part.constraint?.spansSegments === true ? '*' : ':'}${name}`
}

/** The used part of the object that OpenTelemetry's packages share. */
interface Telemetry {
  readonly context?: { active(): { getValue(key: symbol): unknown } }
}

/** Metadata that the instrumentation of `node:http` reads when the request has been answered. */
interface RequestMetadata {
  readonly type: string
  route?: string | undefined
}

const telemetryKey = Symbol.for('opentelemetry.js.api.1')
const metadataKey = Symbol.for('OpenTelemetry SDK Context Key RPC_METADATA')
/** The property in which the instrumentation of Express keeps the paths of the outer layers. */
const layersKey = '__ot_middlewares'

/**
 * Sets the `http.route` of OpenTelemetry's server span and metrics. OpenTelemetry's instrumentation of Express does the
 * same for Express's routes. Without OpenTelemetry it only reads a global value. Call it before `request.route` is set.
 *
 * @param path of the route; undefined if the request has left the mapping without an answer
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

/** The mount path as the application writes it (`/:tenant`), or as the client wrote it if the first is not known. */
function mountOf(request: HostRequest, { route }: RequestMetadata): string {
  const { baseUrl } = request
  if (baseUrl === '') return ''
  const layers = (request as { [layersKey]?: readonly string[] })[layersKey]
  if (layers === undefined) return baseUrl
  // The instrumentation has just stored the mount path, unless the request is at a route. Its list may lack ignored layers.
  if (route !== undefined && route !== '/' && request.route === undefined) return route
  const mount = layers.filter((path) => path !== '/' && path !== '/*').join('')
  return mount === '' ? baseUrl : mount
}

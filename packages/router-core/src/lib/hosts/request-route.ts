import { toRouteLabel } from '../syntax/pattern/express-path.js'
import type { Route } from '../routes/route.js'
import type { HostRequest } from './host.js'

/** The value of Express's own `req.route`: loggers and exporters read the path, to group requests by route. */
export interface RequestRoute {
  /** In Express's style, without constraints and host: `/user/:id`. */
  readonly path: string
  /** As Express has them, in lower case; `_all` is every method. */
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

/** The part of the shared object of OpenTelemetry's packages that is used here. */
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
/** Where the instrumentation of Express keeps the paths of the layers around. */
const layersKey = '__ot_middlewares'

/**
 * Gives the server span and the metrics of OpenTelemetry their `http.route`, as its instrumentation of Express does for
 * Express's own routes. Where an application has no OpenTelemetry, it is one look at a global value. Call it before
 * `request.route` is set.
 *
 * @param path of the route; undefined when the request has left the mapping without an answer
 * @param knownMount what this gave for the same request at an earlier line
 * @returns the mount path, where something is traced
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

/** As it is written in the application where that is known, `/:tenant`; else as the client wrote it. */
function mountOf(request: HostRequest, { route }: RequestMetadata): string {
  const { baseUrl } = request
  if (baseUrl === '') return ''
  const layers = (request as { [layersKey]?: readonly string[] })[layersKey]
  if (layers === undefined) return baseUrl
  // The instrumentation has just written it down, unless the request is at a route already. Layers that it ignores are gone.
  if (route !== undefined && route !== '/' && request.route === undefined) return route
  const mount = layers.filter((path) => path !== '/' && path !== '/*').join('')
  return mount === '' ? baseUrl : mount
}

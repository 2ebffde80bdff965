import { toRouteLabel } from '../../syntax/pattern/express-path.js'
import type { Route } from '../../routes/route.js'
import type { ExpressRequest } from './express-request.js'

/** What Express's own router leaves at `req.route`: loggers and exporters read the path, to group requests by route. */
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

/** What the packages of OpenTelemetry share, as far as it is needed here. */
interface Telemetry {
  readonly context?: { active(): { getValue(key: symbol): unknown } }
}

/** What the instrumentation of `node:http` reads when the request has been answered. */
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
 * Express's own routes. Where an application has no OpenTelemetry, it is one look at a global value.
 *
 * @param path of the route; undefined when the request has left the mapping without an answer
 */
export function traceRoute(request: ExpressRequest, path: string | undefined): void {
  const telemetry = (globalThis as { [telemetryKey]?: Telemetry })[telemetryKey]
  if (telemetry?.context === undefined) return
  const metadata = telemetry.context.active().getValue(metadataKey) as RequestMetadata | undefined
  if (metadata?.type === 'http') metadata.route = path === undefined ? undefined : mountOf(request) + path
}

/** As it is written in the application where that is known, `/:tenant`; else as the client wrote it. */
function mountOf(request: ExpressRequest): string {
  const { baseUrl } = request
  if (baseUrl === '') return ''
  const layers = (request as { [layersKey]?: readonly string[] })[layersKey]
  if (layers === undefined) return baseUrl
  // No lists in between: this is asked of every request.
  let mount = ''
  for (const path of layers) if (path !== '/' && path !== '/*') mount += path
  return mount === '' ? baseUrl : mount
}

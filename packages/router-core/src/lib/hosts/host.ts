import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteMatch } from '../matching/match-request.js'

/**
 * The part of a request, a response and `next` that the library uses, in Express 4 and 5 alike. Structural, so that
 * neither Express's types nor its version leak into an application's.
 */
export interface HostRequest extends IncomingMessage, RoutedRequest {
  method: string
  url: string
  readonly originalUrl: string
  /** The mount path, as the client wrote it. */
  readonly baseUrl: string
  /** Relative to the mount, without the query, not decoded. */
  readonly path: string
  readonly secure: boolean
  /** The address of the client, through the proxies that the host trusts. */
  readonly ip?: string | undefined
  /** The application of Express. */
  readonly app?: { get(setting: string): unknown }
  params: Record<string, unknown>
  /** Express's own, or the mapping's own route. */
  route?: unknown
  /** Texts and lists of texts by name. On Express it has the form that the setting `query parser` gives it. */
  readonly query?: unknown
  readonly body?: unknown
  readonly cookies?: unknown
}

/** The route of a request, for loggers. */
export interface RoutedRequest {
  /** The route that answers the request, set before its action runs. */
  routeMatch?: RouteMatch | undefined
  /** The methods of the routes for this path, if no route has the request's own. Computed at the first access. */
  allowedMethods?: readonly string[] | undefined
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the place where Express's types let others add to its request
  namespace Express {
    interface Request extends RoutedRequest {}
  }
}

/** A response of Express, as far as the router uses it. */
export interface HostResponse extends ServerResponse {
  readonly locals: Record<string, unknown>
  readonly app?: { readonly locals?: object; readonly settings?: Readonly<Record<string, unknown>> }
  readonly set?: unknown
  render(view: string, options?: object, callback?: (error: Error | null, html: string) => void): void
  /** Sets the status and returns the response. */
  status(code: number): HostResponse
  send(body?: unknown): unknown
  json(body?: unknown): unknown
  /** 302 unless a status comes first. */
  redirect(url: string): void
  redirect(status: number, url: string): void
}

/** The names of the hosts, as messages have them. */
export type HostName = 'Express' | 'Fastify' | 'Koa' | 'fetch' | 'node:http'

/** Settings of a request's application, as its host has them. */
export interface HostSettings {
  readonly hostName: HostName
  /** True if every guard that may run before the routes ignores case. Default: false. */
  ignoresCase?(request: HostRequest): boolean
  /** The requested host, with its port and unchecked, through the proxies that the host trusts. */
  authority(request: HostRequest): string | undefined
  isProduction?(request: HostRequest): boolean
}

/** The `next` of Express. */
export type NextFunction = (error?: unknown) => void

/** A middleware of Express, 4 or 5. It returns no promise and passes its errors to `next`. */
export type Middleware = (request: HostRequest, response: HostResponse, next: NextFunction) => void

/** An error handler, distinguished by its four parameters; it may return a promise. */
export type ErrorMiddleware = (
  error: unknown,
  request: HostRequest,
  response: HostResponse,
  next: NextFunction,
) => unknown

/**
 * Reads a property of a request or response by a variable name. Express 5 on Node 20 gives each of them its own hidden
 * class. An access such as `request.path` then takes 150 ns, because V8 stores the place of the property for the next
 * object of that class, which never comes. An access with changing names stores nothing and takes 20 ns.
 */
export function readProperty<Host extends HostRequest | HostResponse, Name extends keyof Host>(
  host: Host,
  name: Name,
): Host[Name] {
  return host[name]
}

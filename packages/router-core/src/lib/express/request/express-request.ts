import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteMatch } from '../../matching/match-request.js'

/**
 * What the library uses of Express's request, response and `next`, in Express 4 and 5 alike. Structural, so that
 * neither Express's types nor its version leak into an application's.
 */
export interface ExpressRequest extends IncomingMessage, RoutedRequest {
  method: string
  url: string
  readonly originalUrl: string
  /** The mount path, as the client wrote it. */
  readonly baseUrl: string
  /** Relative to the mount, without the query, not decoded. */
  readonly path: string
  readonly secure: boolean
  readonly app: { get(setting: string): unknown }
  params: Record<string, unknown>
  /** Express's own, or what the mapping tells of its own route. */
  route?: unknown
  readonly body?: unknown
  readonly cookies?: unknown
}

/** What the mapping tells of a request. */
export interface RoutedRequest {
  /** The route that answers the request, set before its action runs. */
  routeMatch?: RouteMatch | undefined
  /** The methods that routes have for this path, when none has the request's own. Found when it is read. */
  allowedMethods?: readonly string[] | undefined
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the place where Express's types let others add to its request
  namespace Express {
    interface Request extends RoutedRequest {}
  }
}

/** A response of Express, as far as the router uses it. */
export interface ExpressResponse extends ServerResponse {
  readonly locals: Record<string, unknown>
  readonly app?: { readonly locals?: object; readonly settings?: Readonly<Record<string, unknown>> }
  readonly set?: unknown
  render(view: string, options?: object, callback?: (error: Error | null, html: string) => void): void
  send(body?: unknown): unknown
  json(body?: unknown): unknown
  redirect(status: number, url: string): void
}

/** The `next` of Express. */
export type NextFunction = (error?: unknown) => void

/** A middleware of Express. It never returns a promise: what fails reaches `next`, in Express 4 as well. */
export type Middleware = (request: ExpressRequest, response: ExpressResponse, next: NextFunction) => void

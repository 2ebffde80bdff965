import { runOnHost } from '../as-host.js'
import { loadRoutes, withRoutes, type HostRouterOptions, type Routes } from '../load-routes.js'
import { loadPackage } from '../load-package.js'
import { answerRequest } from './answer-request.js'

/** Facts about a request that a Request does not have. */
export interface FetchContext {
  /** The path at which the routes are mounted. Request paths and links start with this path. Default: none. */
  readonly baseUrl?: string | undefined
  /** Values for views and controllers, in `response.locals`. */
  readonly locals?: Readonly<Record<string, unknown>> | undefined
  /** The address of the client, for the development pages and for logs. */
  readonly remoteAddress?: string | undefined
}

/** The routes for hosts that speak the Fetch API, and for tests. */
export interface FetchRoutes extends Routes {
  /**
   * @returns undefined if no line answers, or if the path is outside of `baseUrl`
   * @throws the error of an action, for the host to answer
   */
  fetch(request: Request, context?: FetchContext): Promise<Response | undefined>
}

/**
 * The routes for Hono, `Bun.serve`, `Deno.serve`, and for tests without a socket:
 *
 * ```ts
 * const routes = await mvcRouter({ routeFiles: 'routes.conf', controllers: { userController } })
 * const response = await routes.fetch(new Request('http://localhost/users/5'))
 * ```
 *
 * @throws RouteFileParsingException, ConfigurationException
 */
export async function mvcRouter(options: HostRouterOptions): Promise<FetchRoutes> {
  const { fetchNodeHandler } = await loadPackage('srvx', 'mvcRouter for fetch', () => import('srvx/node'))
  const { run, routes } = await loadRoutes(options, 'fetch')
  const fetch: FetchRoutes['fetch'] = (request, { baseUrl = '', locals, remoteAddress } = {}) =>
    answerRequest(fetchNodeHandler, request, (incoming, outgoing, next) => {
      const { url: originalUrl = '/', headers } = incoming
      const rest = originalUrl.slice(baseUrl.length)
      if (!originalUrl.startsWith(baseUrl) || !/^(?:[/?]|$)/.test(rest)) {
        next()
        return
      }
      incoming.url = rest.startsWith('/') ? rest : `/${rest}`
      Object.assign(incoming.socket, { remoteAddress })
      runOnHost(run, incoming, outgoing, {
        hostName: 'fetch',
        authority: () => headers.host,
        secure: request.url.startsWith('https:'),
        originalUrl,
        locals: { ...locals },
        native: [request],
        render: options.render,
        next,
      })
    })
  return withRoutes({ fetch }, routes)
}

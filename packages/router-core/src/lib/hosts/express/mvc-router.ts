import type { Middleware } from '../host.js'
import type { MvcRouterOptions } from '../configuration.js'
import { loadRoutes, withRoutes, type Routes } from '../load-routes.js'

/**
 * The routes as one middleware of Express:
 *
 * ```ts
 * const routes = await mvcRouter({ routeFiles: 'routes.conf', controllers: { userController } })
 * app.use(routes)
 * ```
 *
 * @throws RouteFileParsingException, ConfigurationException
 */
export async function mvcRouter(options: MvcRouterOptions): Promise<Middleware & Routes> {
  const { run, routes } = await loadRoutes(options, 'Express')
  return withRoutes<Middleware>((request, response, next) => run(request, response, next), routes)
}

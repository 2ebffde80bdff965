import type { Middleware, NextFunction } from '../host.js'
import type { MvcRouterOptions } from '../configuration.js'
import { loadRoutes, withRoutes, type Routes } from '../load-routes.js'
import { unknownHost } from '../require-known-host.js'

/**
 * The routes as one Express middleware:
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
  return withRoutes<Middleware>((request, response, next: unknown) => {
    // Koa and node:http call a middleware with two arguments.
    if (typeof next !== 'function') throw unknownHost()
    run(request, response, next as NextFunction)
  }, routes)
}

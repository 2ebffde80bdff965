import type { RequestListener, Server } from 'node:http'
import { Router, type RouterOptions } from '@mvc-router/router-core'
import { RouterHandlerMapping, type RouterHandlerMappingOptions } from '@mvc-router/router-core/express'
import express from 'express'
import type { ErrorMiddleware, Middleware } from '../middleware.js'
import { RestModule } from './rest-module.js'
import type { RestOptions } from './web-server-options.js'

/** A whole web server: the REST module, its routes in front of it, and how the router behaves. */
export interface WebServerOptions extends RestOptions {
  /** Route files whose lines come before those of the options `routes` and `controllers`. */
  readonly routeFiles?: RouterHandlerMappingOptions['routeFiles']
  readonly autoReloadEnabled?: boolean
  /** Middleware behind CORS and in front of the routes: authentication, compression, a request log. */
  readonly middleware?: readonly Middleware[]
  readonly router?: RouterOptions
}

/** An Express application, with its parts. */
export interface WebServer extends RequestListener {
  readonly mapping: RouterHandlerMapping
  readonly rest: RestModule
  use(...handlers: (Middleware | ErrorMiddleware)[]): unknown
  set(setting: string, value: unknown): unknown
  listen(port: number, callback?: () => void): Server
  listen(port: number, hostname: string, callback?: () => void): Server
  readonly locals: Record<string, unknown>
}

/**
 * Makes an Express application of controllers:
 *
 * ```ts
 * const app = await createWebServer({ controllers: [new BookController(books)] })
 * app.listen(3000)
 * ```
 * It is the application behind `Router.reverse`; of several servers in one process, the one made last.
 * @throws ConfigurationException, RouteFileParsingException
 */
export async function createWebServer({
  routeFiles = [],
  autoReloadEnabled = false,
  middleware = [],
  router = {},
  ...options
}: WebServerOptions): Promise<WebServer> {
  const rest = new RestModule(options)
  const mapping = new RouterHandlerMapping({
    ...router,
    routeFiles: [
      routeFiles,
      function restRoutes() {
        return rest.routes
      },
    ].flat(),
    controllers: rest.controllers,
    autoReloadEnabled,
  })
  await mapping.load()
  rest.connect(mapping)
  Router.use(mapping)

  const app = express()
  app.disable('x-powered-by')
  // Every answer has its own entity tag already, and a query is read without Express's help.
  app.disable('etag')
  app.set('query parser', false)
  if (rest.cors !== undefined) app.use(rest.cors)
  for (const handler of middleware) app.use(handler)
  app.use(mapping.middleware)
  app.use(rest.endOfRoutes)
  app.use(rest.exceptionHandler)
  return Object.assign(app, { mapping, rest })
}

import type { RequestListener, Server } from 'node:http'
import { Router, type RouterOptions } from '@mvc-router/router-core'
import {
  RouterHandlerMapping,
  type ErrorMiddleware,
  type Middleware,
  type RouterHandlerMappingOptions,
} from '@mvc-router/router-core/express'
import { corsFilter } from '../cors/cors-filter.js'
import { endOfRoutes } from './end-of-routes.js'
import { listenOf } from './listen.js'
import { namedControllers } from './named-controllers.js'
import { RestModule } from './rest-module.js'
import type { RestOptions } from './rest-options.js'

/** A whole web server: how its API behaves, its controllers and routes, and how the router behaves. */
export interface WebServerOptions
  extends
    Omit<RestOptions, 'pages'>,
    Pick<
      RouterHandlerMappingOptions,
      'componentScan' | 'instantiate' | 'interceptors' | 'extensions' | 'autoReloadEnabled' | 'cwd'
    > {
  /** By name, or a list, whose names are those of the classes with a lower-case first letter. */
  readonly controllers?: Readonly<Record<string, object>> | readonly object[]
  /** Lines of a route file for actions beside the generic ones. They come first, so they win. */
  readonly routes?: string
  /** Route files whose lines come before those of the options `routes` and `controllers`. */
  readonly routeFiles?: RouterHandlerMappingOptions['routeFiles']
  /** Middleware behind CORS and in front of the routes: authentication, compression, a request log. */
  readonly middleware?: readonly Middleware[]
  readonly router?: RouterOptions
  /** The application's Express, where it is not the one that `import 'express'` finds. */
  readonly express?: () => WebApplication
}

/** An Express application, with its parts. */
export interface WebServer extends WebApplication {
  readonly mapping: RouterHandlerMapping
  readonly rest: RestModule
}

/** What a web server uses, and gives, of an application of Express 4 or 5. */
export interface WebApplication extends RequestListener {
  use(...handlers: (Middleware | ErrorMiddleware)[]): unknown
  set(setting: string, value: unknown): unknown
  listen(port: number, callback?: () => void): Server
  listen(port: number, hostname: string, callback?: () => void): Server
  readonly locals: Record<string, unknown>
  /** The prototypes of its requests and responses. */
  readonly request: object
  readonly response: object
}

/**
 * Makes an Express application of controllers:
 *
 * ```ts
 * const app = await createWebServer({ controllers: [new BookController(books)] })
 * app.listen(3000)
 * ```
 * It is the application behind `Router.reverse`; of several servers in one process, the one made last. Its `listen` takes the
 * server of `createServer` (router-core), which costs less for each request.
 *
 * @throws ConfigurationException, RouteFileParsingException
 */
export async function createWebServer({
  controllers = {},
  componentScan,
  instantiate,
  interceptors,
  extensions = [],
  cwd,
  routes,
  routeFiles = [],
  autoReloadEnabled = false,
  middleware = [],
  cors,
  router = {},
  express,
  ...options
}: WebServerOptions): Promise<WebServer> {
  const rest = new RestModule({ ...options, pages: false })
  const mapping = new RouterHandlerMapping({
    ...router,
    routeFiles: routes === undefined ? routeFiles : [routeFiles, () => routes].flat(),
    controllers: Object.fromEntries(namedControllers(controllers)),
    componentScan,
    instantiate,
    interceptors,
    extensions: [...extensions, rest],
    autoReloadEnabled,
    cwd,
  })
  await mapping.load()
  Router.use(mapping)

  const app = (express ?? (await import('express')).default)()
  app.set('x-powered-by', false)
  // Every answer has its own entity tag already, and a query is read without Express's help.
  app.set('etag', false)
  app.set('query parser', false)
  // Before the application's own middleware: a preflight carries no credentials.
  if (cors !== undefined) app.use(corsFilter(cors))
  for (const handler of middleware) app.use(handler)
  app.use(mapping.middleware)
  app.use(endOfRoutes)
  app.use(rest.exceptionHandler)
  return Object.assign(app, { mapping, rest, listen: listenOf(app) })
}

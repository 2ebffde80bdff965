import type { RequestListener, Server } from 'node:http'
import { ConfigurationException, Router, type RouterOptions } from '@mvc-router/router-core'
import {
  createServer,
  type ErrorMiddleware,
  type Middleware,
  redirectToCanonical as canonicalRedirect,
  type RedirectToCanonicalOptions,
  RouterHandlerMapping,
  type RouterHandlerMappingOptions,
  type ServableApplication,
} from '@mvc-router/router-core/express'
import { checkOptions, lowerFirst, type OptionNames } from '@mvc-router/router-core/tools'
import { corsFilter } from '../cors/cors-filter.js'
import { endOfRoutes } from './end-of-routes.js'
import { RestModule } from './rest-module.js'
import { restOptionNames, type RestOptions } from './rest-options.js'

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
  /** Redirects `/books/` to `/books`, for GET and HEAD requests that no line answers. Default: false, which is 404. */
  readonly redirectToCanonical?: boolean | RedirectToCanonicalOptions
  /** The application's Express, where it is not the one that `import 'express'` finds. */
  readonly express?: () => WebApplication
}

const { pages: _pages, ...moduleOptionNames } = restOptionNames
const optionNames: OptionNames<WebServerOptions> = {
  ...moduleOptionNames,
  controllers: true,
  componentScan: true,
  instantiate: true,
  interceptors: true,
  extensions: true,
  autoReloadEnabled: true,
  cwd: true,
  routes: true,
  routeFiles: true,
  middleware: true,
  router: true,
  redirectToCanonical: true,
  express: true,
}

/** An Express application, with its parts. */
export interface WebServer extends WebApplication {
  readonly mapping: RouterHandlerMapping
  readonly rest: RestModule
}

/** An application of Express 4 or 5 as a web server uses and returns it. */
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
export async function createWebServer(webServerOptions: WebServerOptions): Promise<WebServer> {
  checkOptions('createWebServer', webServerOptions, optionNames)
  const {
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
    redirectToCanonical = false,
    express,
    ...options
  } = webServerOptions
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
  if (redirectToCanonical !== false)
    app.use(canonicalRedirect(redirectToCanonical === true ? {} : redirectToCanonical))
  app.use(endOfRoutes)
  app.use(rest.exceptionHandler)
  return Object.assign(app, { mapping, rest, listen: listenOf(app) })
}

/**
 * Controllers by name.
 *
 * @throws ConfigurationException for what is no controller, a list with an anonymous class or a name twice.
 */
export function namedControllers(
  controllers: Readonly<Record<string, object>> | readonly object[] = {},
): ReadonlyMap<string, object> {
  for (const [name, controller] of Object.entries<unknown>(controllers))
    if (typeof controller !== 'object' || controller === null)
      throw new ConfigurationException(
        'controllers',
        `The controller "${name}": expected an object made with "new", got ${typeof controller}`,
      )
  if (!Array.isArray(controllers)) return new Map(Object.entries(controllers))
  const named = new Map<string, object>()
  for (const controller of controllers) {
    const name = lowerFirst(controller.constructor.name)
    if (name === '' || name === 'object' || named.has(name)) {
      throw new ConfigurationException(
        'controllers',
        `Give the controllers by name: "${name}" is no name for one, or names two`,
      )
    }
    named.set(name, controller)
  }
  return named
}

/** Express's `app.listen`: the arguments of Node's `server.listen`. */
export type Listen = (...args: unknown[]) => Server

/**
 * `app.listen`, with a server that makes requests and responses with the application's prototypes. Errors go where the
 * application's Express sends them: to the callback since version 5, before that to the server alone.
 */
export function listenOf(application: ServableApplication): Listen {
  const isExpress4 = Object.hasOwn(application, 'lazyrouter')
  return (...args) => {
    const server = createServer(application)
    const callback = args.at(-1)
    if (typeof callback !== 'function' || isExpress4) return listen(server, args)
    const tellOnce = once(callback as (error?: unknown) => void)
    server.once('error', tellOnce)
    return listen(server, [...args.slice(0, -1), tellOnce])
  }
}

function listen(server: Server, args: readonly unknown[]): Server {
  return (server.listen as (...given: readonly unknown[]) => Server).apply(server, [...args])
}

function once(tell: (error?: unknown) => void): (error?: unknown) => void {
  let isTold = false
  return (error) => {
    if (isTold) return
    isTold = true
    tell(error)
  }
}

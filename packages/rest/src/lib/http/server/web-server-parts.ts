import {
  type Middleware,
  redirectToCanonical as canonicalRedirect,
  type RouterHandlerMapping,
  type RouterHandlerMappingOptions,
} from '@mvc-router/router-core/express'
import { corsFilter } from '../cors/cors-filter.js'
import { endOfRoutes } from './end-of-routes.js'
import { namedControllers } from './named-controllers.js'
import { RestModule } from './rest-module.js'
import type { WebServerSettings } from './web-server-options.js'

/** The parts that the server of every host has. */
export interface WebServerParts {
  readonly mapping: RouterHandlerMapping
  readonly rest: RestModule
}

/** A web server in pieces that every host puts together: CORS, middleware, routes, the end of the routes. */
export interface ServerPieces {
  readonly rest: RestModule
  readonly routes: RouterHandlerMappingOptions
  /** Before everything that an application adds: a preflight carries no credentials. */
  readonly cors: readonly Middleware[]
  readonly middleware: readonly Middleware[]
  readonly after: readonly Middleware[]
}

/** @throws ConfigurationException */
export function serverPieces({
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
  ...options
}: WebServerSettings): ServerPieces {
  const rest = new RestModule({ ...options, pages: false })
  const redirect = redirectToCanonical === true ? {} : redirectToCanonical
  return {
    rest,
    routes: {
      ...router,
      routeFiles: routes === undefined ? routeFiles : [routeFiles, () => routes].flat(),
      controllers: Object.fromEntries(namedControllers(controllers)),
      componentScan,
      instantiate,
      interceptors,
      extensions: [...extensions, rest],
      autoReloadEnabled,
      cwd,
    },
    cors: cors === undefined ? [] : [corsFilter(cors)],
    middleware,
    after: [...(redirect === false ? [] : [canonicalRedirect(redirect)]), endOfRoutes],
  }
}

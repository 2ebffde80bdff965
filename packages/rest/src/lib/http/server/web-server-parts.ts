import { ConfigurationException } from '@mvc-router/router-core'
import {
  type Middleware,
  redirectToCanonical as canonicalRedirect,
  type RouterHandlerMapping,
  type RouterHandlerMappingOptions,
} from '@mvc-router/router-core/express'
import { lowerFirst } from '@mvc-router/router-core/tools'
import { corsFilter } from '../cors/cors-filter.js'
import { endOfRoutes } from './end-of-routes.js'
import { RestModule } from './rest-module.js'
import type { WebServerSettings } from './web-server-options.js'

/** The parts of a web server on any host. */
export interface WebServerParts {
  readonly mapping: RouterHandlerMapping
  readonly rest: RestModule
}

/** The middleware and routes from which each host builds its application. */
export interface ServerPieces {
  readonly rest: RestModule
  readonly routes: RouterHandlerMappingOptions
  /** Runs before all middleware of the application, because a preflight has no credentials. */
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

/** @throws ConfigurationException for a value that is no controller, or a missing or repeated name */
function namedControllers(
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
        `Give the controllers by name: "${name}" names two controllers, or a controller has no named class`,
      )
    }
    named.set(name, controller)
  }
  return named
}

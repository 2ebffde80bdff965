import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { RouteFileLocation } from '../../loading/resolve-locations.js'
import type { InterceptorRegistry } from '../../http/interceptors/interceptor-registry.js'
import type { Controllers } from '../../controllers/resolve-controllers.js'
import type { RouterModelAttributeOptions } from '../../http/interceptors/router-model-attribute.js'
import type { RouterHandlerMappingOptions } from '../../http/router-handler-mapping-options.js'
import type { Middleware } from '../host.js'
import type { RouterParts } from '../load-routes.js'

/** The part of an Express application that the library uses. Express's own type is compatible with it. */
export interface ExpressApplication {
  (request: IncomingMessage, response: ServerResponse): unknown
  use(...handlers: Middleware[]): unknown
  use(path: string, ...handlers: Middleware[]): unknown
  set(setting: string, value: unknown): unknown
  get(setting: string): unknown
  engine(
    extension: string,
    render: (path: string, options: object, callback: (error: unknown, html?: string) => void) => void,
  ): unknown
  listen(port?: number, callback?: () => void): Server
}

/** Settings of a configuration class besides route files, controllers and interceptors. */
export type RouterConfigurationOptions = Omit<
  RouterHandlerMappingOptions,
  'routeFiles' | 'controllers' | 'interceptors'
> &
  Omit<RouterModelAttributeOptions, 'mapping'>

/**
 * The base class of an application's configuration. With Express's types, extend `RouterConfigurationSupport<Express>`.
 *
 * ```ts
 * class WebConfiguration extends RouterConfigurationSupport {
 *   listRouteFiles() { return ['routes.conf'] }
 *   override componentScan() { return 'dist/controllers' }
 * }
 * const app = await createApplication(new WebConfiguration())
 * ```
 */
export abstract class RouterConfigurationSupport<
  Application extends ExpressApplication = ExpressApplication,
> {
  /** Paths, globs, `file:` URLs, or `package:name/routes.conf`, in the order of priority. */
  abstract listRouteFiles(): readonly RouteFileLocation[]

  /** Controllers by name, or a list of classes. Default: the controllers that `componentScan` finds. */
  controllers(): Controllers | undefined | Promise<Controllers | undefined> {
    return undefined
  }

  /** A folder of built controllers, or several. Default: the option of the same name. */
  componentScan(): RouterHandlerMappingOptions['componentScan'] {
    return undefined
  }

  /** Adds interceptors, in the order in which they run. */
  addInterceptors(_registry: InterceptorRegistry): void {}

  routerOptions(): RouterConfigurationOptions {
    return {}
  }

  /** Adds middleware before the routes: `devTools(parts)`, settings, view engines, body parsers, sessions, guards. */
  configureApplication(_application: Application, _parts: RouterParts): void | Promise<void> {}

  /** Adds middleware after the routes: the pages for unanswered requests, and for errors. */
  configureErrorHandling(_application: Application, _parts: RouterParts): void | Promise<void> {}
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { RouteFileLocation } from '../../loading/resolve-locations.js'
import type { InterceptorRegistry } from '../../http/interceptors/interceptor-registry.js'
import type { Controllers } from '../../controllers/resolve-controllers.js'
import type { RouterModelAttributeOptions } from '../../http/interceptors/router-model-attribute.js'
import type { RouterHandlerMappingOptions } from '../../http/router-handler-mapping-options.js'
import type { Middleware } from '../host.js'
import type { RouterParts } from '../load-routes.js'

/** An Express application as the library uses it. Express's own type fits it, and has more. */
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
> & {
  /** The name of the object for links in every model. Default: `route`. */
  readonly attributeName?: string | undefined
  /** Values for variables of routes that a link does not name, from the request. */
  readonly defaults?: RouterModelAttributeOptions['defaults']
}

/**
 * The configuration of an application, as a class to extend; `RouterConfigurationSupport<Express>` where Express's types
 * are installed:
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
  /** Paths, globs, `file:` URLs, `package:name/routes.conf`; later files are appended. */
  abstract listRouteFiles(): readonly RouteFileLocation[]

  /** By name, or a list of classes. Default: those of the option `componentScan`. */
  controllers(): Controllers | undefined | Promise<Controllers | undefined> {
    return undefined
  }

  /** The folder of the built controllers, or several. Default: the option of the same name. */
  componentScan(): RouterHandlerMappingOptions['componentScan'] {
    return undefined
  }

  /** Adds interceptors, in the order in which they run. */
  addInterceptors(_registry: InterceptorRegistry): void {}

  routerOptions(): RouterConfigurationOptions {
    return {}
  }

  /** Middleware before the routes: `devTools(parts)`, settings, view engines, body parsers, sessions, guards. */
  configureApplication(_application: Application, _parts: RouterParts): void | Promise<void> {}

  /** Middleware behind the routes: the pages for unanswered requests, and for errors. */
  configureErrorHandling(_application: Application, _parts: RouterParts): void | Promise<void> {}
}

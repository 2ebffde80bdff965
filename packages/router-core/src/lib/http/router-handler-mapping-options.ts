import type { Controllers, Instantiate } from '../controllers/resolve-controllers.js'
import type { RouteFileLocation } from '../loading/resolve-locations.js'
import type { FollowOptions } from '../loading/route-table-source.js'
import { checkOptions, flag, type OptionNames } from '../check-options.js'
import { ConfigurationException } from '../exceptions.js'
import { routerOptionNames, type RouterOptions } from '../router-options.js'
import type { MappingExtension } from './extensions/mapping-extension.js'
import type { HandlerInterceptor } from './interceptors/handler-interceptor.js'
import { InterceptorRegistry } from './interceptors/interceptor-registry.js'
import type { MiddlewareMap } from './middleware/read-middleware.js'
import { isObject } from '../is-object.js'

/** Options of `RouterHandlerMapping`, with the options of the router. */
export interface RouterHandlerMappingOptions extends Omit<RouterOptions, 'controllers'> {
  /** Paths, globs, `file:` URLs, `package:name/routes.conf`, or functions, in the order of priority. */
  readonly routeFiles: RouteFileLocation | readonly RouteFileLocation[]
  /** Controllers by name, or a list of classes. Every action of the route files must exist. */
  readonly controllers?: Controllers | undefined
  /** A folder of built controllers, or several. */
  readonly componentScan?: string | URL | readonly (string | URL)[] | undefined
  /** Creates the instance of a controller class, for example with a container. Default: `new Class()`. */
  readonly instantiate?: Instantiate | undefined
  /** Reads the route files again when they change. For development. Default: false. */
  readonly autoReloadEnabled?: boolean | undefined
  /** The intervals for finding changes of the route files. */
  readonly autoReload?: FollowOptions | undefined
  /**
   * True if the mapping is only for links. It then needs no controllers, and its middleware passes every request on. If
   * false, an action that no controller has is an error of the route file. Default: false.
   */
  readonly reversingOnly?: boolean | undefined
  /** The middleware that `+ use=name` in route files names. An unknown name is an error of the route file. */
  readonly middleware?: MiddlewareMap | undefined
  readonly interceptors?: InterceptorRegistry | readonly HandlerInterceptor[] | undefined
  /** Additions of other packages, such as `new RestModule()`, called in this order. */
  readonly extensions?: readonly MappingExtension[] | undefined
  /** Answers 400 to every request whose host is not in `allowedHosts`, before any line is matched. Default: false. */
  readonly requireAllowedHost?: boolean | undefined
  /** The folder for relative route files, static folders and component scans. Default: `process.cwd()`. */
  readonly cwd?: string | undefined
}

export const mappingOptionNames: OptionNames<RouterHandlerMappingOptions> = {
  ...routerOptionNames,
  controllers: [isObject, '{ name: controller }'],
  routeFiles: true,
  componentScan: true,
  instantiate: true,
  autoReloadEnabled: flag,
  autoReload: true,
  reversingOnly: true,
  middleware: true,
  interceptors: [
    (value) => value instanceof InterceptorRegistry || Array.isArray(value),
    'a list, or an InterceptorRegistry',
  ],
  extensions: [Array.isArray, 'a list, such as [new RestModule()]'],
  requireAllowedHost: true,
  cwd: [(value) => typeof value === 'string', 'the path of a folder'],
}

/** @throws ConfigurationException for options that the compiler would refuse */
export function checkMappingOptions(options: RouterHandlerMappingOptions): void {
  if (!isObject(options))
    throw new ConfigurationException(
      'routeFiles',
      'RouterHandlerMapping: expected { routeFiles, controllers }',
    )
  checkOptions('RouterHandlerMapping', options, mappingOptionNames)
  checkOptions('autoReload', options.autoReload ?? {}, { quietTime: true, pollInterval: true })
}

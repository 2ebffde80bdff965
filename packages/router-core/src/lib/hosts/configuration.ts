import type { OptionNames } from '../check-options.js'
import type { RouterModelAttributeOptions } from '../http/interceptors/router-model-attribute.js'
import type { NamedMiddleware } from '../http/middleware/read-middleware.js'
import type { RouterHandlerMapping } from '../http/router-handler-mapping.js'
import type { ErrorMiddleware } from './host.js'
import {
  mappingOptionNames,
  type RouterHandlerMappingOptions,
} from '../http/router-handler-mapping-options.js'

/** Options of `mvcRouter` on every host: the options of the mapping and of the model attribute. */
export interface MvcRouterOptions
  extends RouterHandlerMappingOptions, Omit<RouterModelAttributeOptions, 'mapping'> {
  /** Middleware before the routes, such as a body parser. A function receives the mapping, which `devTools` needs. */
  readonly before?: MiddlewareAround | undefined
  /** Middleware after the routes: `redirectToCanonical()`, `methodNotAllowed()`. */
  readonly after?: MiddlewareAround | undefined
  /** Answers errors instead of the host's error handler. Its `next` passes an error on to the host's error handler. */
  readonly errorHandler?: ErrorMiddleware | undefined
}

export type MiddlewareAround =
  | readonly NamedMiddleware[]
  | ((mapping: RouterHandlerMapping) => readonly NamedMiddleware[])

/**
 * The configuration in `mvc-router.config.{ts,js,mjs,json}` (docs/configuration.md). The command and editors read it,
 * and `mvcRouter(config)` accepts it unchanged.
 */
export interface Configuration extends MvcRouterOptions {
  /** Path variables that links may leave out, because `defaults` returns their values. */
  readonly ambient?: readonly string[] | undefined
  /** The template engines of other file extensions: `{ '.html': 'nunjucks' }`. */
  readonly engines?: Readonly<Record<string, string>> | undefined
  /** The delimiters of blocks and variables in Nunjucks, if you changed them: `'<% %> <$ $>'`. */
  readonly nunjucksTags?: string | undefined
  /** Globs of the templates and programs that have links. Default: all files in the folder. */
  readonly templates?: readonly string[] | undefined
  /** Folders whose files another server or middleware serves: `FOLDER` or `PREFIX=FOLDER`. */
  readonly static?: readonly string[] | undefined
  /** Paths that the application answers without a route file: `/old/*`. */
  readonly elsewhere?: readonly string[] | undefined
  /** Options of a command, by its name: `{ types: { out: 'src/routes.d.ts' } }`. */
  readonly commands?: Readonly<Record<string, CommandSettings>> | undefined
}

type CommandSettings = Readonly<Record<string, string | boolean | readonly string[]>>

/** The settings that `mvcRouter` ignores. */
export const toolSettings = {
  ambient: true,
  engines: true,
  nunjucksTags: true,
  templates: true,
  static: true,
  elsewhere: true,
  commands: true,
} as const

/** The names of all settings, with their checks. */
export const configurationNames: OptionNames<Configuration> = {
  ...mappingOptionNames,
  ...toolSettings,
  attributeName: true,
  defaults: true,
  before: true,
  after: true,
  errorHandler: [(value) => typeof value === 'function', 'a function (error, request, response, next)'],
}

/** Returns its argument, so that the compiler checks the options. */
export function defineConfig<const Config extends Configuration>(config: Config): Config {
  return config
}

import type { OptionNames } from '../check-options.js'
import type { RouterModelAttributeOptions } from '../http/interceptors/router-model-attribute.js'
import type { NamedMiddleware } from '../http/middleware/named-middleware.js'
import type { RouterHandlerMapping } from '../http/router-handler-mapping.js'
import type { ErrorMiddleware } from './host.js'
import {
  mappingOptionNames,
  type RouterHandlerMappingOptions,
} from '../http/router-handler-mapping-options.js'

/** Options of `mvcRouter` on every host: the options of the mapping and of the model attribute. */
export interface MvcRouterOptions
  extends RouterHandlerMappingOptions, Omit<RouterModelAttributeOptions, 'mapping'> {
  /** Middleware before the routes, such as a body parser. If it is a function, it gets the mapping, for `devTools`. */
  readonly before?: MiddlewareAround | undefined
  /** Middleware after the routes: `redirectToCanonical()`, `methodNotAllowed()`. */
  readonly after?: MiddlewareAround | undefined
  /** Answers errors instead of the host's error handler. Its `next` passes an error on to that handler. */
  readonly errorHandler?: ErrorMiddleware | undefined
}

export type MiddlewareAround =
  | readonly NamedMiddleware[]
  | ((mapping: RouterHandlerMapping) => readonly NamedMiddleware[])

/**
 * The one configuration, in `mvc-router.config.{ts,js,mjs,json}` (docs/configuration.md): the command and editors read it, and
 * `mvcRouter(config)` takes it as it is.
 */
export interface Configuration extends MvcRouterOptions {
  /** Variables of paths that links may leave out, because `defaults` give them. */
  readonly ambient?: readonly string[] | undefined
  /** The engines of further extensions: `{ '.html': 'nunjucks' }`. */
  readonly engines?: Readonly<Record<string, string>> | undefined
  /** Nunjucks' own delimiters of blocks and variables: `'<% %> <$ $>'`. */
  readonly nunjucksTags?: string | undefined
  /** Globs of the templates and programs that have links. Default: all below the folder. */
  readonly templates?: readonly string[] | undefined
  /** Folders of files that another server or middleware serves, or `PREFIX=FOLDER`. */
  readonly static?: readonly string[] | undefined
  /** Paths that no route file has, because the application answers them otherwise: `/old/*`. */
  readonly elsewhere?: readonly string[] | undefined
  /** Options of single commands by their names: `{ types: { out: 'src/routes.d.ts' } }`. */
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

/** Every key of a configuration. */
export const configurationNames: OptionNames<Configuration> = {
  ...mappingOptionNames,
  ...toolSettings,
  attributeName: true,
  defaults: true,
  before: true,
  after: true,
  errorHandler: [(value) => typeof value === 'function', 'a function (error, request, response, next)'],
}

/** Returns its argument. The compiler then checks the types of the options. */
export function defineConfig<const Config extends Configuration>(config: Config): Config {
  return config
}

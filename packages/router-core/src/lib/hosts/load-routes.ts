import { setApplicationRouter } from '../application-router.js'
import { checkOptions, withoutNames } from '../check-options.js'
import { wrongOption } from '../exceptions.js'
import { RouterModelAttribute } from '../http/interceptors/router-model-attribute.js'
import { methodOverride } from '../http/middleware/method-override.js'
import type { NamedMiddleware } from '../http/middleware/read-middleware.js'
import { isErrorReason } from '../http/request/error-reason.js'
import { runMiddleware } from '../http/middleware/run-middleware.js'
import { RouterHandlerMapping } from '../http/router-handler-mapping.js'
import type { Reverser } from '../reversing/reverser.js'
import type { Router } from '../router.js'
import { currentReverser } from '../templates/current-reverser.js'
import type { TemplateRouter } from '../templates/reverse-link.js'
import {
  configurationNames,
  toolSettings,
  type MiddlewareAround,
  type MvcRouterOptions,
} from './configuration.js'
import { warn, type RenderView } from './as-host.js'
import type { HostName, Middleware, NextFunction } from './host.js'
import { isEnded } from './sent-answer.js'

/** Options of `mvcRouter` on all hosts except Express. */
export interface HostRouterOptions extends MvcRouterOptions {
  /** Renders a view if the host does not: `(view, model) => eta.render(view, model)`. */
  readonly render?: RenderView | undefined
}

/** The routes that `mvcRouter` returns on every host. */
export interface Routes extends Pick<RouterHandlerMapping, 'reverse' | 'close'> {
  readonly mapping: RouterHandlerMapping
  /** The current router. A reload replaces it. */
  readonly router: Router
}

/** The parts of a configuration, for an existing application. */
export interface RouterParts {
  readonly mapping: RouterHandlerMapping
  readonly modelAttribute: RouterModelAttribute
  /** The first middleware: the model attribute, and the method override if it is configured. */
  readonly before: readonly Middleware[]
  /** The middleware of the mapping. `createRouterParts` adds `methodNotAllowed()`. */
  readonly routes: readonly Middleware[]
}

/** @throws RouteFileParsingException, ConfigurationException */
export async function loadParts({
  attributeName,
  defaults,
  ...options
}: Omit<MvcRouterOptions, 'before' | 'after' | 'errorHandler'>): Promise<RouterParts> {
  const { methodOverride: override = false } = options
  const mapping = new RouterHandlerMapping(options)
  await mapping.load()
  const modelAttribute = new RouterModelAttribute({ mapping, attributeName, defaults })
  return {
    mapping,
    modelAttribute,
    before: [modelAttribute.middleware, ...(override === false ? [] : [methodOverride(override)])],
    routes: [mapping.middleware],
  }
}

/**
 * Loads the route files, joins all parts into one middleware, and makes the static `Router.reverse` use the mapping.
 *
 * @throws RouteFileParsingException, ConfigurationException
 */
export async function loadRoutes(
  options: HostRouterOptions,
  hostName: HostName,
): Promise<{ readonly run: Middleware; readonly routes: Routes }> {
  if (hostName === 'Express') checkOptions<MvcRouterOptions>('mvcRouter', options, configurationNames)
  else checkOptions('mvcRouter', options, { ...configurationNames, render: true })
  const { before = [], after = [], errorHandler, render: _, ...all } = options
  const others = withoutNames(all, toolSettings)
  const parts = await loadParts(others)
  const { mapping } = parts
  mapping.serveOnly(hostName)
  useStatically(mapping)
  const chain = [
    ...parts.before,
    ...middlewareOf('before', before, mapping),
    ...parts.routes,
    ...middlewareOf('after', after, mapping),
  ]
  return {
    run(request, response, next) {
      const done: NextFunction = (reason) => {
        if (errorHandler === undefined || !isErrorReason(reason) || isEnded(response)) return next(reason)
        // The error handler runs like middleware, so its own errors reach the host.
        const handler: NamedMiddleware = (...args) => errorHandler(reason, ...args)
        runMiddleware([handler], request, response, next, warn)
      }
      runMiddleware(chain, request, response, done, warn)
    },
    routes: {
      mapping,
      get router() {
        return mapping.router
      },
      reverse: mapping.reverse.bind(mapping),
      close: () => mapping.close(),
    },
  }
}

/** @throws ConfigurationException unless the option is a list of middleware, or a function that returns one */
function middlewareOf(
  option: 'before' | 'after',
  given: MiddlewareAround,
  mapping: RouterHandlerMapping,
): readonly NamedMiddleware[] {
  const list: unknown = typeof given === 'function' && given.length < 2 ? given(mapping) : given
  if (!Array.isArray(list) || !list.every((each) => typeof each === 'function'))
    throw wrongOption(option, 'expected a list of middleware, or a function of the mapping that returns one')
  return list
}

/** Adds the properties of `Routes` to a host's own function. */
export function withRoutes<Handler extends object>(handler: Handler, routes: Routes): Handler & Routes {
  return Object.defineProperties(handler, Object.getOwnPropertyDescriptors(routes)) as Handler & Routes
}

/** Makes the static `Router.reverse` use this mapping. During a request, it uses the application of the request. */
export function useStatically(mapping: RouterHandlerMapping): void {
  const application: TemplateRouter & Reverser = {
    get current() {
      return currentReverser() ?? mapping.router
    },
    reverse: (action, args) => (currentReverser() ?? mapping.router).reverse(action, args),
  }
  setApplicationRouter(application)
}

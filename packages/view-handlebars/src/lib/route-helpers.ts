import { type ModelAttribute, type ReverseArguments, Router } from '@mvc-router/router-core'
import {
  escapeHtml,
  isModelAttribute,
  locateError,
  mergeArguments,
  pageWith,
  printedLink,
  readLinkOptions,
  templateAction,
  type TemplateLinkOptions,
  type TemplatePosition,
  templateReverser,
  type TemplateRouter,
} from '@mvc-router/router-core/templates'
import type { HandlebarsEnvironment, HelperOptions, RouteHelper } from './handlebars-options.js'

/** The helpers by their names. */
export interface RouteHelpers extends Readonly<Record<string, RouteHelper>> {
  /** `{{route "userController.showUser" id=user.id}}` */
  readonly route: RouteHelper
  /** `{{#if (isRoute "userController.*")}}` */
  readonly isRoute: RouteHelper
  /** `{{routeWith page=2 q=null}}`: this page with another query. */
  readonly routeWith: RouteHelper
}

/**
 * Registers the helpers `route`, `isRoute` and `routeWith`: `registerRoute(Handlebars, router)`.
 *
 * @param router builds links outside of requests, as in mails: a `Router` or a `RouterHandlerMapping`; default `Router`
 * @throws ConfigurationException for an attribute name that a template could not use
 */
export function registerRoute(
  handlebars: HandlebarsEnvironment,
  router: TemplateRouter = Router,
  options: Omit<TemplateLinkOptions, 'router'> = {},
): void {
  for (const [name, helper] of Object.entries(routeHelpers(router, options)))
    handlebars.registerHelper(name, helper)
}

/** The helpers as an object: for express-handlebars, and for a single rendering. */
export function routeHelpers(
  router: TemplateRouter = Router,
  settings: Omit<TemplateLinkOptions, 'router'> = {},
): RouteHelpers {
  const names = { attributeName: true, onError: true } as const
  const { attributeName, onError } = readLinkOptions('registerRoute', settings, Router, names)
  return {
    route(...values) {
      const options = values.pop() as HelperOptions
      let link: unknown
      try {
        const action = templateAction(values[0])
        const reverser = templateReverser(modelAttribute(this, options, attributeName), router)
        link = printedLink(reverser, action, readArguments(action, values, options))
      } catch (error) {
        if (onError === undefined) throw located(error, options)
        link = onError(error, positionOf(options))
      }
      return options.fn === undefined ? link : options.fn(this, { blockParams: [link] })
    },

    routeWith(...values) {
      const options = values.pop() as HelperOptions
      try {
        const changes = mergeArguments('route.with', values[0], options.hash)
        return new PageLink(pageWith(modelAttribute(this, options, attributeName), router, changes))
      } catch (error) {
        if (onError === undefined) throw located(error, options)
        return onError(error, positionOf(options))
      }
    },

    isRoute(...values) {
      const options = values.pop() as HelperOptions
      const attribute = modelAttribute(this, options, attributeName)
      const { isCurrent: isCurrentRoute } = (
        isModelAttribute(attribute) ? attribute : {}
      ) as Partial<ModelAttribute>
      let isCurrent: boolean
      try {
        const pattern = templateAction(values[0])
        isCurrent = isCurrentRoute?.(pattern, readArguments(pattern, values, options)) === true
      } catch (error) {
        throw located(error, options)
      }
      if (options.fn === undefined) return isCurrent
      return isCurrent ? options.fn(this) : options.inverse?.(this)
    },
  }
}

/** A URL that other helpers can use as text. Handlebars prints it with only the necessary escapes. */
class PageLink extends String {
  toHTML(): string {
    return escapeHtml(this.toString())
  }
}

function readArguments(
  action: string,
  values: readonly unknown[],
  { hash }: HelperOptions,
): ReverseArguments | undefined {
  return mergeArguments(action, values.length > 2 ? values.slice(1) : values[1], hash)
}

/** The model attribute of the whole page, which `#each`, `#with` and partials do not hide. */
function modelAttribute(context: unknown, { data }: HelperOptions, attributeName: string): unknown {
  const page = data === undefined ? context : data.root
  return typeof page === 'object' && page !== null
    ? (page as Record<string, unknown>)[attributeName]
    : undefined
}

function located(error: unknown, options: HelperOptions): unknown {
  const position = positionOf(options)
  return position === undefined ? error : locateError(error, position)
}

function positionOf({ loc }: HelperOptions): TemplatePosition | undefined {
  return loc && { line: loc.start.line, column: loc.start.column + 1 }
}

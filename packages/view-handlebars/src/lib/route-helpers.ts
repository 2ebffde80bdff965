import { type ModelAttribute, type ReverseArguments, Router } from '@mvc-router/router-core'
import {
  checkAttributeName,
  isModelAttribute,
  locateError,
  mergeArguments,
  reverseLink,
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
}

/**
 * Registers the helpers `route` and `isRoute`: `registerRoute(Handlebars, router)`.
 *
 * @param router gives the links outside of requests, as in mails and jobs: a `Router`, a `RouterHandlerMapping`, or by
 *   default the class `Router`, the one of `Router.use`
 * @throws ConfigurationException for an attribute name that a template could not use
 */
export function registerRoute(
  handlebars: HandlebarsEnvironment,
  router: TemplateRouter = Router,
  options: TemplateLinkOptions = {},
): void {
  for (const [name, helper] of Object.entries(routeHelpers(router, options)))
    handlebars.registerHelper(name, helper)
}

/** The helpers `route` and `isRoute` as an object: for express-handlebars, and for a single rendering. */
export function routeHelpers(
  router: TemplateRouter = Router,
  { attributeName = 'route', onError }: TemplateLinkOptions = {},
): RouteHelpers {
  checkAttributeName('attributeName', attributeName)
  return {
    route(...values) {
      const options = values.pop() as HelperOptions
      let link: unknown
      try {
        const action = templateAction(values[0])
        const reverser = templateReverser(modelAttribute(this, options, attributeName), router)
        link = reverseLink(reverser, action, readArguments(action, values, options))
      } catch (error) {
        if (onError === undefined) throw located(error, options)
        link = onError(error, positionOf(options))
      }
      return options.fn === undefined ? link : options.fn(this, { blockParams: [link] })
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

function readArguments(
  action: string,
  values: readonly unknown[],
  { hash }: HelperOptions,
): ReverseArguments | undefined {
  return mergeArguments(action, values.length > 2 ? values.slice(1) : values[1], hash)
}

/** The variable of that name of the whole page, which `#each`, `#with` and partials do not hide. */
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

import {
  ActionDefinition,
  NoHandlerFoundException,
  type ReverseArguments,
  Router,
} from '@mvc-router/router-core'
import {
  escapeHtml,
  linkHtml,
  linkUrl,
  mergeArguments,
  pageWith,
  readLinkOptions,
  reverseLink,
  templateAction,
  type TemplateLinkOptions,
  templateReverser,
} from '@mvc-router/router-core/templates'
import { compileRouteTag } from './compile-route-tag.js'
import type { NunjucksLexer, NunjucksNode, NunjucksNodes, NunjucksParser } from './nunjucks-compiler.js'
import { pageTag, readRouteTag } from './read-route-tag.js'
import { RouteDirectiveException } from './route-directive-exception.js'

/** Options of `RouteDirective`. */
export type RouteDirectiveOptions = TemplateLinkOptions

/**
 * The `route` tag for nunjucks: a link by the name of its action.
 *
 * @example
 * env.addExtension('RouteDirective', new RouteDirective({ router }))
 * // {% route "userController.showUser", id=user.id %}
 * // {% route "userController.listAll" as users %} <a href="{{ users }}">
 * // {% routeWith page=2, q=none %}
 */
export class RouteDirective {
  /** Read by nunjucks. */
  readonly tags: string[] = ['route', pageTag]
  /** Called by compiled templates for a tag that prints. Returns HTML, or text without `autoescape`. */
  readonly printRoute: PrintFunction
  /** Called by compiled templates for a tag with `as`. Returns an ActionDefinition, or a URL for `routeWith`. */
  readonly link: LinkFunction
  /** Set by `env.addExtension`. */
  declare __name?: string

  /** @throws ConfigurationException for an attribute name that a template could not use */
  constructor(options: RouteDirectiveOptions = {}) {
    const { router, attributeName, onError } = readLinkOptions('RouteDirective', options, Router)

    this.printRoute = (context, line, column, action, args, named, actionSource) => {
      const isEscaped = context.env.opts.autoescape
      try {
        if (actionSource === pageTag) {
          const url = page(context, args, named)
          return isEscaped ? escapeHtml(url) : url
        }
        const name = readAction(action, actionSource)
        const reverser = templateReverser(context.lookup(attributeName), router)
        const merged = mergeArguments(name, args, named ?? undefined)
        return isEscaped ? linkHtml(reverser, name, merged) : linkUrl(reverser, name, merged)
      } catch (error) {
        const instead = failed(error, line, column)
        return isEscaped ? context.env.getFilter('escape')(instead) : instead
      }
    }

    this.link = function link(line, column, action, args, named, actionSource) {
      try {
        if (actionSource === pageTag) return page(this, args, named)
        giveFiltersText(this.env)
        const name = readAction(action, actionSource)
        const reverser = templateReverser(this.lookup(attributeName), router)
        return reverseLink(reverser, name, mergeArguments(name, args, named ?? undefined))
      } catch (error) {
        return failed(error, line, column)
      }
    }

    function page(
      context: Pick<TemplateContext, 'lookup'>,
      args: unknown,
      named: ReverseArguments | null,
    ): string {
      const changes = mergeArguments('route.with', args, named ?? undefined)
      return pageWith(context.lookup(attributeName), router, changes)
    }

    /** @returns the text that replaces the link */
    function failed(error: unknown, line: number, column: number): unknown {
      if (onError !== undefined) return onError(error, { line, column })
      throw new RouteDirectiveException(error, line, column)
    }
  }

  /** Called by nunjucks for each `route` and `routeWith` tag when a template is compiled. */
  parse(parser: NunjucksParser, nodes: NunjucksNodes, lexer: NunjucksLexer): NunjucksNode {
    // oxlint-disable-next-line no-underscore-dangle -- the name of the property is nunjucks' choice
    return compileRouteTag(readRouteTag(parser, lexer), nodes, this.__name ?? 'RouteDirective')
  }
}

interface TemplateContext {
  lookup(name: string): unknown
  readonly env: NunjucksEnvironment
}

interface NunjucksEnvironment {
  readonly opts: { readonly autoescape: boolean }
  getFilter(name: string): Filter
}

type Filter = (this: unknown, ...values: unknown[]) => unknown

const environmentsWithText = new WeakSet<NunjucksEnvironment>()

/**
 * Filters receive the link in a variable of `{% route ... as x %}` as a string, because some filters, such as `replace`,
 * accept only strings.
 */
function giveFiltersText(env: NunjucksEnvironment): void {
  if (environmentsWithText.has(env)) return
  environmentsWithText.add(env)
  const getFilter = env.getFilter.bind(env)
  env.getFilter = (name) => {
    const filter = getFilter(name)
    return function onText(...values) {
      return filter.apply(
        this,
        values.map((value) => (value instanceof ActionDefinition ? value.url : value)),
      )
    }
  }
}

/** A compiled tag passes its place, its arguments, and its action as written. */
type TagArguments = [
  line: number,
  column: number,
  action: unknown,
  args: unknown,
  named: ReverseArguments | null,
  actionSource: string | null,
]

type PrintFunction = (context: TemplateContext, ...tag: TagArguments) => unknown

type LinkFunction = (this: TemplateContext, ...tag: TagArguments) => unknown

function readAction(action: unknown, actionSource: string | null): string {
  if (actionSource !== null && (action === undefined || action === null)) {
    throw new NoHandlerFoundException(
      `The action is not a string but ${action}: without quotes, ${actionSource} is an expression. Write route "${actionSource}" to name the action`,
      { code: 'E_REVERSE_BAD_ACTION', action: '' },
    )
  }
  return templateAction(action)
}

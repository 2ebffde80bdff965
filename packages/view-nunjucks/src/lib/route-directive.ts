import {
  checkAttributeName,
  linkUrl,
  mergeArguments,
  NoHandlerFoundException,
  type ReverseArguments,
  reverseLink,
  Router,
  templateAction,
  type TemplateLinkOptions,
  templateReverser,
  type TemplateRouter,
} from '@mvc-router/router-core'
import type { NunjucksLexer, NunjucksNode, NunjucksNodes, NunjucksParser } from './nunjucks-compiler.js'
import { parseRouteTag } from './parse-route-tag.js'
import { RouteDirectiveException } from './route-directive-exception.js'

export interface RouteDirectiveOptions extends TemplateLinkOptions {
  /**
   * Gives the links where the template sees no model attribute: in mails and jobs, and in macros imported without
   * context. A `Router`, a `RouterHandlerMapping`, or by default the class `Router`: the one of `Router.use`.
   */
  readonly router?: TemplateRouter
}

/**
 * The `route` tag for nunjucks: a link by the name of its action.
 *
 * @example
 * env.addExtension('RouteDirective', new RouteDirective({ router }))
 * // {% route "userController.showUser", id=user.id %}
 * // {% route "userController.listAll" as users %} <a href="{{ users }}">
 */
export class RouteDirective {
  /** Read by nunjucks. */
  readonly tags: string[] = ['route']
  /** Called by compiled templates. */
  readonly link: RouteFunction
  /** Written by `env.addExtension`. */
  declare __name?: string

  /** @throws ConfigurationException for an attribute name that a template could not use */
  constructor(options: RouteDirectiveOptions = {}) {
    this.link = createRouteFunction(options)
  }

  /** Called by nunjucks for each `route` tag of a template, once, when the template is compiled. */
  parse(parser: NunjucksParser, nodes: NunjucksNodes, lexer: NunjucksLexer): NunjucksNode {
    // oxlint-disable-next-line no-underscore-dangle -- the name of the property is nunjucks' choice
    return parseRouteTag(parser, nodes, lexer, this.__name ?? 'RouteDirective')
  }
}

/**
 * What a compiled tag calls, with the context of the template as `this`. A tag that prints gets the URL as text, one
 * with `as` an ActionDefinition; so do templates that were compiled before the difference was made.
 */
export type RouteFunction = (
  this: { lookup(name: string): unknown },
  line: number,
  column: number,
  action: unknown,
  args: unknown,
  named: ReverseArguments | null,
  actionSource: string | null,
  isPrinted?: boolean,
) => unknown

function createRouteFunction({
  router = Router,
  attributeName = 'route',
  onError,
}: RouteDirectiveOptions): RouteFunction {
  checkAttributeName('attributeName', attributeName)
  return function link(line, column, action, args, named, actionSource, isPrinted = false) {
    try {
      const name = readAction(action, actionSource)
      const reverser = templateReverser(this.lookup(attributeName), router)
      const merged = mergeArguments(name, args, named ?? undefined)
      return isPrinted ? linkUrl(reverser, name, merged) : reverseLink(reverser, name, merged)
    } catch (error) {
      if (onError !== undefined) return onError(error, { line, column })
      throw new RouteDirectiveException(error, line, column)
    }
  }
}

function readAction(action: unknown, actionSource: string | null): string {
  if (actionSource !== null && (action === undefined || action === null)) {
    throw new NoHandlerFoundException(
      `The action is not a string but ${action}: without quotes, ${actionSource} is an expression. Write route "${actionSource}" to name the action`,
      { code: 'E_REVERSE_BAD_ACTION', action: '' },
    )
  }
  return templateAction(action)
}

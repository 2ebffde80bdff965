import type { ReverseArguments, Reverser } from '@mvc-router/router-core'
import type { NunjucksLexer, NunjucksNode, NunjucksNodes, NunjucksParser } from './nunjucks-compiler.js'
import { parseRouteTag } from './parse-route-tag.js'
import { RouteDirectiveException } from './route-directive-exception.js'

export interface RouteDirectiveOptions {
  /**
   * Gives the links where no request does: in mails and jobs, and in macros imported without context.
   * Inside a request the model attribute is asked first, since it knows the mount path and the host.
   */
  router: Reverser & { readonly current?: Reverser }
  /** The name that `RouterModelAttribute` gives the model attribute; `route` by default. */
  attributeName?: string
  /** What to print where a link cannot be built, instead of throwing: `() => '#'`. */
  onError?: (error: unknown, position: TemplatePosition) => unknown
}

/** Where a `route` tag stands in its template. Both count from 1. */
export interface TemplatePosition {
  readonly line: number
  readonly column: number
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

  constructor(options: RouteDirectiveOptions) {
    this.link = createRouteFunction(options)
  }

  /** Called by nunjucks for each `route` tag of a template, once, when the template is compiled. */
  parse(parser: NunjucksParser, nodes: NunjucksNodes, lexer: NunjucksLexer): NunjucksNode {
    return parseRouteTag(parser, nodes, lexer, this.__name ?? 'RouteDirective')
  }
}

/** What a compiled tag calls, with the context of the template as `this`. */
export type RouteFunction = (
  this: { lookup(name: string): unknown },
  line: number,
  column: number,
  action: unknown,
  args: unknown,
  named: ReverseArguments | null,
  actionSource: string | null,
) => unknown

function createRouteFunction({
  router,
  attributeName = 'route',
  onError,
}: RouteDirectiveOptions): RouteFunction {
  return function link(line, column, action, args, named, actionSource) {
    try {
      const attribute = this.lookup(attributeName)
      const reverser = isModelAttribute(attribute) ? attribute : (router.current ?? router)
      return reverser.reverse(actionName(action, actionSource), mergeArguments(args, named))
    } catch (error) {
      if (onError !== undefined) return onError(error, { line, column })
      throw new RouteDirectiveException(error, line, column)
    }
  }
}

/** Not every variable `route` is ours: the page of a bus line has one too, and so has `res.render(view, req.query)`. */
function isModelAttribute(value: unknown): value is Reverser {
  return (
    (typeof value === 'function' || (typeof value === 'object' && value !== null)) &&
    Object.hasOwn(value, 'reverse') &&
    typeof (value as Partial<Reverser>).reverse === 'function'
  )
}

function actionName(action: unknown, actionSource: string | null): string {
  if (typeof action === 'string') return action
  if (action instanceof String) return String(action) // nunjucks' SafeString
  const given = action === null ? 'null' : typeof action
  throw new TypeError(
    actionSource === null
      ? `The action is not a string but ${given}`
      : `The action is not a string but ${given}: without quotes, ${actionSource} is an expression. Write route "${actionSource}" to name the action`,
  )
}

function mergeArguments(args: unknown, named: ReverseArguments | null): ReverseArguments | undefined {
  if (args === null || args === undefined) return named ?? undefined
  if (typeof args !== 'object' || Array.isArray(args)) {
    throw new TypeError(`Arguments need a name: write id=value, not the ${typeof args} alone`)
  }
  return { ...args, ...named }
}

import { NoHandlerFoundException, printable } from '../exceptions.js'
import { noPage, reverserKey } from './model-attribute.js'
import type { TemplateRouter } from './reverse-link.js'
import { fromMap, givenNames, isArguments, unreadable } from '../reversing/reverse-arguments.js'
import type { ReverseArguments, Reverser } from '../reversing/reverser.js'
import { templateArguments } from './template-arguments.js'
import type { TemplatePosition } from './template-position.js'
import { isObjectOrFunction } from '../is-object.js'

/** Options of the tags and helpers of all template engines. */
export interface TemplateLinkOptions {
  /**
   * Builds links in templates without a model attribute, for example in mails: a `Router` or a `RouterHandlerMapping`.
   * Default: the class `Router`, which uses the router of `Router.use`.
   */
  readonly router?: TemplateRouter
  /** The name of the model attribute. Default: `route`. */
  readonly attributeName?: string
  /** Returns the text to print for a link that cannot be built, instead of throwing: `() => '#'`. */
  readonly onError?: (error: unknown, position: TemplatePosition | undefined) => unknown
}

/**
 * The source of a template's links: the model attribute of its request if the template has it, else the current
 * request, else the router.
 *
 * @param attribute the template's variable with the attribute's name. It may be any other value, such as `?route=x` in
 *   `res.render(view, req.query)`
 */
export function templateReverser(attribute: unknown, router: TemplateRouter): TemplateRouter {
  // Only the model attribute has this symbol.
  const own = (attribute as { readonly [reverserKey]?: TemplateRouter } | null | undefined)?.[reverserKey]
  if (own !== undefined) return own
  return isModelAttribute(attribute) ? attribute : (router.current ?? router)
}

/**
 * The URL of this page with another query, as the tags of all engines print it.
 *
 * @param attribute the template's variable with the attribute's name, as for `templateReverser`
 * @throws NoHandlerFoundException in a page that no line has answered, and outside of a request
 */
export function pageWith(attribute: unknown, router: TemplateRouter, changes: unknown): string {
  const page = [isModelAttribute(attribute) ? attribute : undefined, router, router.current].find(
    (source) => typeof source?.with === 'function',
  )
  if (page?.with === undefined) throw noPage()
  return page.with(changes)
}

/** True for an object or a function with its own property `reverse`, which only a program can set. */
export function isModelAttribute(value: unknown): value is TemplateRouter {
  return (
    isObjectOrFunction(value) &&
    Object.hasOwn(value, 'reverse') &&
    typeof (value as Partial<Reverser>).reverse === 'function'
  )
}

/**
 * The arguments of an object and the named arguments of the template, which win.
 *
 * @throws NoHandlerFoundException for values without names, and for objects that cannot be read
 */
export function mergeArguments(
  action: string,
  args: unknown,
  named: ReverseArguments | undefined,
): ReverseArguments | undefined {
  if (args === undefined || args === null) return named
  try {
    const given = fromMap(action, templateArguments(args))
    if (!isArguments(given)) {
      const type = typeof args === 'object' ? 'list' : typeof args
      throw new NoHandlerFoundException(
        `Arguments of "${printable(action)}" need a name: write id=value, not the ${type} alone`,
        {
          code: 'E_REVERSE_BAD_ARGS',
          action,
        },
      )
    }
    if (named === undefined) return given
    const own = fromMap(action, named)
    givenNames(action, own)
    return { ...given, ...own }
  } catch (cause) {
    throw unreadable(action, cause)
  }
}

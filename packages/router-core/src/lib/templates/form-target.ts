import { NoHandlerFoundException, printable } from '../exceptions.js'
import { isOverrideKey, overrideHeader } from '../matching/method-after-override.js'
import type { ActionDefinition } from '../reversing/action-definition.js'

/** The parts of an HTML form that reaches an action: its `action` and `method` attributes, and its hidden fields. */
export interface FormTarget {
  readonly url: string
  readonly method: 'get' | 'post'
  /** Name and value, without HTML escapes. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/**
 * The parts of a form that reaches an action.
 *
 * A browser drops the query of a GET form's `action`, so the query becomes hidden fields. PUT, PATCH and DELETE are
 * posted with a method override. The router reads it in the query (option `methodOverride: 'post'`), and
 * middleware that parses the body reads it in a field.
 *
 * @param method a method that the route accepts; default: its first
 * @throws NoHandlerFoundException if the route does not accept the method, or if a form cannot send it
 */
export function formTarget(definition: ActionDefinition, method?: string | null): FormTarget {
  const chosen = (method ?? definition.method).toUpperCase()
  if (
    chosen !== definition.method &&
    !definition.star &&
    !definition.route.method.split('|').includes(chosen)
  ) {
    throw unreachable(
      definition,
      `The route of "${definition.action}" accepts ${definition.route.method}, not ${chosen}`,
    )
  }
  const [bare = '', fragment] = definition.url.split('#', 2)
  const target = targetOf(bare, chosen)
  if (target === undefined)
    throw unreachable(definition, `A form cannot send ${chosen}, the method of "${definition.action}"`)
  return fragment === undefined ? target : { ...target, url: `${target.url}#${fragment}` }
}

/**
 * The parts of a form that reaches this page with another query.
 *
 * @param url the result of `route.with`
 * @throws NoHandlerFoundException for a method that a form cannot send
 */
export function pageForm(url: string, method = 'GET'): FormTarget {
  const target = targetOf(url, method.toUpperCase())
  if (target !== undefined) return target
  throw unreachable({ action: 'route.with' }, `A form cannot send ${printable(method.slice(0, 40))}`)
}

/** @param url without a fragment */
function targetOf(url: string, method: string): FormTarget | undefined {
  switch (method) {
    case 'GET':
      return getTarget(withoutOverride(url))
    case 'POST':
      return { url: withoutOverride(url), method: 'post', fields: [] }
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return {
        url: withOverride(url, method),
        method: 'post',
        fields: [[overrideHeader, method]],
      }
    default:
      return undefined
  }
}

function getTarget(url: string): FormTarget {
  const [path = ''] = url.split('?', 1)
  return { url: path, method: 'get', fields: [...new URLSearchParams(url.slice(path.length))] }
}

function withOverride(url: string, method: string): string {
  const own = withoutOverride(url)
  return `${own}${own.includes('?') ? '&' : '?'}${overrideHeader}=${method}`
}

/** Removes a method override that came with the arguments, because only the form may choose the method. */
function withoutOverride(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (path === url) return url
  const kept = url
    .slice(path.length + 1)
    .split('&')
    .filter((pair) => !isOverride(pair))
  return path + (kept.length === 0 ? '' : `?${kept.join('&')}`)
}

/** Reads the key as the router does, because a client may have written it with escapes. */
function isOverride(pair: string): boolean {
  const [key = ''] = new URLSearchParams(pair).keys()
  return isOverrideKey(key)
}

function unreachable({ action }: Pick<ActionDefinition, 'action'>, message: string): NoHandlerFoundException {
  return new NoHandlerFoundException(message, { code: 'E_REVERSE_NO_ROUTE', action })
}

import type { ReverseArguments } from '../reversing/reverser.js'
import { isObject } from '../is-object.js'

/**
 * Undoes the decorations of template engines: Nunjucks marks keyword arguments with `__keywords: true`, Handlebars
 * hands over an options object with the arguments in its `hash`. Anything else is returned as it is.
 */
export function templateArguments(value: unknown): ReverseArguments | undefined {
  if (value === undefined || value === null) return undefined
  const given = value as Record<string, unknown>
  if (typeof value !== 'object') return given
  try {
    // `in` is cheap where the answer is no, as it is for nearly every link.
    if ('__keywords' in given && Object.hasOwn(given, '__keywords') && given['__keywords'] === true) {
      const { __keywords: _, ...args } = given
      return args
    }
    if (isHandlebarsOptions(given)) return given['hash'] as ReverseArguments
  } catch {
    // It cannot be read. Reversing says so, and knows the action.
  }
  return given
}

/**
 * By the members that Handlebars gives them. Somebody's query may look the same; who hands that to a link lets its
 * author choose the arguments in either case.
 */
function isHandlebarsOptions(value: Record<string, unknown>): boolean {
  return (
    'hash' in value &&
    Object.hasOwn(value, 'hash') &&
    Object.hasOwn(value, 'name') &&
    // Templates that are compiled with `data: false` have none, but a place.
    (Object.hasOwn(value, 'data') || Object.hasOwn(value, 'loc')) &&
    isObject(value['hash'])
  )
}

import { NoHandlerFoundException } from '../exceptions.js'
import { stringOf } from '../reversing/reverse-arguments.js'
import type { ReverseArguments } from '../reversing/reverser.js'
import { isObject } from '../is-object.js'

/**
 * Reads the arguments that engines pass in their own form: Nunjucks marks keyword arguments with `__keywords: true`, and
 * Handlebars passes an object of options with the arguments in `hash`. Other values are returned unchanged.
 */
export function templateArguments(value: unknown): ReverseArguments | undefined {
  if (value === undefined || value === null) return undefined
  const given = value as Record<string, unknown>
  if (typeof value !== 'object') return given
  try {
    // `in` is fast if the property is missing, as for nearly every link.
    if ('__keywords' in given && Object.hasOwn(given, '__keywords') && given['__keywords'] === true) {
      const { __keywords: _, ...args } = given
      return args
    }
    if (isHandlebarsOptions(given)) return given['hash'] as ReverseArguments
  } catch {
    // The object cannot be read. Reversing throws an error with the action.
  }
  return given
}

/**
 * Recognizes the options of Handlebars by their members. If a template passes `request.query` to a link, a client can
 * imitate this shape. The client gains nothing, because it already chooses the arguments there.
 */
function isHandlebarsOptions(value: Record<string, unknown>): boolean {
  return (
    'hash' in value &&
    Object.hasOwn(value, 'hash') &&
    Object.hasOwn(value, 'name') &&
    // With the setting `data: false` there is no `data`, but a `loc`.
    (Object.hasOwn(value, 'data') || Object.hasOwn(value, 'loc')) &&
    isObject(value['hash'])
  )
}

/**
 * The text of an action that a template has passed.
 *
 * @throws NoHandlerFoundException for a value that is not a text, for example because a variable is misspelt
 */
export function templateAction(action: unknown): string {
  if (typeof action === 'string') return action
  const text = isObject(action) ? stringOf(action) : undefined
  if (text !== undefined) return text
  const given = action === null ? 'null' : typeof action
  throw new NoHandlerFoundException(
    `The action is not a string but ${given}: write it in quotes, as in "userController.showUser"`,
    { code: 'E_REVERSE_BAD_ACTION', action: '' },
  )
}

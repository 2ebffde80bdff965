import { NoHandlerFoundException } from '../exceptions.js'
import { isObject } from '../is-object.js'
import { stringOf } from '../reversing/reverse-arguments.js'

/**
 * The text of an action that a template has passed.
 *
 * @throws NoHandlerFoundException for a value that is not a text, such as that of a misspelt variable
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

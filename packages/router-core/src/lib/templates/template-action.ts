import { NoHandlerFoundException } from '../exceptions.js'
import { isObject } from '../is-object.js'
import { stringOf } from '../reversing/reverse-arguments.js'

/**
 * The name of an action as a template gave it.
 *
 * @throws NoHandlerFoundException for what is not text, as a misspelt variable
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

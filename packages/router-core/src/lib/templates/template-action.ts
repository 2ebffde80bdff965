import { NoHandlerFoundException } from '../exceptions.js'

/**
 * The name of an action as a template gave it.
 *
 * @throws NoHandlerFoundException for what is not text, as a misspelt variable
 */
export function templateAction(action: unknown): string {
  if (typeof action === 'string') return action
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- nunjucks' SafeString inherits from String
  if (action instanceof String) return action.toString()
  const given = action === null ? 'null' : typeof action
  throw new NoHandlerFoundException(
    `The action is not a string but ${given}: write it in quotes, as in "userController.showUser"`,
    { code: 'E_REVERSE_BAD_ACTION', action: '' },
  )
}

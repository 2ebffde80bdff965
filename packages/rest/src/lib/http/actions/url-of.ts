import type { ReverseArguments, Reverser } from '@mvc-router/router-core'

/**
 * The URL of an action as text, for headers and links: an `ActionDefinition` costs more than its URL.
 *
 * @throws NoHandlerFoundException
 */
export function urlOf(reverser: Reverser, action: string, args?: ReverseArguments): string {
  return reverser.href === undefined ? reverser.reverse(action, args).url : reverser.href(action, args)
}

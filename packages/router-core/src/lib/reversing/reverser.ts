import type { ActionDefinition } from './action-definition.js'
import type { ReverseArguments } from './reverse-arguments.js'

export type { ReverseArguments } from './reverse-arguments.js'

/** Turns an action into a URL. Templates need only this interface, so a fake is an object with one arrow function. */
export interface Reverser {
  /**
   * @param action `controller.method`, or with fixed arguments `controller.method(id:'5')`
   * @throws NoHandlerFoundException if no route can build the URL
   */
  reverse(action: string, args?: ReverseArguments | null): ActionDefinition
  /**
   * The URL of a link as text. It is absolute if the route has another host than the request.
   * Tags and helpers call `reverse` if a Reverser has no `href`.
   *
   * @throws NoHandlerFoundException as `reverse` does
   */
  href?(action: string, args?: ReverseArguments | null): string
}

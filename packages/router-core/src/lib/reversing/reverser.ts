import type { ActionDefinition } from './action-definition.js'
import type { ReverseArguments } from './reverse-arguments.js'

export type { ReverseArguments } from './reverse-arguments.js'

/**
 * Action in, URL out. The one thing that templates need of the router: view packages depend on this interface alone,
 * and a fake one is an arrow function in an object.
 */
export interface Reverser {
  /**
   * @param action `controller.method`, or with fixed arguments `controller.method(id:'5')`
   * @throws NoHandlerFoundException when no route can give the URL
   */
  reverse(action: string, args?: ReverseArguments | null): ActionDefinition
  /**
   * The URL of a link as text. It is absolute if the route has another host than the request.
   * Tags and helpers ask `reverse` where a Reverser has no `href`.
   *
   * @throws NoHandlerFoundException as `reverse` does
   */
  href?(action: string, args?: ReverseArguments | null): string
}

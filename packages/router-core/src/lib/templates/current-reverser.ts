import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReverseArguments, Reverser } from '../reversing/reverser.js'
import type { ActionDefinition } from '../reversing/action-definition.js'

/** A Reverser that knows the host of the request that it is bound to. */
export interface RequestReverser extends Reverser {
  /** With its port, as the request named it. */
  readonly host: string | undefined
  /**
   * The same as `reverse`, with `{name}` in the place of each path variable that is missing: a URI template (RFC 6570).
   *
   * @throws NoHandlerFoundException
   */
  reverseTemplate(action: string, args?: ReverseArguments | null): ActionDefinition
}

const storage = new AsyncLocalStorage<RequestReverser>()

/** Runs `callback`, and everything asynchronous that it starts, with `reverser` as the current one. */
export function runWithReverser<Result>(reverser: RequestReverser, callback: () => Result): Result {
  return storage.run(reverser, callback)
}

/** The Reverser of the request being handled, when there is one. */
export function currentReverser(): RequestReverser | undefined {
  return storage.getStore()
}

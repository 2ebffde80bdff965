import type * as AsyncHooks from 'node:async_hooks'
import { builtin } from '../runtime.js'
import type { ReverseArguments, Reverser } from '../reversing/reverser.js'
import type { ActionDefinition } from '../reversing/action-definition.js'

/** The Reverser of a request. */
export interface RequestReverser extends Reverser {
  /** The host in the request, with its port. */
  readonly host: string | undefined
  /**
   * A URI template (RFC 6570): the URL of `reverse`, with `{name}` for each missing variable of the path.
   *
   * @throws NoHandlerFoundException
   */
  reverseTemplate(action: string, args?: ReverseArguments | null): ActionDefinition
}

/** The value of `reverser` changes when the request reaches another application. */
export interface ReverserSource {
  readonly reverser: RequestReverser
}

const asyncHooks = builtin<typeof AsyncHooks>('node:async_hooks')

/** Undefined before the first request. */
let storage: AsyncHooks.AsyncLocalStorage<ReverserSource> | undefined

/** Runs `callback`, and everything asynchronous that it starts, with the Reverser of `source` as the current one. */
export function runWithReverser<Result>(source: ReverserSource, callback: () => Result): Result {
  storage ??= new (asyncHooks().AsyncLocalStorage)<ReverserSource>()
  return storage.run(source, callback)
}

export function currentReverser(): RequestReverser | undefined {
  return storage?.getStore()?.reverser
}

export function currentSource(): ReverserSource | undefined {
  return storage?.getStore()
}

import type * as AsyncHooks from 'node:async_hooks'
import { builtin } from '../runtime.js'
import type { ReverseArguments, Reverser } from '../reversing/reverser.js'
import type { ActionDefinition } from '../reversing/action-definition.js'

/** A Reverser of a request. It knows the host of the request. */
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

/** Gives the Reverser of a request, which changes when the request comes to another application. */
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

/** The Reverser of the current request, if there is one. */
export function currentReverser(): RequestReverser | undefined {
  return storage?.getStore()?.reverser
}

/** The source that `runWithReverser` has set. */
export function currentSource(): ReverserSource | undefined {
  return storage?.getStore()
}

import type * as AsyncHooks from 'node:async_hooks'
import { builtin } from '../runtime.js'
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

/** Knows the Reverser of a request, which changes when the request comes to another application. */
export interface ReverserSource {
  readonly reverser: RequestReverser
}

const asyncHooks = builtin<typeof AsyncHooks>('node:async_hooks')

/** Undefined until a request runs in it. */
let storage: AsyncHooks.AsyncLocalStorage<ReverserSource> | undefined

/** Runs `callback`, and everything asynchronous that it starts, with the Reverser of `source` as the current one. */
export function runWithReverser<Result>(source: ReverserSource, callback: () => Result): Result {
  storage ??= new (asyncHooks().AsyncLocalStorage)<ReverserSource>()
  return storage.run(source, callback)
}

/** The Reverser of the request being handled, when there is one. */
export function currentReverser(): RequestReverser | undefined {
  return storage?.getStore()?.reverser
}

/** The source that `runWithReverser` was given. */
export function currentSource(): ReverserSource | undefined {
  return storage?.getStore()
}

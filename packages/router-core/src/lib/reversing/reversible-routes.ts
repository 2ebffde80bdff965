import type { CompiledRoute } from '../matching/compiled-route.js'
import type { ActionIndex } from './action-index.js'
import type { ShortReverse } from './short-reverse.js'

/** What reversing asks of a route table. */
export interface ReversibleRoutes {
  /** The routes by action. */
  readonly actions: ActionIndex
  /** @throws RangeError when there is no such route */
  compiled(index: number): CompiledRoute
  /** The first route of an action, if the short way can reverse all of them. */
  shortReverse(action: string): ShortReverse | undefined
}

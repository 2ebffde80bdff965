import type { CompiledRoute } from '../matching/compiled-route.js'
import type { ActionIndex } from './action-index.js'
import type { ShortWayRoute } from './short-way-route.js'

/** What reversing asks of a route table. */
export interface ReversibleRoutes {
  /** The routes by action. */
  readonly actions: ActionIndex
  /** @throws RangeError when there is no such route */
  compiled(index: number): CompiledRoute
  /** The first route of an action, if the short way can reverse all of them. */
  shortWayRoute(action: string): ShortWayRoute | undefined
}

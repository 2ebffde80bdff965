import type { IncomingMessage } from 'node:http'
import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Conditions } from '../repository/condition.js'

/**
 * The parameter `context` of the methods of generic controllers and services. It is `undefined` in a call outside of
 * any request. An overriding method passes it on: `super.findById(id, context)`.
 */
export interface RequestContext {
  readonly request: IncomingMessage
  /** The user of your authentication: `request.user`, which Passport and similar packages set. */
  readonly user: unknown
  /** Aborted if the client disconnects before the answer, or if the answer takes longer than `requestTimeout`. */
  readonly signal: AbortSignal
  /**
   * The `scope` of the controller: conditions for the rows that exist for this request. `CrudServiceImpl` adds them to
   * every query. Your own methods must add them too if they use the repository directly.
   */
  readonly scope?: Conditions | undefined
  /** The relations that the view of the answer does not show, so that they need not be loaded. */
  readonly unshown?: { readonly entity: EntityDefinition; readonly relations: readonly string[] } | undefined
}

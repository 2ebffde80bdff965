import type { IncomingMessage } from 'node:http'
import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Conditions } from '../repository/condition.js'

/**
 * The request that a method of a generic controller or service works for: its last parameter. It is `undefined` when a
 * program calls the method outside of any request. A method that overrides another one passes it on: `super.findById(id, context)`.
 */
export interface RequestContext {
  readonly request: IncomingMessage
  /** Whoever your authentication says it is: `request.user`, where Passport and its like put it. */
  readonly user: unknown
  /** Aborted when the client is gone before it has its answer, or has waited longer than `requestTimeout`. */
  readonly signal: AbortSignal
  /**
   * The controller's `scope`: the rows that exist for this request. `CrudServiceImpl` joins it to every question to its
   * repository; a method of your own that uses the repository itself does so, too.
   */
  readonly scope?: Conditions | undefined
  /** The relations of an entity that the view of the answer does not show: nobody has to load them. */
  readonly unshown?: { readonly entity: EntityDefinition; readonly relations: readonly string[] } | undefined
}

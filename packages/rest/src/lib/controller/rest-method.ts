import type { IdempotentRequest } from '../repository/idempotent-request.js'
import type { RequestContext } from '../service/request-context.js'

/**
 * The endpoints of a generic controller, in the order in which they are registered. Each is the name of an action:
 * `bookController.findById`.
 */
export const restMethods = [
  'findAll',
  'findById',
  'create',
  'update',
  'patch',
  'delete',
  'deleteAll',
] as const

/** A generic method of a controller, as `methods` names it. */
export type RestMethod = (typeof restMethods)[number]

/** The roles that operations need. */
export type Requirements = Readonly<Partial<Record<RestMethod | '*', readonly string[]>>>

/** Returns the roles that an operation needs, or `undefined` if everybody may do it. */
export function requiredRoles(requires: Requirements, operation: RestMethod): readonly string[] | undefined {
  return requires[operation] ?? requires['*']
}

/** The context of a write of one entity. */
export interface WriteContext<Entity extends object> extends RequestContext {
  /** Checks a conditional request in the transaction. It gets the current entity, and throws to refuse the write. */
  readonly precondition?: ((current: Entity) => void) | undefined
}

/** The context of a creation. */
export interface CreationContext extends RequestContext {
  /** The request with its `Idempotency-Key`. It is done only once, even if it is sent again. */
  readonly idempotentRequest?: IdempotentRequest | undefined
}

/** The context of a deletion of all entities. */
export interface CollectionContext<Entity extends object> extends RequestContext {
  /** Checks a conditional request in the transaction. It gets all entities, and throws to refuse the deletion. */
  readonly precondition?: ((current: readonly Entity[]) => void) | undefined
}

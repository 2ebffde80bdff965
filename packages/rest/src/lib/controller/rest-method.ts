import type { IdempotentRequest } from '../repository/paging-and-sorting-repository.js'
import type { RequestContext } from '../service/request-context.js'

/** The endpoints of a generic controller, in the order of registration. */
export const restMethods = [
  'findAll',
  'findById',
  'create',
  'update',
  'patch',
  'delete',
  'deleteAll',
] as const

/** An endpoint of a generic controller. */
export type RestMethod = (typeof restMethods)[number]

/** The roles that operations need. */
export type Requirements = Readonly<Partial<Record<RestMethod | '*', readonly string[]>>>

/** Returns `undefined` if everybody may do the operation. */
export function requiredRoles(requires: Requirements, operation: RestMethod): readonly string[] | undefined {
  return requires[operation] ?? requires['*']
}

/** The context of a write of one entity. */
export interface WriteContext<Entity extends object> extends RequestContext {
  /** Checks a conditional request in the transaction. Throws an exception to refuse the write. */
  readonly precondition?: ((current: Entity) => void) | undefined
}

/** The context of a creation. */
export interface CreationContext extends RequestContext {
  /** The request with its `Idempotency-Key`. A repeated request is executed only once. */
  readonly idempotentRequest?: IdempotentRequest | undefined
}

/** The context of a deletion of all entities. `precondition` checks all of them. */
export type CollectionContext<Entity extends object> = WriteContext<readonly Entity[]>

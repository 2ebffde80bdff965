import type { IdempotentRequest } from '../repository/idempotent-request.js'
import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Page } from '../view/page.js'
import type { Cursors } from './list/cursors.js'
import type { Filters } from './list/filters.js'
import type { EntityPatch } from '../entity/read/read-entity.js'
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

/**
 * A controller as the HTTP layer uses it. Ids are texts of the path. Both generic controllers implement this interface,
 * and a class of an application may implement it too. The last parameter of every method is the context of the request. It
 * is absent in a call outside of any request.
 */
export interface RestController<Entity extends object = object> {
  readonly entity: EntityDefinition<Entity>
  /** The names of the endpoints. `deleteAll` also needs the property `deleteAll` to be true. */
  readonly methods: readonly string[]
  readonly deleteAll: boolean
  /** If true, a write without `If-Match` is answered with 428. */
  readonly requireIfMatch?: boolean
  /** The largest `size` of a page. */
  readonly maxSize: number
  /** The largest number of rows that `page=no` answers. */
  readonly maxUnpaged: number
  /** The operators that lists take, by field. */
  readonly filters?: Filters
  /** Query parameters to ignore. Any other unknown parameter is refused. */
  readonly ignoredParameters?: readonly string[]
  /** With `exact`, pages show how many rows there are. */
  readonly totals?: 'exact' | 'none'
  /** The roles that operations need; `*` is for all other operations. An empty list admits every known user. */
  readonly requires?: Requirements
  /** Controllers whose lists are nested under one entity, by the last part of the path. */
  readonly nested?: Readonly<Record<string, RestController>>
  /**
   * Returns a page, or a list for `ids[]` and `page=no`.
   *
   * @throws IllegalArgumentException
   */
  findAll(parameters: URLSearchParams, context?: RequestContext): Promise<Page<Entity> | readonly Entity[]>
  /** @throws EntityNotFoundException, and IllegalArgumentException for a text that is not an id. */
  findById(id: string, context?: RequestContext): Promise<Entity>
  create(resource: Entity, context?: CreationContext): Promise<Entity>
  /**
   * Replaces all writable fields.
   *
   * @throws IllegalArgumentException if the resource has another id.
   */
  update(id: string, resource: Entity, context?: WriteContext<Entity>): Promise<Entity>
  patch(id: string, patch: EntityPatch<Entity>, context?: WriteContext<Entity>): Promise<Entity>
  delete(id: string, context?: WriteContext<Entity>): Promise<void>
  /** The action of `DELETE base`. */
  deleteAllEntities(context?: CollectionContext<Entity>): Promise<void>
  /**
   * Begins an operation. Returns a context with the `scope` of the rows that exist for the operation. Throws an exception
   * if the operation is not allowed.
   */
  enter?(operation: RestMethod, context: RequestContext): RequestContext | Promise<RequestContext>
  /**
   * Checks that the answer of an operation may show entities.
   *
   * @throws an exception that becomes the answer instead.
   */
  admit?(operation: RestMethod, context: RequestContext, entities: readonly Entity[]): void | Promise<void>
  /** True if an operation may be answered with 403. The OpenAPI document shows this. */
  mayRefuse?(operation: RestMethod): boolean
  /** True if a creation may have an `Idempotency-Key`; otherwise the header is answered with 501. */
  remembersRequests?(): boolean
  /** Sets the keys that seal the cursors of its lists. */
  setCursors?(cursors: Cursors): void
  /** Loads relations of a found entity. */
  include?(entity: Entity, relations: readonly string[], context: RequestContext): Promise<void>
  /** Rejects while the store cannot be used. */
  ping?(): Promise<void>
  /** Returns the text of the entity in URLs, or `undefined` if only an overridden `findById` knows it. */
  identifierOf(entity: Entity): string | undefined
}

/** True for a controller with the endpoints of `restMethods`. */
export function isRestController(controller: object): controller is RestController {
  return (
    'entity' in controller &&
    'methods' in controller &&
    'identifierOf' in controller &&
    typeof controller.identifierOf === 'function'
  )
}

import type { IdempotentRequest } from '../repository/idempotent-request.js'
import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Page } from '../view/page.js'
import type { Cursors } from './list/cursors.js'
import type { Filters } from './list/filters.js'
import type { EntityPatch } from '../entity/read/read-entity.js'
import type { RequestContext } from '../service/request-context.js'

/**
 * The endpoints of a generic controller, in the order in which they are registered. Each is an action of the same name:
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

/** The roles that an operation needs; `undefined` where everybody may do it. */
export function requiredRoles(requires: Requirements, operation: RestMethod): readonly string[] | undefined {
  return requires[operation] ?? requires['*']
}

/** The context of a write. */
export interface WriteContext<Entity extends object> extends RequestContext {
  /** The check of a conditional request: called with the current entity inside of the transaction, throws to refuse. */
  readonly precondition?: ((current: Entity) => void) | undefined
}

/** The context of a creation. */
export interface CreationContext extends RequestContext {
  /** The header `Idempotency-Key`: the request is done once, however often it is sent. */
  readonly idempotentRequest?: IdempotentRequest | undefined
}

/** The context of a write of everything. */
export interface CollectionContext<Entity extends object> extends RequestContext {
  /** The check of a conditional request: called with all entities inside of the transaction, throws to refuse. */
  readonly precondition?: ((current: readonly Entity[]) => void) | undefined
}

/**
 * A generic controller as the HTTP half uses it: ids are the texts of the path, entities go in and come out.
 * Both generic controllers implement it; so may a class of an application. The last parameter of every method is the
 * context of the request, which a call outside of any request does not have.
 */
export interface RestController<Entity extends object = object> {
  readonly entity: EntityDefinition<Entity>
  /** The endpoints that exist, by name. `deleteAll` is one of them only when `deleteAll` is true as well. */
  readonly methods: readonly string[]
  readonly deleteAll: boolean
  /** The largest `size` of a page. */
  readonly maxSize: number
  /** The largest number of rows that `page=no` answers. */
  readonly maxUnpaged: number
  /** The operators that lists take, by field. */
  readonly filters?: Filters
  /** Query parameters that mean nothing here; all other unknown ones are refused. */
  readonly ignoredParameters?: readonly string[]
  /** `exact` if lists say how many there are. */
  readonly totals?: 'exact' | 'none'
  /** The roles that operations need, `*` for all others; an empty list is for everybody who is known. */
  readonly requires?: Requirements
  /** Controllers whose lists are found under one entity, by the last part of the path. */
  readonly nested?: Readonly<Record<string, RestController>>
  /**
   * A page, or a simple list for `ids[]` and `page=no`.
   *
   * @throws IllegalArgumentException
   */
  findAll(parameters: URLSearchParams, context?: RequestContext): Promise<Page<Entity> | readonly Entity[]>
  /** @throws EntityNotFoundException, and IllegalArgumentException for a text that is no id. */
  findById(id: string, context?: RequestContext): Promise<Entity>
  create(resource: Entity, context?: CreationContext): Promise<Entity>
  /**
   * Replaces all writable fields.
   *
   * @throws IllegalArgumentException when the resource has another id.
   */
  update(id: string, resource: Entity, context?: WriteContext<Entity>): Promise<Entity>
  patch(id: string, patch: EntityPatch<Entity>, context?: WriteContext<Entity>): Promise<Entity>
  delete(id: string, context?: WriteContext<Entity>): Promise<void>
  /** The action behind `DELETE base`. */
  deleteAllEntities(context?: CollectionContext<Entity>): Promise<void>
  /**
   * Begins an operation: whether it is allowed at all, and which rows exist for it, as the `scope` of the context that
   * it gives. An exception is the answer.
   */
  enter?(operation: RestMethod, context: RequestContext): RequestContext | Promise<RequestContext>
  /**
   * Makes sure that entities may be shown in the answer to an operation.
   *
   * @throws the answer that they are instead.
   */
  admit?(operation: RestMethod, context: RequestContext, entities: readonly Entity[]): void | Promise<void>
  /** True if the answer to an operation may be 403, for the documents. */
  mayRefuse?(operation: RestMethod): boolean
  /** True if a creation may have an `Idempotency-Key`; otherwise the header is answered with 501. */
  remembersRequests?(): boolean
  /** Gives it what it seals the cursors of its lists with. */
  setCursors?(cursors: Cursors): void
  /** Loads relations of an entity that was found. */
  include?(entity: Entity, relations: readonly string[], context: RequestContext): Promise<void>
  /** Rejects while the store cannot be used. */
  ping?(): Promise<void>
  /** The text that identifies the entity in a URL; `undefined` when only an overridden `findById` knows. */
  identifierOf(entity: Entity): string | undefined
}

/** True for a generic controller, with endpoints of its own. */
export function isRestController(controller: object): controller is RestController {
  return (
    'entity' in controller &&
    'methods' in controller &&
    'identifierOf' in controller &&
    typeof controller.identifierOf === 'function'
  )
}

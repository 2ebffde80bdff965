import type { IdempotentRequest } from '../repository/idempotent-request.js'
import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Conditions } from '../repository/condition.js'
import type { Selection, Sort, TransactionOptions } from '../repository/paging-and-sorting-repository.js'
import type { Page } from '../view/page.js'
import type { RequestContext } from './request-context.js'

/** A page to find: `page` counts from 1. */
export interface PageRequest {
  readonly page: number
  readonly size: number
  readonly sort?: Sort | undefined
  readonly where?: Conditions | undefined
  /** Relations to load with each entity. */
  readonly include?: readonly string[] | undefined
  /** With `none`, rows are not counted, and the page only knows whether there is a next page. Default: `exact`. */
  readonly totals?: 'exact' | 'none'
}

/**
 * The service of a `ServiceBasedRestController`. `CrudServiceImpl` is the generic service. The last parameter of every
 * method is the context of the request. It is absent in a call outside of any request.
 */
export interface CrudService<Entity extends object, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  create(resource: Entity, context?: RequestContext): Promise<Entity>
  update(resource: Entity, context?: RequestContext): Promise<Entity>
  delete(resource: Entity, context?: RequestContext): Promise<void>
  deleteById(id: Id, context?: RequestContext): Promise<void>
  deleteAll(context?: RequestContext): Promise<void>
  deleteAllWithCascade(context?: RequestContext): Promise<void>
  /**
   * Override this method to find by something else than the key, such as a slug, or to hide rows from a user. `id` is a key,
   * or the text of the URL if the text is not a key or the service has `identifierOf`.
   */
  findById(id: Id, context?: RequestContext): Promise<Entity | undefined>
  /** Returns the text of an entity in URLs, for a service that finds by something else than the key. */
  identifierOf?(entity: Entity): string | undefined
  /** Finds by the key, even if `findById` is overridden, and keeps others from writing the row until the end of the transaction. */
  findForUpdate?(id: Id, context?: RequestContext): Promise<Entity | undefined>
  findByIds(ids: readonly Id[], context?: RequestContext): Promise<readonly Entity[]>
  findAll(selection?: Selection<Id>, context?: RequestContext): Promise<readonly Entity[]>
  findPaginated(request: PageRequest, context?: RequestContext): Promise<Page<Entity>>
  count(context?: RequestContext, where?: Conditions): Promise<number>
  /** Does a request only once, even if it is sent again. Without this method, such requests are answered with 501. */
  once?(request: IdempotentRequest, create: () => Promise<Entity>, context?: RequestContext): Promise<Entity>
  /** False if its repository cannot do `once`. */
  readonly remembersRequests?: boolean
  /** Rejects while the store cannot be used. */
  ping?(): Promise<void>
  transaction<Result>(work: () => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

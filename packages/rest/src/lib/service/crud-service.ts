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
  /** `none` counts nothing: the page knows only whether there is another one. Default `exact`. */
  readonly totals?: 'exact' | 'none'
}

/**
 * The service of a three-layer controller; `CrudServiceImpl` is the generic one. The last parameter of every
 * method is the context of the request, which a call outside of any request does not have.
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
   * Override it to find by something else than the key, such as a slug, or to hide rows from a user. The name in a URL
   * comes as a key, and as the text that it is when it is no key, or when there is `identifierOf`.
   */
  findById(id: Id, context?: RequestContext): Promise<Entity | undefined>
  /** The text that names an entity in URLs, for a service that finds by something else than the key. */
  identifierOf?(entity: Entity): string | undefined
  /** Finds by the key, even if `findById` is overridden, and keeps others from writing the row until the end of the transaction. */
  findForUpdate?(id: Id, context?: RequestContext): Promise<Entity | undefined>
  findByIds(ids: readonly Id[], context?: RequestContext): Promise<readonly Entity[]>
  findAll(selection?: Selection<Id>, context?: RequestContext): Promise<readonly Entity[]>
  findPaginated(request: PageRequest, context?: RequestContext): Promise<Page<Entity>>
  count(context?: RequestContext, where?: Conditions): Promise<number>
  /** Does a request once, however often it is sent. Without it, such requests are 501. */
  once?(request: IdempotentRequest, create: () => Promise<Entity>, context?: RequestContext): Promise<Entity>
  /** False if its repository cannot do `once`. */
  readonly remembersRequests?: boolean
  /** Rejects while the store cannot be used. */
  ping?(): Promise<void>
  transaction<Result>(work: () => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

import { ConfigurationException } from '@mvc-router/router-core'
import { noMemoryOfRequests } from '../repository/idempotency-keys.js'
import type { EntityDefinition } from '../entity/entity-definition.js'
import { notFound } from '../entity/entity-exceptions.js'
import { versionOf } from '../entity/entity-version.js'
import type { EntityNotFoundException } from '../exceptions/rest-exceptions.js'
import type { Conditions } from '../repository/condition.js'
import type {
  IdempotentRequest,
  PagingAndSortingRepository,
  Scoped,
  Selection,
  Sort,
  TransactionOptions,
} from '../repository/paging-and-sorting-repository.js'
import { Page } from '../view/page.js'
import type { RequestContext } from './request-context.js'
import { scopeFor } from './scoped-context.js'

/** A request for a page. `page` counts from 1. */
export interface PageRequest {
  readonly page: number
  readonly size: number
  readonly sort?: Sort | undefined
  readonly where?: Conditions | undefined
  readonly include?: readonly string[] | undefined
  /** With `none`, rows are not counted, and the page only knows whether a next page exists. Default: `exact`. */
  readonly totals?: 'exact' | 'none'
}

/**
 * The generic service. Extend it, and override methods to change them. The parameter `context` is the context of the
 * request. A call outside of any request has no context.
 *
 * ```ts
 * class BookService extends CrudServiceImpl<Book, number, BookRepository> {}
 * const bookService = new BookService(bookRepository)
 * ```
 */
export class CrudServiceImpl<
  Entity extends object,
  Id,
  Repository extends PagingAndSortingRepository<Entity, Id> = PagingAndSortingRepository<Entity, Id>,
> {
  #repository: Repository | undefined

  constructor(repository?: Repository & PagingAndSortingRepository<Entity, Id>) {
    this.#repository = repository
  }

  setRepository(repository: Repository): void {
    this.repository = repository
  }

  get entity(): EntityDefinition<Entity, Id> {
    return this.repository.entity
  }

  /** @throws EntityExistsException if the key or a unique value exists. */
  async create(resource: Entity, context?: RequestContext): Promise<Entity> {
    const scoped = this.#scoped(context)
    return this.repository.insert === undefined
      ? await this.repository.save(resource, scoped)
      : await this.repository.insert(resource, scoped)
  }

  /**
   * Writes an existing entity. If the entity has a version, the row must have the same version.
   *
   * @throws EntityNotFoundException
   * @throws OptimisticLockException
   */
  async update(resource: Entity, context?: RequestContext): Promise<Entity> {
    const expectedVersion = versionOf(this.entity, resource)
    return await this.repository.save(resource, {
      mustExist: true,
      expectedVersion,
      ...this.#scoped(context),
    })
  }

  /** @throws EntityNotFoundException */
  async delete(resource: Entity, _context?: RequestContext): Promise<void> {
    const id = this.entity.keyOf(resource)
    if (
      id === undefined ||
      !(await this.repository.delete(id, { expectedVersion: versionOf(this.entity, resource) }))
    )
      throw this.notFound()
  }

  /** @throws EntityNotFoundException */
  async deleteById(id: Id, _context?: RequestContext): Promise<void> {
    if (!(await this.repository.delete(id))) throw this.notFound()
  }

  async deleteAll(context?: RequestContext): Promise<void> {
    await this.transaction(async () => this.repository.deleteAll(this.#scoped(context)), {
      isRepeatable: true,
    })
  }

  /** Deletes each entity with `delete`, so that an overriding `delete` runs. */
  async deleteAllWithCascade(context?: RequestContext): Promise<void> {
    await this.transaction(async () => {
      for (const resource of await this.repository.findAll(this.#scoped(context)))
        await this.delete(resource, context)
    })
  }

  /**
   * Override this method to find by another field, such as a slug, or to hide rows from a user. `id` is the parsed key.
   * It is the text from the URL if the text is no key, or if `identifierOf` is overridden.
   *
   * @throws IllegalArgumentException for a text that is not a key.
   */
  async findById(id: Id, context?: RequestContext): Promise<Entity | undefined> {
    const key = typeof id === 'string' ? this.entity.parseKey(id) : id
    return await this.repository.findOne(key, this.#scoped(context))
  }

  /** Returns the id of an entity in URLs, by default the key. Override it together with `findById`. */
  identifierOf(entity: Entity): string | undefined {
    const key = this.entity.keyOf(entity)
    return key === undefined ? undefined : String(key)
  }

  /** Finds by the key, even if `findById` is overridden. Locks the row until the end of the transaction. */
  async findForUpdate(id: Id, context?: RequestContext): Promise<Entity | undefined> {
    return await this.repository.findOne(id, { lock: true, ...this.#scoped(context) })
  }

  async findByIds(ids: readonly Id[], context?: RequestContext): Promise<readonly Entity[]> {
    return ids.length === 0 ? [] : this.repository.findAll({ ids, ...this.#scoped(context) })
  }

  async findAll(selection: Selection<Id> = {}, context?: RequestContext): Promise<readonly Entity[]> {
    return await this.repository.findAll({ ...selection, ...this.#scoped(context) })
  }

  /**
   * Finds and counts in one query, if the repository can. A page that is not full is the last page, so the rows need no
   * count.
   */
  async findPaginated(request: PageRequest, context?: RequestContext): Promise<Page<Entity>> {
    const { page, size, sort, where, include, totals = 'exact' } = request
    const offset = (page - 1) * size
    const selection = { sort, where, include, ...this.#scoped(context) }
    if (totals === 'none') {
      const found = await this.repository.findAll({ ...selection, offset, limit: size + 1 })
      return new Page(found.slice(0, size), { number: page - 1, size, hasNext: found.length > size })
    }
    const mayBeShort = page === 1 && where !== undefined
    const isCountedHere = this.count === CrudServiceImpl.prototype.count
    if (this.repository.findCounted !== undefined && isCountedHere && !mayBeShort) {
      const { found, count } = await this.repository.findCounted({ ...selection, offset, limit: size })
      return new Page(found, { number: page - 1, size, totalElements: count })
    }
    const content = await this.repository.findAll({ ...selection, offset, limit: size })
    const isLast = content.length < size && (page === 1 || content.length > 0)
    const totalElements = isLast ? offset + content.length : await this.count(context, where)
    return new Page(content, { number: page - 1, size, totalElements })
  }

  async count(context?: RequestContext, where?: Conditions): Promise<number> {
    return await this.repository.count({ where, ...this.#scoped(context) })
  }

  /**
   * Executes a request only once, even if it is repeated.
   *
   * @throws NotImplementedException if the repository does not remember requests.
   */
  async once(
    request: IdempotentRequest,
    create: () => Promise<Entity>,
    context?: RequestContext,
  ): Promise<Entity> {
    if (this.repository.once !== undefined)
      return this.repository.once(request, create, this.#scoped(context))
    throw noMemoryOfRequests()
  }

  get remembersRequests(): boolean {
    return this.repository.once !== undefined
  }

  /** Rejects while the store is unavailable. */
  async ping(): Promise<void> {
    await this.repository.ping?.()
  }

  /** Runs `work` in a transaction, if the repository has transactions. Use it to change several entities. */
  async transaction<Result>(work: () => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return this.repository.transaction === undefined ? work() : this.repository.transaction(work, options)
  }

  protected get repository(): Repository {
    if (this.#repository === undefined) throw missingPart(this, 'repository')
    return this.#repository
  }

  /** A subclass that overrides `setRepository` assigns this property. */
  protected set repository(repository: Repository) {
    this.#repository = repository
  }

  protected notFound(): EntityNotFoundException {
    return notFound(this.entity)
  }

  #scoped(context: RequestContext | undefined): Scoped {
    if (context === undefined) return {}
    const scope = scopeFor(this.entity, context)
    const unshown = context.unshown?.entity === this.entity ? context.unshown.relations : undefined
    return { ...(scope !== undefined && { scope }), ...(unshown !== undefined && { unshown }) }
  }
}

export function missingPart(owner: object, part: 'repository' | 'service'): ConfigurationException {
  const setter = part === 'repository' ? 'setRepository' : 'setService'
  return new ConfigurationException(
    setter,
    `${owner.constructor.name} has no ${part} yet; call ${setter}. Where it is overridden, call super.${setter}(${part}) or assign this.${part}`,
  )
}

import type { EntityDefinition } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'
import { EntityNotFoundException } from '../exceptions/rest-exceptions.js'
import type { PagingAndSortingRepository, Sort } from '../repository/paging-and-sorting-repository.js'
import { Page } from '../view/page.js'
import type { CrudService, PageRequest } from './crud-service.js'
import type { RequestContext } from './request-context.js'

/**
 * The generic service over a repository: extend it, and override what an application does differently.
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
> implements CrudService<Entity, Id> {
  #repository: Repository | undefined

  constructor(repository?: Repository & PagingAndSortingRepository<Entity, Id>) {
    this.#repository = repository
  }

  /** Gives the service its repository, where that happens after its construction. */
  setRepository(repository: Repository): void {
    this.#repository = repository
  }

  get entity(): EntityDefinition<Entity, Id> {
    return this.repository.entity
  }

  /** @throws EntityExistsException when the key or a unique value exists. */
  async create(resource: Entity, _context?: RequestContext): Promise<Entity> {
    return this.repository.insert === undefined
      ? this.repository.save(resource)
      : this.repository.insert(resource)
  }

  /**
   * Writes an entity that exists; with a version, only over that version.
   * @throws EntityNotFoundException
   * @throws OptimisticLockException
   */
  async update(resource: Entity, _context?: RequestContext): Promise<Entity> {
    return this.repository.save(resource, { mustExist: true, expectedVersion: this.#versionOf(resource) })
  }

  /** @throws EntityNotFoundException */
  async delete(resource: Entity, _context?: RequestContext): Promise<void> {
    const id = this.entity.keyOf(resource)
    if (
      id === undefined ||
      !(await this.repository.delete(id, { expectedVersion: this.#versionOf(resource) }))
    )
      throw this.notFound()
  }

  /** @throws EntityNotFoundException */
  async deleteById(id: Id, _context?: RequestContext): Promise<void> {
    if (!(await this.repository.delete(id))) throw this.notFound()
  }

  async deleteAll(_context?: RequestContext): Promise<void> {
    await this.transaction(async () => this.repository.deleteAll())
  }

  /** Deletes one entity after the other with `delete`, so that what that does besides happens for each. */
  async deleteAllWithCascade(context?: RequestContext): Promise<void> {
    await this.transaction(async () => {
      for (const resource of await this.repository.findAll()) await this.delete(resource, context)
    })
  }

  async findById(id: Id, _context?: RequestContext): Promise<Entity | undefined> {
    return this.repository.findOne(id)
  }

  async findForUpdate(id: Id, _context?: RequestContext): Promise<Entity | undefined> {
    return this.repository.findOne(id, { lock: true })
  }

  async findByIds(ids: readonly Id[], _context?: RequestContext): Promise<readonly Entity[]> {
    return ids.length === 0 ? [] : this.repository.findAll({ ids })
  }

  async findAll(
    options: { readonly sort?: Sort | undefined; readonly limit?: number } = {},
    _context?: RequestContext,
  ): Promise<readonly Entity[]> {
    return this.repository.findAll(options)
  }

  /** A first page that is not full says the count itself; a page past the end needs no look into the list. */
  async findPaginated({ page, size, sort }: PageRequest, context?: RequestContext): Promise<Page<Entity>> {
    const offset = (page - 1) * size
    const before = page === 1 ? undefined : await this.count(context)
    const isPast = before !== undefined && before <= offset
    const content = isPast ? [] : await this.repository.findAll({ offset, limit: size, sort })
    const totalElements = before ?? (content.length < size ? content.length : await this.count(context))
    return new Page(content, { number: page - 1, size, totalElements })
  }

  async count(_context?: RequestContext): Promise<number> {
    return this.repository.count()
  }

  /** Runs `work` all or nothing, where the repository can; for changes of more than one entity. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.repository.transaction === undefined ? work() : this.repository.transaction(work)
  }

  protected get repository(): Repository {
    if (this.#repository === undefined)
      throw new TypeError(`${this.constructor.name} has no repository yet; call setRepository`)
    return this.#repository
  }

  protected notFound(): EntityNotFoundException {
    return new EntityNotFoundException(`There is no such ${this.entity.name}`)
  }

  #versionOf(resource: Entity): number | undefined {
    const version = this.entity.version === undefined ? undefined : recordOf(resource)[this.entity.version]
    return typeof version === 'number' ? version : undefined
  }
}

import type { PagingAndSortingRepository } from '../repository/paging-and-sorting-repository.js'
import { CrudServiceImpl, missingPart } from '../service/crud-service-impl.js'
import { RestController } from './rest-controller.js'

/**
 * A controller that works directly on a repository.
 *
 * ```ts
 * class BookController extends RepositoryBasedRestController<Book, number, BookRepository> {}
 * const bookController = new BookController()
 * bookController.setRepository(bookRepository)
 * ```
 */
export class RepositoryBasedRestController<
  Entity extends object,
  Id,
  Repository extends PagingAndSortingRepository<Entity, Id> = PagingAndSortingRepository<Entity, Id>,
> extends RestController<Entity, Id> {
  #repository: Repository | undefined
  readonly #service = new CrudServiceImpl<Entity, Id, Repository>()

  constructor(repository?: Repository & PagingAndSortingRepository<Entity, Id>) {
    super()
    if (repository !== undefined) this.setRepository(repository)
  }

  setRepository(repository: Repository): void {
    this.repository = repository
  }

  /** A subclass that overrides `setRepository` assigns this property. */
  protected set repository(repository: Repository) {
    this.#repository = repository
  }

  /** @throws ConfigurationException if no repository is set */
  protected get repository(): Repository {
    if (this.#repository !== undefined) return this.#repository
    throw missingPart(this, 'repository')
  }

  /** Reads the repository for each operation, because a subclass may declare its own field `repository`. */
  protected override get operations(): CrudServiceImpl<Entity, Id> {
    this.#service.setRepository(this.repository)
    return this.#service
  }
}

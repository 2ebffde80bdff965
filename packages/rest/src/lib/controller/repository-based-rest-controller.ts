import { ConfigurationException } from '@mvc-router/router-core'
import type { PagingAndSortingRepository } from '../repository/paging-and-sorting-repository.js'
import { CrudServiceImpl } from '../service/crud-service-impl.js'
import type { CrudService } from '../service/crud-service.js'
import { GenericRestController } from './generic-rest-controller.js'

/**
 * A controller in two layers: it works on a repository.
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
> extends GenericRestController<Entity, Id> {
  #repository: Repository | undefined
  readonly #service = new CrudServiceImpl<Entity, Id, Repository>()

  constructor(repository?: Repository & PagingAndSortingRepository<Entity, Id>) {
    super()
    if (repository !== undefined) this.setRepository(repository)
  }

  /** Gives the controller its repository. */
  setRepository(repository: Repository): void {
    this.#repository = repository
    this.#service.setRepository(repository)
  }

  /** @throws ConfigurationException before `setRepository` */
  protected get repository(): Repository {
    if (this.#repository !== undefined) return this.#repository
    throw new ConfigurationException(
      'setRepository',
      `${this.constructor.name} has no repository yet; call setRepository`,
    )
  }

  /** Its own service knows the repository and nothing else, so the controller is who says that there is none. */
  protected override get operations(): CrudService<Entity, Id> {
    return this.repository && this.#service
  }
}

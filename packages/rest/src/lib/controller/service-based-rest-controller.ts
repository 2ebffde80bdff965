import { RestController } from './rest-controller.js'
import { type CrudServiceImpl, missingPart } from '../service/crud-service-impl.js'

/**
 * A controller that works on a service, which works on a repository.
 *
 * ```ts
 * class BookController extends ServiceBasedRestController<Book, number, BookService> {}
 * const bookController = new BookController()
 * bookController.setService(bookService)
 * ```
 */
export class ServiceBasedRestController<
  Entity extends object,
  Id,
  Service extends CrudServiceImpl<Entity, Id> = CrudServiceImpl<Entity, Id>,
> extends RestController<Entity, Id> {
  #service: Service | undefined

  constructor(service?: Service & CrudServiceImpl<Entity, Id>) {
    super()
    this.#service = service
  }

  setService(service: Service): void {
    this.service = service
  }

  protected get service(): Service {
    if (this.#service === undefined) throw missingPart(this, 'service')
    return this.#service
  }

  /** A subclass that overrides `setService` assigns this property. */
  protected set service(service: Service) {
    this.#service = service
  }

  protected override get operations(): CrudServiceImpl<Entity, Id> {
    return this.service
  }
}

import {
  CrudServiceImpl,
  defineEntity,
  MemoryRepository,
  NotFoundException,
  RepositoryBasedRestController,
  ServiceBasedRestController,
  type EntityOf,
} from '@mvc-router/rest'

const Book = defineEntity({ name: 'Book', key: { id: 'integer' }, fields: { slug: 'string' } })
type Book = EntityOf<typeof Book>

class BookController extends RepositoryBasedRestController<Book, number, MemoryRepository<Book, number>> {
  override async findById(slug: string): Promise<Book> {
    const book = await this.repository.findOneBy({ slug })
    if (book === undefined) throw new NotFoundException(`There is no book ${slug}`)
    return book
  }
}
class BookService extends CrudServiceImpl<Book, number> {}
class ServedBookController extends ServiceBasedRestController<Book, number, BookService> {}

export function controllers(): object {
  const served = new ServedBookController()
  served.setService(new BookService(new MemoryRepository<Book, number>(Book)))
  const bookController = new BookController()
  bookController.setRepository(new MemoryRepository(Book))
  return { bookController, served }
}

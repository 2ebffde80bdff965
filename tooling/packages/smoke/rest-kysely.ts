import { CrudServiceImpl, defineEntity, ServiceBasedRestController, type EntityOf } from '@mvc-router/rest'
import { createTables, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'

const Book = defineEntity({ name: 'Book', key: { id: 'integer' }, fields: { slug: 'string' } })
type Book = EntityOf<typeof Book>

class BookService extends CrudServiceImpl<Book, number> {}
class BookController extends ServiceBasedRestController<Book, number, BookService> {}

export async function bookController(): Promise<BookController> {
  const database = await openDatabase(':memory:')
  await createTables(database, [Book])
  const controller = new BookController()
  controller.setService(new BookService(new KyselyRepository(database, Book)))
  return controller
}

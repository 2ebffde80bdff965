import { expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  jsonViews,
  RepositoryBasedRestController,
  type EntityDefinition,
  type EntityOf,
  type ViewType,
} from '@mvc-router/rest'
import { createTables, KyselyRepository, openDatabase } from '@mvc-router/rest/kysely'
import { type RunningServer, start } from './http-client.js'

class SummaryView {}
class DetailView extends SummaryView {}

const Author = defineEntity({
  name: 'Author',
  key: { id: 'integer' },
  fields: { name: 'string' },
  views: { name: SummaryView },
})
const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: { title: 'string', authorId: { type: 'integer?', references: (): EntityDefinition => Author } },
  relations: { author: { entity: () => Author, by: 'authorId' } },
  views: { title: SummaryView, author: DetailView },
})
type Book = EntityOf<typeof Book>

/** Notes what is loaded with each book that is read. */
class NotingRepository extends KyselyRepository<Book, number> {
  readonly loaded: boolean[] = []

  override async findOne(...parameters: Parameters<KyselyRepository<Book, number>['findOne']>) {
    const found = await super.findOne(...parameters)
    this.loaded.push(found?.author !== undefined)
    return found
  }

  override async findAll(...parameters: Parameters<KyselyRepository<Book, number>['findAll']>) {
    const found = await super.findAll(...parameters)
    this.loaded.push(...found.map((book) => book.author !== undefined))
    return found
  }
}

/** Whether the author was loaded with each book that was read while a server in this view answered. */
async function loadedWhile(
  view: ViewType | undefined,
  ask: (server: RunningServer) => Promise<unknown>,
): Promise<readonly boolean[]> {
  const database = await openDatabase(':memory:')
  await createTables(database, [Author, Book])
  const author = await new KyselyRepository(database, Author).insert(Author.create({ name: 'Ada' }))
  const books = new NotingRepository(database, Book, { fetch: ['author'] })
  await books.insert(Book.create({ title: 'Notes', authorId: author.id }))
  class BookController extends RepositoryBasedRestController<Book, number> {
    readonly requestMapping = '/books'
  }
  if (view !== undefined) jsonViews(BookController, { type: view })
  const server = await start(
    await createWebServer({ controllers: { bookController: new BookController(books) } }),
  )
  await ask(server)
  await server.close()
  await database.close()
  return books.loaded
}

test('a relation is loaded where the view of the answer shows it, and nowhere else', async () => {
  for (const path of ['/books/1', '/books', '/books?page=no', '/books?ids[]=1']) {
    const ask = (server: RunningServer): Promise<unknown> => server.get(path)
    expect([path, await loadedWhile(SummaryView, ask)]).toEqual([path, [false]])
    expect([path, await loadedWhile(DetailView, ask)]).toEqual([path, [true]])
    expect([path, await loadedWhile(undefined, ask)]).toEqual([path, [true]])
  }
})

test('the tag of an answer without its relation is that of the row, for writes too', async () => {
  const statuses: number[] = []
  await loadedWhile(SummaryView, async (server) => {
    const { headers } = await server.get('/books/1')
    const body = { title: 'Letters' }
    const put = { 'content-type': 'application/json', 'if-match': String(headers.etag) }
    statuses.push((await server.call({ method: 'PUT', path: '/books/1', headers: put, body })).status)
    statuses.push((await server.call({ method: 'PUT', path: '/books/1', headers: put, body })).status)
  })
  expect(statuses).toEqual([200, 412])
})

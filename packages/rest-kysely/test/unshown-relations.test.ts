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
import { createTables, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'
import { type Call, type RunningServer, start } from '../../rest/test/http/http-client.js'

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

/** Records for each read or written book if its author is loaded. */
class NotingRepository extends KyselyRepository<Book, number> {
  readonly loaded: boolean[] = []

  override async findOne(...parameters: Parameters<KyselyRepository<Book, number>['findOne']>) {
    const found = await super.findOne(...parameters)
    this.loaded.push(found?.author !== undefined)
    return found
  }

  override async insert(...parameters: Parameters<KyselyRepository<Book, number>['insert']>) {
    const inserted = await super.insert(...parameters)
    this.loaded.push(inserted.author !== undefined)
    return inserted
  }

  override async save(...parameters: Parameters<KyselyRepository<Book, number>['save']>) {
    const saved = await super.save(...parameters)
    this.loaded.push(saved.author !== undefined)
    return saved
  }

  override async findAll(...parameters: Parameters<KyselyRepository<Book, number>['findAll']>) {
    const found = await super.findAll(...parameters)
    this.loaded.push(...found.map((book) => book.author !== undefined))
    return found
  }
}

/** Runs a server with this view. Returns for each read or written book if its author was loaded. */
async function loadedWhile(
  view: ViewType | undefined,
  ask: (server: RunningServer) => Promise<unknown>,
): Promise<readonly boolean[]> {
  const database = await openDatabase(':memory:')
  await createTables(database, [Author, Book])
  const author = await new KyselyRepository(database, Author).insert(Author.create({ name: 'Ada' }))
  const books = new NotingRepository(database, Book, { fetch: ['author'] })
  await books.insert(Book.create({ title: 'Notes', authorId: author.id }))
  books.loaded.length = 0
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

test('a GET loads a relation only if the view of the answer shows it', async () => {
  for (const path of ['/books/1', '/books', '/books?page=no', '/books?ids[]=1']) {
    const ask = (server: RunningServer): Promise<unknown> => server.get(path)
    expect([path, await loadedWhile(SummaryView, ask)]).toEqual([path, [false]])
    expect([path, await loadedWhile(DetailView, ask)]).toEqual([path, [true]])
    expect([path, await loadedWhile(undefined, ask)]).toEqual([path, [true]])
  }
})

test('a write loads a relation only if the view of the answer shows it', async () => {
  const merge = { 'content-type': 'application/merge-patch+json' }
  const json = { 'content-type': 'application/json' }
  const calls: readonly [Call, readonly boolean[]][] = [
    [{ method: 'POST', path: '/books', headers: json, body: { title: 'Letters', authorId: 1 } }, [true]],
    [
      { method: 'PUT', path: '/books/1', headers: json, body: { title: 'Letters', authorId: 1 } },
      [true, true],
    ],
    [{ method: 'PATCH', path: '/books/1', headers: merge, body: { title: 'Letters' } }, [true, true]],
    [{ method: 'DELETE', path: '/books/1' }, [false]],
  ]
  for (const [call, loaded] of calls) {
    const ask = async (server: RunningServer): Promise<unknown> =>
      expect((await server.call(call)).status).toBeLessThan(300)
    expect([call.method, await loadedWhile(SummaryView, ask)]).toEqual([call.method, loaded.map(() => false)])
    expect([call.method, await loadedWhile(DetailView, ask)]).toEqual([call.method, loaded])
    expect([call.method, await loadedWhile(undefined, ask)]).toEqual([call.method, loaded])
  }
})

test('a repeated POST loads a relation only if the view of the answer shows it', async () => {
  const again = { 'content-type': 'application/json', 'idempotency-key': 'k' }
  const body = { title: 'Letters', authorId: 1 }
  const send = async (server: RunningServer): Promise<void> => {
    for (let turn = 0; turn < 2; turn++)
      expect((await server.call({ method: 'POST', path: '/books', headers: again, body })).status).toBe(201)
  }
  expect(await loadedWhile(SummaryView, send)).toEqual([false, false])
  expect(await loadedWhile(DetailView, send)).toEqual([true, true])
})

test('a PUT accepts the tag of an answer that was loaded without a relation', async () => {
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

import { expect, test } from '@jest/globals'
import {
  createWebServer,
  CrudServiceImpl,
  defineEntity,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
  ServiceBasedRestController,
  type EntityOf,
} from '@mvc-router/rest'
import { type Answer, type RunningServer, start } from './http-client.js'

const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: { slug: { type: 'string', unique: true }, title: 'string' },
})
type Book = EntityOf<typeof Book>
type Books = MemoryRepository<Book, number>

class SlugService extends CrudServiceImpl<Book, number, Books> {
  override async findById(slug: unknown): Promise<Book | undefined> {
    return this.repository.findOneBy({ slug: String(slug) })
  }
}

class NamedSlugService extends SlugService {
  override identifierOf({ slug }: Book): string {
    return slug
  }
}

@RequestMapping('/books')
class ServiceController extends ServiceBasedRestController<Book, number> {}

@RequestMapping('/books')
class SlugController extends RepositoryBasedRestController<Book, number, Books> {
  override async findById(slug: string): Promise<Book> {
    return (await this.repository.findOneBy({ slug })) as Book
  }

  override identifierOf({ slug }: Book): string {
    return slug
  }
}

const json = { 'content-type': 'application/json' }
const merge = { 'content-type': 'application/merge-patch+json' }

async function using(bookController: object, use: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await start(
    await createWebServer({ controllers: { bookController }, logError: () => undefined }),
  )
  try {
    await use(server)
  } finally {
    await server.close()
  }
}

async function repository(): Promise<Books> {
  const books = new MemoryRepository<Book, number>(Book)
  await books.insert(Book.create({ slug: 'dune', title: 'Dune' }))
  await books.insert(Book.create({ slug: '1984', title: 'Nineteen Eighty-Four' }))
  return books
}

test.each([
  ['a service', (books: Books) => new ServiceController(new SlugService(books))],
  ['a service with identifierOf', (books: Books) => new ServiceController(new NamedSlugService(books))],
  ['a controller', (books: Books) => new SlugController(books)],
])('every request finds a book by its slug if findById of %s finds by slug', async (_who, create) => {
  const books = await repository()
  await using(create(books), async (server) => {
    expect(JSON.parse((await server.get('/books/dune')).text)).toMatchObject({ id: 1 })
    expect(JSON.parse((await server.get('/books/1984')).text)).toMatchObject({ id: 2 })
    expect((await server.get('/books/emma')).status).toBe(404)
    const ids = JSON.parse((await server.get('/books?ids[]=dune&ids[]=emma&ids[]=1984')).text)
    expect(ids.map(({ id }: Book) => id)).toEqual([1, 2])
    const body = { slug: 'dune', title: 'Dune!' }
    expect((await server.call({ method: 'PUT', path: '/books/dune', headers: json, body })).status).toBe(200)
    const patched = await server.call({
      method: 'PATCH',
      path: '/books/dune',
      headers: merge,
      body: { title: 'Dune?' },
    })
    expect(JSON.parse(patched.text)).toMatchObject({ id: 1, slug: 'dune', title: 'Dune?' })
    const again = await server.post('/books', { id: 1, slug: 'other', title: 'x' })
    expect(again.status).toBe(409)
    expect((await server.call({ method: 'DELETE', path: '/books/dune' })).status).toBe(204)
    expect((await server.call({ method: 'DELETE', path: '/books/dune' })).status).toBe(404)
  })
})

test.each([
  ['integer', 'nothing', (books: Books) => new ServiceController(new CrudServiceImpl(books))],
  ['string', 'a service', (books: Books) => new ServiceController(new SlugService(books))],
  ['string', 'a controller', (books: Books) => new SlugController(books)],
])('in the OpenAPI document, an id has the type %s if %s overrides findById', async (type, _who, create) => {
  await using(create(await repository()), async (server) => {
    const { paths } = JSON.parse((await server.get('/api/openapi.json')).text)
    expect(paths['/books/{id}'].get.parameters[0]).toMatchObject({ name: 'id', schema: { type } })
  })
})

test('the Location of a created entity contains the result of identifierOf of the service', async () => {
  await using(new ServiceController(new NamedSlugService(await repository())), async (server) => {
    const created = await server.post('/books', { slug: '2001', title: 'A Space Odyssey' })
    expect([created.status, created.headers.location]).toEqual([201, '/books/2001'])
    expect((await server.get('/books/2001')).status).toBe(200)
  })
})

test('if findById of a service calls super.findById, an invalid key is answered with 400', async () => {
  class LoudService extends CrudServiceImpl<Book, number, Books> {
    override async findById(id: number): Promise<Book | undefined> {
      return super.findById(id)
    }
  }
  await using(new ServiceController(new LoudService(await repository())), async (server) => {
    const statuses = await Promise.all(['1', '3', 'dune', '01'].map((id) => server.get(`/books/${id}`)))
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 400, 400])
  })
})

test('a write of a slug that no URL can contain is refused', async () => {
  const books = await repository()
  await using(new SlugController(books), async (server) => {
    const send = (method: string, path: string, body: object, headers = json): Promise<Answer> =>
      server.call({ method, path, headers, body })
    for (const slug of ['', '.', '..', 'a\nb', 'a\r\nb', 'x'.repeat(256), '\u0000']) {
      const answers = [
        await send('POST', '/books', { slug, title: 't' }),
        await send('PUT', '/books/dune', { slug, title: 't' }),
        await send('PATCH', '/books/dune', { slug }, merge),
      ]
      expect([slug, ...answers.map(({ status }) => status)]).toEqual([slug, 400, 400, 400])
    }
    for (const slug of ['a/b', 'ä ö', '100%', 'x'.repeat(255)]) {
      const created = await send('POST', '/books', { slug, title: 't' })
      expect([slug, created.status]).toEqual([slug, 201])
      expect((await server.get(created.headers.location ?? '')).text).toContain('"t"')
    }
  })
  expect(await books.count()).toBe(6)
})

test('a controller without a repository is refused at start, and the error names setRepository', async () => {
  const created = createWebServer({ controllers: { bookController: new SlugController() } })
  await expect(created).rejects.toMatchObject({
    code: 'E_CONFIG',
    message: expect.stringMatching(/^SlugController has no repository yet; call setRepository.* super/),
  })
})

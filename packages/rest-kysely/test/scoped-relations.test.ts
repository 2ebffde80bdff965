import { expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  RepositoryBasedRestController,
  type EntityDefinition,
  type EntityOf,
  type RequestContext,
} from '@mvc-router/rest'
import { createTables, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'
import { start } from '../../rest/test/http/http-client.js'

const Author = defineEntity({
  name: 'Author',
  key: { id: 'integer' },
  fields: { tenant: { type: 'string', maxLength: 20 }, name: 'string' },
  relations: { books: { entity: (): EntityDefinition => Book, by: 'authorId', many: true } },
})
type Author = EntityOf<typeof Author>
const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: { tenant: { type: 'string', maxLength: 20 }, title: 'string', authorId: 'integer?' },
})

class AuthorController extends RepositoryBasedRestController<Author, number> {
  readonly requestMapping = '/authors'

  protected override scope({ request }: RequestContext): { readonly tenant: string } {
    return { tenant: String(request.headers['x-tenant']) }
  }
}

test('answers to GET and to writes contain only related rows that belong to the scope', async () => {
  const database = await openDatabase(':memory:')
  await createTables(database, [Author, Book])
  const authors = new KyselyRepository(database, Author, { fetch: ['books'] })
  const books = new KyselyRepository(database, Book)
  const { id: authorId } = await authors.insert(Author.create({ tenant: 'a', name: 'Ada' }))
  await books.insert(Book.create({ tenant: 'a', title: 'own', authorId }))
  for (const id of [authorId, authorId + 1])
    await books.insert(Book.create({ tenant: 'b', title: 'FOREIGN', authorId: id }))
  const server = await start(
    await createWebServer({ controllers: { authorController: new AuthorController(authors) } }),
  )
  const headers = { 'x-tenant': 'a', 'content-type': 'application/json' }
  const merge = { ...headers, 'content-type': 'application/merge-patch+json' }
  const again = { ...headers, 'idempotency-key': 'k' }
  const body = { tenant: 'a', name: 'Bob' }
  const answers = [
    await server.call({ path: '/authors/1', headers }),
    await server.call({ method: 'PUT', path: '/authors/1', headers, body }),
    await server.call({ method: 'PATCH', path: '/authors/1', headers: merge, body: { name: 'Cid' } }),
    await server.call({ method: 'POST', path: '/authors', headers: again, body }),
    await server.call({ method: 'POST', path: '/authors', headers: again, body }),
  ]
  await server.close()
  await database.close()
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201])
  expect(answers.slice(0, 3).map(({ text }) => text)).toEqual(Array(3).fill(expect.stringContaining('"own"')))
  expect(answers.map(({ text }) => text).join('')).not.toContain('FOREIGN')
})

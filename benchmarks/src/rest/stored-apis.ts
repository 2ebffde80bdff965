import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { createWebServer, RepositoryBasedRestController, type EntityOf } from '@mvc-router/rest'
import { Database, dropTables, KyselyRepository } from '@mvc-router/rest/kysely'
import express from 'express'
import fastify from 'fastify'
import { HandWrittenBooks } from './hand-written-books.js'
import {
  fillStored,
  openByHand,
  openOurs,
  storedBook,
  type Store,
  type StoredBookEntity,
} from './stored-books.js'

export const apis = ['Express by hand', 'ours', 'Fastify by hand'] as const
export type Api = (typeof apis)[number]

type Book = EntityOf<StoredBookEntity>

/** The API of one candidate over one store; `close` drops its table. */
export async function startApi(
  api: Api,
  store: Store,
): Promise<{ server: Server; close: () => Promise<void> }> {
  const Book = storedBook()
  if (api === 'ours') {
    const database = await openOurs(store)
    await fillStored(database, store, Book)
    class BookController extends RepositoryBasedRestController<Book, number> {
      requestMapping = '/books'
      override filters = { year: ['eq'] } as const
    }
    const app = await createWebServer({
      controllers: [new BookController(new KyselyRepository(database, Book))],
    })
    return { server: createServer(app), close: async () => dropTables(database, [Book]) }
  }
  const kysely = openByHand(store)
  const database = new Database(kysely)
  await fillStored(database, store, Book)
  const books = new HandWrittenBooks(kysely, Book.table)
  const server = api === 'Express by hand' ? createServer(expressApi(books)) : await fastifyApi(books)
  return { server, close: async () => dropTables(database, [Book]) }
}

type Query = Readonly<Record<string, unknown>>

async function listOf(books: HandWrittenBooks, { page = '1', year, after }: Query): Promise<unknown> {
  if (after !== undefined) return books.listAfter(Number(after))
  return books.list(Number(page), year === undefined ? undefined : Number(year))
}

function expressApi(books: HandWrittenBooks): express.Express {
  const app = express()
  app.get('/books', async ({ query }, response) => response.json(await listOf(books, query)))
  app.get('/books/:id', async ({ params }, response) => {
    const book = await books.get(Number(params.id))
    if (book === undefined) response.status(404).json({ message: 'There is no such book' })
    else response.json(book)
  })
  app.post('/books', express.json(), async ({ body }, response) => {
    const book = await books.create(body)
    if (book === undefined) response.status(400).json({ message: 'This is no book' })
    else
      response
        .status(201)
        .location(`/books/${String(book['id'])}`)
        .json(book)
  })
  return app
}

async function fastifyApi(books: HandWrittenBooks): Promise<Server> {
  const app = fastify()
  app.get('/books', async ({ query }) => listOf(books, query as Query))
  app.get<{ Params: { id: string } }>('/books/:id', async ({ params }, reply) => {
    const book = await books.get(Number(params.id))
    return book ?? reply.code(404).send({ message: 'There is no such book' })
  })
  app.post('/books', async ({ body }, reply) => {
    const book = await books.create(body)
    if (book === undefined) return reply.code(400).send({ message: 'This is no book' })
    return reply
      .code(201)
      .header('Location', `/books/${String(book['id'])}`)
      .send(book)
  })
  await app.ready()
  return app.server
}

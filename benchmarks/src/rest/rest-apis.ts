import { hash } from 'node:crypto'
import { createWebServer, RepositoryBasedRestController } from '@mvc-router/rest'
import type { Response } from 'express'
import type { FastifyReply } from 'fastify'
import type { Listening } from '../servers/serve-measured.js'
import { bookSchema, pageSize, type Book } from './book.js'
import type { BooksByHand, OpenedBooks } from './open-books.js'

class BookController extends RepositoryBasedRestController<Book, number> {
  requestMapping = '/books'
}

/** Our API, the same API written by hand, and the greatest ratio of our time to the other time. */
export const restPairs = [
  ['mvc-router on Express', 'Express by hand', 1],
  ['mvc-router on Fastify', 'Fastify by hand', 1.1],
] as const

const [[onExpress, expressByHand], [onFastify, fastifyByHand]] = restPairs

type StartApi = (books: OpenedBooks) => Promise<Listening>

/** Functions by name that create a server which does not listen yet. All servers send the same answers and headers. */
export const restApis: ReadonlyMap<string, StartApi> = new Map(
  Object.entries<StartApi>({
    [onExpress]: ({ repository }) => createWebServer({ controllers: [new BookController(repository)] }),
    [onFastify]: async ({ repository }) => {
      const { fastify } = await import('fastify')
      const controllers = [new BookController(repository)]
      const app = await createWebServer({ host: 'fastify', controllers, fastify: () => fastify() })
      await app.ready()
      return app.server
    },
    [expressByHand]: async ({ byHand: books }) => {
      const { default: express } = await import('express')
      const app = express().disable('x-powered-by').set('etag', 'strong')
      app.get('/books', async ({ query }, response) => sendByExpress(response, await list(books, query)))
      app.get('/books/:id', async ({ params }, response) =>
        sendByExpress(response, await get(books, params.id)),
      )
      app.post('/books', express.json(), async ({ body }, response) =>
        sendByExpress(response, await create(books, body)),
      )
      return app
    },
    [fastifyByHand]: async ({ byHand: books }) => {
      const { default: fastify } = await import('fastify')
      const app = fastify()
      app.get('/books', async ({ query }, reply) => sendByFastify(reply, await list(books, query as Query)))
      app.get<{ Params: { id: string } }>('/books/:id', async ({ params }, reply) =>
        sendByFastify(reply, await get(books, params.id)),
      )
      app.post('/books', async ({ body }, reply) => sendByFastify(reply, await create(books, body)))
      app.addHook('onSend', async (_request, reply, text) => {
        reply.header('ETag', `"${hash('sha1', String(text), 'base64')}"`)
      })
      await app.ready()
      return app.server
    },
  }),
)

function sendByExpress(response: Response, { status, body, headers }: Answer): void {
  response.status(status).set(headers).json(body)
}

function sendByFastify(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

interface Answer {
  readonly status: number
  readonly body: object
  readonly headers: Readonly<Record<string, string>>
}
type Query = Readonly<Record<string, unknown>>

const headers = { Vary: 'Accept', 'X-Content-Type-Options': 'nosniff' }

async function get(books: BooksByHand, text: string): Promise<Answer> {
  const id = toNumber(text)
  if (id === undefined) return refusal(400, 'The id must be a number')
  const book = await books.findOne(id)
  return book === undefined ? refusal(404, 'No such book') : { status: 200, body: book, headers }
}

async function list(books: BooksByHand, query: Query): Promise<Answer> {
  for (const name in query)
    if (name !== 'page') return refusal(400, `There is no parameter ${JSON.stringify(name)}`)
  const page = toNumber(query['page'] ?? '1')
  if (page === undefined || page < 1) return refusal(400, 'page must be a number from 1 on')
  const totalElements = await books.count()
  const content = await books.findPage((page - 1) * pageSize)
  const totalPages = Math.ceil(totalElements / pageSize)
  const links = [link('first', 1)]
  if (page > 1) links.push(link('prev', page - 1))
  if (page < totalPages) links.push(link('next', page + 1))
  links.push(link('last', totalPages))
  const [number, numberOfElements] = [page - 1, content.length]
  return {
    status: 200,
    body: { content, totalPages, totalElements, size: pageSize, number, numberOfElements },
    headers: { ...headers, Link: links.join(', ') },
  }
}

function link(relation: string, page: number): string {
  return `</books?page=${page}>; rel="${relation}"`
}

async function create(books: BooksByHand, body: unknown): Promise<Answer> {
  const { success, data, error } = bookSchema.safeParse(body)
  if (!success) return refusal(400, error.message)
  const book = await books.insert(data)
  return { status: 201, body: book, headers: { ...headers, Location: `/books/${book.id}` } }
}

function refusal(status: number, message: string): Answer {
  return { status, body: { code: status, message }, headers }
}

function toNumber(text: unknown): number | undefined {
  const number = typeof text === 'string' && text !== '' ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

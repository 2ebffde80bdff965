import { bookSchema, createBookEntity } from '../book.js'
import { openKysely, openMemory, type Store } from '../stores.js'
import { KyselyBooks, MemoryBooks, pageSize, type Books } from './books.js'
import { openCursor, sealCursor } from './sealed-cursor.js'

/** What is sent: a status, headers, and an object as JSON. */
export interface Answer {
  readonly status: number
  readonly body: object
  readonly headers: Readonly<Record<string, string>>
}

type Query = Readonly<Record<string, unknown>>

/**
 * What somebody writes by hand for the endpoints that our controller has, whatever the web framework: the same answers with
 * the same headers, input checked as ours is, and a cursor that nobody can read or make.
 */
export class BookHandlers {
  readonly #books: Books

  constructor(books: Books) {
    this.#books = books
  }

  async get(text: string): Promise<Answer> {
    const id = toNumber(text)
    if (id === undefined) return badRequest('The id must be a number')
    const book = await this.#books.findOne(id)
    return book === undefined ? notFound : { status: 200, body: book, headers }
  }

  async list(query: Query): Promise<Answer> {
    for (const name in query)
      if (!known.has(name)) return badRequest(`There is no parameter ${JSON.stringify(name)}`)
    if (query['after'] !== undefined) return this.#listAfter(query['after'])
    const page = toNumber(query['page'] ?? '1')
    if (page === undefined || page < 1) return badRequest('page must be a number from 1 on')
    const year = query['year'] === undefined ? undefined : toNumber(query['year'])
    if (year === undefined && query['year'] !== undefined) return badRequest('year must be a number')
    const totalElements = await this.#books.count(year)
    const content = await this.#books.findPage((page - 1) * pageSize, year)
    const totalPages = Math.ceil(totalElements / pageSize)
    const body = {
      content,
      totalPages,
      totalElements,
      size: pageSize,
      number: page - 1,
      numberOfElements: content.length,
    }
    const filter = year === undefined ? '' : `&year=${year}`
    const link = (relation: string, number: number): string =>
      `</books?page=${number}${filter}>; rel="${relation}"`
    const lastPage = Math.max(totalPages, 1)
    const links = [link('first', 1)]
    if (page > 1) links.push(link('prev', Math.min(page - 1, lastPage)))
    if (page < totalPages) links.push(link('next', page + 1))
    links.push(link('last', lastPage))
    return { status: 200, body, headers: { ...headers, Link: links.join(', ') } }
  }

  async #listAfter(cursor: unknown): Promise<Answer> {
    const id = cursor === '' ? 0 : typeof cursor === 'string' ? openCursor(cursor) : undefined
    if (id === undefined) return badRequest('after is no cursor')
    const rows = await this.#books.findBehind(id)
    const content = rows.slice(0, pageSize)
    const last = content.at(-1)
    const next = rows.length > pageSize && last !== undefined ? sealCursor(last.id) : null
    const body = { content, size: pageSize, next }
    return next === null
      ? { status: 200, body, headers }
      : { status: 200, body, headers: { ...headers, Link: `</books?after=${next}>; rel="next"` } }
  }

  async create(body: unknown): Promise<Answer> {
    const { success, data, error } = bookSchema.safeParse(body)
    if (!success) return badRequest(error.message)
    const book = await this.#books.insert(data)
    return { status: 201, body: book, headers: { ...headers, Location: `/books/${book.id}` } }
  }
}

/** The handlers over a store with 1,000 books. */
export async function startHandlers(
  store: Store,
): Promise<{ readonly handlers: BookHandlers; readonly close: () => Promise<void> }> {
  const entity = createBookEntity()
  if (store === 'memory') {
    const books = new MemoryBooks(await openMemory(entity))
    return { handlers: new BookHandlers(books), close: async () => undefined }
  }
  const { opened, close } = await openKysely(store, entity)
  const books = new KyselyBooks(opened, entity.table, store === 'SQLite')
  return { handlers: new BookHandlers(books), close }
}

const known: ReadonlySet<string> = new Set(['page', 'year', 'after'])
const headers = { Vary: 'Accept', 'X-Content-Type-Options': 'nosniff' }
const notFound: Answer = {
  status: 404,
  body: { status: 'Not Found', code: 404, message: 'No such book' },
  headers,
}

function badRequest(message: string): Answer {
  return { status: 400, body: { status: 'Bad Request', code: 400, message }, headers }
}

function toNumber(text: unknown): number | undefined {
  const number = typeof text === 'string' && text !== '' ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

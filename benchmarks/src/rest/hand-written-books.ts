import type { Kysely } from 'kysely'
import { bookSchema } from './book.js'

const size = 10

/** The queries that somebody writes by hand with Kysely, for the answers that our controller gives. */
export class HandWrittenBooks {
  readonly #kysely: Kysely<Record<string, Record<string, unknown>>>
  readonly #table: string

  constructor(kysely: Kysely<Record<string, Record<string, unknown>>>, table: string) {
    this.#kysely = kysely
    this.#table = table
  }

  async get(id: number): Promise<unknown> {
    const book = await this.#kysely
      .selectFrom(this.#table)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return book && toBook(book)
  }

  /** A page, of one year when it is given; `page` counts from 1. */
  async list(page: number, year: number | undefined): Promise<unknown> {
    const all = this.#kysely.selectFrom(this.#table)
    const books = year === undefined ? all : all.where('year', '=', year)
    const { count } = await books.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
    const totalElements = Number(count)
    const offset = (page - 1) * size
    const rows = await books.selectAll().orderBy('id').limit(size).offset(offset).execute()
    return {
      content: rows.map(toBook),
      totalPages: Math.ceil(totalElements / size),
      totalElements,
      size,
      number: page - 1,
      numberOfElements: rows.length,
    }
  }

  async listAfter(id: number): Promise<unknown> {
    const query = this.#kysely.selectFrom(this.#table).selectAll().where('id', '>', id)
    const rows = await query
      .orderBy('id')
      .limit(size + 1)
      .execute()
    const content = rows.slice(0, size).map(toBook)
    return { content, size, next: rows.length > size ? String(content.at(-1)?.['id']) : null }
  }

  /** `undefined` for a body that is no book. */
  async create(body: unknown): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { success, data } = bookSchema.safeParse(body)
    if (!success) return undefined
    const isSqlite = this.#kysely.getExecutor().adapter.constructor.name === 'SqliteAdapter'
    const values = isSqlite ? { ...data, available: Number(data.available) } : data
    const row = await this.#kysely
      .insertInto(this.#table)
      .values(values)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toBook(row)
  }
}

function toBook(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { id, title, author, review, isbn, pages, year, available } = row
  const book = { id: Number(id), title, author, review, isbn, pages: Number(pages), year: Number(year) }
  return { ...book, available: Boolean(available) }
}

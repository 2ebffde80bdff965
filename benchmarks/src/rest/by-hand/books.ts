import type { MemoryRepository } from '@mvc-router/rest'
import type { z } from 'zod'
import type { BookRow, bookSchema } from '../book.js'
import type { Book, BookKysely } from '../stores.js'

export const pageSize = 10

/** What the handlers need of a store. `year` leaves out all other years. */
export interface Books {
  findOne(id: number): Promise<object | undefined>
  findPage(offset: number, year: number | undefined): Promise<readonly object[]>
  count(year: number | undefined): Promise<number>
  /** One more than a page. */
  findBehind(id: number): Promise<readonly { readonly id: number }[]>
  insert(values: z.infer<typeof bookSchema>): Promise<{ readonly id: number }>
}

/** The queries that somebody writes by hand with Kysely. */
export class KyselyBooks implements Books {
  readonly #kysely: BookKysely
  readonly #table: string
  readonly #isSqlite: boolean

  constructor(kysely: BookKysely, table: string, isSqlite: boolean) {
    this.#kysely = kysely
    this.#table = table
    this.#isSqlite = isSqlite
  }

  async findOne(id: number): Promise<object | undefined> {
    const query = this.#kysely.selectFrom(this.#table).selectAll().where('id', '=', id)
    const row = await query.executeTakeFirst()
    return row && toBook(row)
  }

  async findPage(offset: number, year: number | undefined): Promise<readonly object[]> {
    const query = this.#of(year).selectAll().orderBy('id').limit(pageSize).offset(offset)
    return (await query.execute()).map(toBook)
  }

  async count(year: number | undefined): Promise<number> {
    const query = this.#of(year).select(({ fn }) => fn.countAll().as('count'))
    return Number((await query.executeTakeFirstOrThrow()).count)
  }

  async findBehind(id: number): Promise<readonly BookRow[]> {
    const query = this.#kysely.selectFrom(this.#table).selectAll().where('id', '>', id)
    const rows = await query
      .orderBy('id')
      .limit(pageSize + 1)
      .execute()
    return rows.map(toBook)
  }

  async insert(values: z.infer<typeof bookSchema>): Promise<BookRow> {
    const row = this.#isSqlite ? { ...values, available: Number(values.available) } : values
    const query = this.#kysely.insertInto(this.#table).values(row).returningAll()
    return toBook(await query.executeTakeFirstOrThrow())
  }

  #of(year: number | undefined) {
    const all = this.#kysely.selectFrom(this.#table)
    return year === undefined ? all : all.where('year', '=', year)
  }
}

/** A plain object: our entities would be written as JSON by what our definition says. */
function toBook(row: Readonly<Record<string, unknown>>): BookRow {
  return {
    id: Number(row['id']),
    title: String(row['title']),
    author: String(row['author']),
    review: String(row['review']),
    isbn: String(row['isbn']),
    pages: Number(row['pages']),
    year: Number(row['year']),
    available: Boolean(row['available']),
  }
}

/** The same over the repository in memory, which is the data source of all candidates there. */
export class MemoryBooks implements Books {
  readonly #books: MemoryRepository<Book, number>

  constructor(books: MemoryRepository<Book, number>) {
    this.#books = books
  }

  async findOne(id: number): Promise<object | undefined> {
    const book = await this.#books.findOne(id)
    return book && toBook(book)
  }

  async findPage(offset: number, year: number | undefined): Promise<readonly object[]> {
    return (await this.#books.findAll({ offset, limit: pageSize, ...whereOf(year) })).map(toBook)
  }

  async count(year: number | undefined): Promise<number> {
    return this.#books.count(whereOf(year))
  }

  async findBehind(id: number): Promise<readonly BookRow[]> {
    return (await this.#books.findAll({ after: { id }, limit: pageSize + 1 })).map(toBook)
  }

  async insert(values: z.infer<typeof bookSchema>): Promise<BookRow> {
    return toBook(await this.#books.insert(this.#books.entity.create(values)))
  }
}

function whereOf(year: number | undefined): { readonly where?: { readonly year: number } } {
  return year === undefined ? {} : { where: { year } }
}

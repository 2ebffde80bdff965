import { randomBytes } from 'node:crypto'
import { defineEntity } from '@mvc-router/rest'
import { createTables, libsqlDatabase, openDatabase, type Database } from '@mvc-router/rest/kysely'
import Libsql from 'libsql'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { bookCount, bookSchema, bookValues, SummaryView } from './book.js'

export const stores = ['SQLite', 'PostgreSQL'] as const
export type Store = (typeof stores)[number]

const postgres = 'postgres://postgres@127.0.0.1:5432/test'

/** An entity whose table no other process has. */
export function storedBook() {
  return defineEntity({
    name: 'Book',
    table: `bench_${randomBytes(6).toString('hex')}`,
    key: { id: 'integer' },
    fields: {
      title: 'string',
      author: 'string',
      review: 'string',
      isbn: 'string',
      pages: 'integer',
      year: 'integer',
      available: 'boolean',
    },
    schema: bookSchema,
    views: { id: SummaryView, title: SummaryView, author: SummaryView },
  })
}

export type StoredBookEntity = ReturnType<typeof storedBook>

/** What a table is filled with: 30 years, so that a filter has something to find. */
export function storedValues(number: number) {
  return { ...bookValues(number), year: 1990 + (number % 30) }
}

/** The database of our own API. */
export async function openOurs(store: Store): Promise<Database> {
  return openDatabase(store === 'SQLite' ? ':memory:' : postgres)
}

/** The database as an application opens it by hand. */
export function openByHand(store: Store): Kysely<Record<string, Record<string, unknown>>> {
  if (store === 'PostgreSQL')
    return new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: postgres }) }) })
  return new Kysely({
    dialect: new SqliteDialect({ database: libsqlDatabase(new Libsql(':memory:')) }),
  })
}

/** Creates the table and fills it. */
export async function fillStored(database: Database, store: Store, Book: StoredBookEntity): Promise<void> {
  await createTables(database, [Book])
  const rows = Array.from({ length: bookCount }, (_, index) => {
    const { available, ...values } = storedValues(index + 1)
    return { ...values, available: store === 'SQLite' ? Number(available) : available }
  })
  for (let start = 0; start < rows.length; start += 100)
    await database.kysely
      .insertInto(Book.table)
      .values(rows.slice(start, start + 100))
      .execute()
}

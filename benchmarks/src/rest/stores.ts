import { MemoryRepository, type EntityOf, type PagingAndSortingRepository } from '@mvc-router/rest'
import {
  createTables,
  Database,
  dropTables,
  KyselyRepository,
  libsqlDatabase,
  openDatabase,
} from '@mvc-router/rest/kysely'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import pg from 'pg'
import { bookCount, bookValues, type BookEntity } from './book.js'

export const stores = ['memory', 'SQLite', 'PostgreSQL'] as const
export type Store = (typeof stores)[number]

/** Where there is a table that other libraries know. */
export type SqlStore = Exclude<Store, 'memory'>

/** The server of the tests. */
export const postgres = 'postgres://postgres@127.0.0.1:5432/test'

export type Book = EntityOf<BookEntity>
export type BookRepository = PagingAndSortingRepository<Book, number>
export type BookKysely = Kysely<Record<string, Record<string, unknown>>>

interface Opened<Value> {
  readonly opened: Value
  readonly close: () => Promise<void>
}

/** The books in memory: the data source of all candidates there. */
export async function openMemory(entity: BookEntity): Promise<MemoryRepository<Book, number>> {
  const books = new MemoryRepository<Book, number>(entity)
  for (let number = 1; number <= bookCount; number++) await books.insert(entity.create(bookValues(number)))
  return books
}

/** The repository of our own API. */
export async function openRepository(store: Store, entity: BookEntity): Promise<Opened<BookRepository>> {
  if (store === 'memory') return { opened: await openMemory(entity), close: async () => undefined }
  const database = await openDatabase(store === 'SQLite' ? ':memory:' : postgres)
  await fill(database, store, entity)
  return {
    opened: new KyselyRepository(database, entity),
    close: async () => dropTables(database, [entity]),
  }
}

/** The database as an application opens it by hand. */
export async function openKysely(store: SqlStore, entity: BookEntity): Promise<Opened<BookKysely>> {
  const dialect =
    store === 'PostgreSQL'
      ? new PostgresDialect({ pool: new pg.Pool({ connectionString: postgres }) })
      : new SqliteDialect({ database: libsqlDatabase(new Libsql(':memory:')) })
  const kysely: BookKysely = new Kysely({ dialect })
  const database = new Database(kysely)
  await fill(database, store, entity)
  return { opened: kysely, close: async () => dropTables(database, [entity]) }
}

/** The rows to fill a table with: SQLite has no booleans. */
export function toRows(store: SqlStore): Record<string, unknown>[] {
  return Array.from({ length: bookCount }, (_, index) => {
    const { available, ...values } = bookValues(index + 1)
    return { ...values, available: store === 'SQLite' ? Number(available) : available }
  })
}

async function fill(database: Database, store: SqlStore, entity: BookEntity): Promise<void> {
  await createTables(database, [entity])
  const rows = toRows(store)
  for (let start = 0; start < rows.length; start += 100)
    await database.kysely
      .insertInto(entity.table)
      .values(rows.slice(start, start + 100))
      .execute()
}

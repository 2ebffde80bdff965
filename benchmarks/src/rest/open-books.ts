import { MemoryRepository, type PagingAndSortingRepository } from '@mvc-router/rest'
import { createTables, dropTables, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'
import { bookCount, bookValues, createBookEntity, pageSize, type Book, type BookValues } from './book.js'

export const stores = ['memory', 'PostgreSQL'] as const
export type Store = (typeof stores)[number]

/** The store of an API with 1,000 books. */
export interface OpenedBooks {
  readonly repository: PagingAndSortingRepository<Book, number>
  readonly byHand: BooksByHand
  /** Drops the table. */
  readonly close: () => Promise<void>
}

/** Queries that are written by hand, without entities. */
export interface BooksByHand {
  findOne(id: number): Promise<object | undefined>
  findPage(offset: number): Promise<readonly object[]>
  count(): Promise<number>
  insert(values: BookValues): Promise<{ readonly id: number }>
}

export async function openBooks(store: Store): Promise<OpenedBooks> {
  const entity = createBookEntity()
  const numbers = Array.from({ length: bookCount }, (_, index) => index + 1)
  if (store === 'memory') {
    const repository = new MemoryRepository<Book, number>(entity)
    for (const number of numbers) await repository.insert(entity.create(bookValues(number)))
    const byHand: BooksByHand = {
      findOne: async (id) => toPlain(await repository.findOne(id)),
      findPage: async (offset) =>
        (await repository.findAll({ offset, limit: pageSize })).map(toPlain) as object[],
      count: () => repository.count(),
      insert: async (values) => toPlain(await repository.insert(entity.create(values))) as Book,
    }
    return { repository, byHand, close: async () => undefined }
  }
  // The tests use the same server.
  const database = await openDatabase('postgres://postgres@127.0.0.1:5432/test')
  await createTables(database, [entity])
  const { kysely } = database
  const { table } = entity
  await kysely.insertInto(table).values(numbers.map(bookValues)).execute()
  const byHand: BooksByHand = {
    findOne: async (id) =>
      toBook(await kysely.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()),
    async findPage(offset) {
      const query = kysely.selectFrom(table).selectAll().orderBy('id').limit(pageSize).offset(offset)
      return (await query.execute()).map(toBook) as object[]
    },
    async count() {
      const query = kysely.selectFrom(table).select(({ fn }) => fn.countAll().as('count'))
      return Number((await query.executeTakeFirstOrThrow()).count)
    },
    insert: async (values) =>
      toBook(await kysely.insertInto(table).values(values).returningAll().executeTakeFirst()) as Book,
  }
  return {
    repository: new KyselyRepository(database, entity),
    byHand,
    close: () => dropTables(database, [entity]),
  }
}

/** Copies a book to an object without a class, because an entity's `toJSON` would write the JSON of our API. */
function toPlain(book: Book | undefined): object | undefined {
  return book && { ...book }
}

/** Converts numbers, because the driver of PostgreSQL returns big integers as texts. */
function toBook(row: Readonly<Record<string, unknown>> | undefined): object | undefined {
  if (row === undefined) return undefined
  const [id, pages, year] = [row['id'], row['pages'], row['year']].map(Number)
  return { ...row, id, pages, year }
}

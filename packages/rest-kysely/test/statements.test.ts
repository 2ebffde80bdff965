import { afterAll, beforeAll, test } from '@jest/globals'
import { defineEntity, type EntityDefinition, type EntityOf } from '@mvc-router/rest'
import { createTables, type Database, dropTables, KyselyRepository } from '@mvc-router/rest-kysely'
import { describeRules, freshTable } from '../../rest/test/databases.js'
import { expectFixture } from '../../rest/test/fixture.js'

const tables = { shelves: freshTable(), books: freshTable() }

const Shelf = defineEntity({
  name: 'Shelf',
  table: tables.shelves,
  key: { id: 'integer' },
  fields: { code: { type: 'string?', unique: true, maxLength: 20 }, room: 'integer?' },
  version: 'version',
  relations: { books: { entity: (): EntityDefinition => Book, by: 'shelfId', many: true } },
})
type Shelf = EntityOf<typeof Shelf>

const Book = defineEntity({
  name: 'Book',
  table: tables.books,
  key: { isbn: 'string' },
  fields: {
    title: { type: 'string', maxLength: 50 },
    shelfId: { type: 'integer?', references: (): EntityDefinition => Shelf },
    price: 'decimal?',
    lent: { type: 'boolean', default: false },
    bought: 'date?',
    added: 'datetime?',
    copies: 'bigint?',
    cover: 'bytes?',
    notes: 'json?',
  },
  relations: { shelf: { entity: () => Shelf, by: 'shelfId' } },
})
type Book = EntityOf<typeof Book>

interface Repositories {
  readonly shelves: KyselyRepository<Shelf, number>
  readonly books: KyselyRepository<Book, string>
  readonly booksWithShelf: KyselyRepository<Book, string>
}

const shelf = Shelf.create({ id: 1, code: 'A', room: 1 })
const book = Book.create({ isbn: 'a', title: 'Dune', shelfId: 1, lent: false })

/** Operations that run in this order. The tables are empty at first. */
const operations: Readonly<Record<string, (repositories: Repositories) => Promise<unknown>>> = {
  'insert a shelf whose key is generated': async ({ shelves }) => shelves.insert(Shelf.create({ code: 'A' })),
  'insert a book whose key is given': async ({ books }) => books.insert(book),
  'save a shelf without a key': async ({ shelves }) => shelves.save(Shelf.create({ code: 'B' })),
  'save a shelf': async ({ shelves }) => shelves.save(shelf),
  'save a shelf of the expected version': async ({ shelves }) => shelves.save(shelf, { expectedVersion: 2 }),
  'save a shelf of another version': async ({ shelves }) => shelves.save(shelf, { expectedVersion: 2 }),
  'save a shelf that must exist and does not exist': async ({ shelves }) =>
    shelves.save(Shelf.create({ id: 77 }), { mustExist: true }),
  'save a book': async ({ books }) => books.save(book),
  'save a book that does not exist': async ({ books }) =>
    books.save(Book.create({ ...book, isbn: 'b', title: 'Emma' })),
  'find a book': async ({ books }) => books.findOne('a'),
  'find and lock a book': async ({ books }) =>
    books.transaction(async () => books.findOne('a', { lock: true })),
  'find a book in a scope': async ({ books }) => books.findOne('a', { scope: { lent: false } }),
  'find a book with its shelf': async ({ books }) => books.findOne('a', { include: ['shelf'] }),
  'find a book that is always loaded with its shelf': async ({ booksWithShelf }) =>
    booksWithShelf.findOne('a'),
  'find a book without loading its shelf': async ({ booksWithShelf }) =>
    booksWithShelf.findOne('a', { unshown: ['shelf'] }),
  'find by values': async ({ books }) => books.findBy({ title: 'Dune', shelfId: 1 }),
  'test if a book exists': async ({ books }) => books.exists('a'),
  'test if a shelf exists in a scope': async ({ shelves }) =>
    shelves.exists(1, { scope: { room: { ne: 2 } } }),
  'list all': async ({ books }) => books.findAll(),
  'list shelves with their books': async ({ shelves }) => shelves.findAll({ include: ['books'] }),
  'list a slice': async ({ shelves }) =>
    shelves.findAll({ sort: { room: 'desc', id: 'asc' }, offset: 1, limit: 2 }),
  'list after a shelf': async ({ shelves }) =>
    shelves.findAll({ sort: { room: 'asc' }, after: { room: 1, id: 1 }, limit: 2 }),
  'list after a shelf without a room': async ({ shelves }) =>
    shelves.findAll({ sort: { room: 'asc' }, after: { room: null, id: 2 }, limit: 2 }),
  'list after a shelf without a room, in descending order': async ({ shelves }) =>
    shelves.findAll({ sort: { room: 'desc' }, after: { room: null, id: 2 }, limit: 2 }),
  'list books with some keys': async ({ books }) => books.findAll({ ids: ['b', 'a', 'b'] }),
  'list books that meet conditions': async ({ books }) =>
    books.findAll({
      where: [
        { title: { contains: '50%', startsWith: 'a_', ne: 'x' }, price: { gte: '1.5', lt: '9' } },
        { shelfId: { in: [1, null] }, lent: false, bought: { null: false }, notes: { null: true } },
        { added: { gt: new Date(0) }, copies: { lte: 5n, in: [] } },
      ],
    }),
  'list and count a slice': async ({ books }) => books.findCounted({ where: { lent: false }, limit: 1 }),
  'list and count after the end': async ({ books }) => books.findCounted({ offset: 9, limit: 1 }),
  'count books': async ({ books }) => books.count(),
  'count shelves that meet conditions': async ({ shelves }) =>
    shelves.count({ where: { room: { null: true } }, scope: { code: 'B' } }),
  'delete a book': async ({ books }) => books.delete('b'),
  'delete a shelf of another version': async ({ shelves }) => shelves.delete(2, { expectedVersion: 9 }),
  'delete a shelf of the expected version': async ({ shelves }) => shelves.delete(2, { expectedVersion: 1 }),
  'delete a shelf again': async ({ shelves }) => shelves.delete(2, { expectedVersion: 1 }),
  'delete books that meet conditions': async ({ books }) => books.deleteAll({ where: { lent: true } }),
  'delete all': async ({ books }) => books.deleteAll(),
  ping: async ({ shelves }) => shelves.ping(),
}

const rowToken = /\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/g

function parametersText(parameters: readonly unknown[]): string {
  const text = JSON.stringify(parameters, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return text.replaceAll(rowToken, 'a token')
}

await describeRules('the statements of a repository', ({ open, close }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
    await createTables(database, [Shelf, Book])
  })
  afterAll(async () => {
    if (database.family !== 'sqlite') await dropTables(database, [Book, Shelf])
    await database.close()
    await close()
  })

  test('the statements of each repository operation equal fixtures/statements', async () => {
    const repositories = {
      shelves: new KyselyRepository<Shelf, number>(database, Shelf),
      books: new KyselyRepository<Book, string>(database, Book),
      booksWithShelf: new KyselyRepository<Book, string>(database, Book, { fetch: ['shelf'] }),
    }
    const { family } = database
    const sent: string[] = []
    const execute = database.execute.bind(database)
    database.execute = async (text, parameters, options) => {
      sent.push(`${text};`, `--   ${parametersText(parameters)}${options?.isRead === true ? '' : ', writes'}`)
      return execute(text, parameters, options)
    }
    const listing: string[] = []
    for (const [name, operation] of Object.entries(operations)) {
      sent.length = 0
      const failure = await operation(repositories).then(
        () => '',
        (error: Error) => ` (${error.name})`,
      )
      listing.push(`-- ${name}${failure}`, ...sent, '')
    }
    const text = Object.entries(tables).reduce(
      (all, [name, table]) => all.replaceAll(table, name),
      listing.join('\n'),
    )
    await expectFixture(`statements/${family}.sql`, text)
  })
})

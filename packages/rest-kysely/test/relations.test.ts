import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createJsonMapper, defineEntity, type EntityDefinition, type EntityOf } from '@mvc-router/rest'
import { createTables, dropTables, KyselyRepository, type Database } from '@mvc-router/rest-kysely'
import { describeDatabases, freshTable } from '../../rest/test/databases.js'

class SummaryView {}
class DetailView extends SummaryView {}

const Author = defineEntity({
  name: 'Author',
  table: freshTable(),
  key: { id: 'bigint' },
  fields: { name: 'string' },
  relations: { books: { entity: (): EntityDefinition => Book, by: 'authorId', many: true } },
  views: { id: SummaryView, name: SummaryView, books: DetailView },
})
const Book = defineEntity({
  name: 'Book',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { title: 'string', authorId: { type: 'bigint?', references: () => Author } },
  relations: { author: { entity: () => Author, by: 'authorId' } },
  views: { title: SummaryView, author: DetailView },
  version: 'version',
})
type Author = EntityOf<typeof Author>
type Book = EntityOf<typeof Book>

await describeDatabases('relations', ({ open, close }) => {
  let database: Database
  let authors: KyselyRepository<Author, bigint>
  let books: KyselyRepository<Book, number>
  let ada: Author
  let notes: Book

  beforeAll(async () => {
    database = await open()
    await createTables(database, [Author, Book])
    authors = new KyselyRepository(database, Author, { fetch: ['books'] })
    books = new KyselyRepository(database, Book, { fetch: ['author'] })
    ada = await authors.insert(Author.create({ name: 'Ada' }))
    await authors.insert(Author.create({ name: 'Grace' }))
    notes = await books.insert(Book.create({ title: 'Notes', authorId: ada.id }))
    await books.insert(Book.create({ title: 'Letters', authorId: ada.id }))
    await books.insert(Book.create({ title: 'Anonymous' }))
  })
  afterAll(async () => {
    await dropTables(database, [Book, Author])
    await database.close()
    await close()
  })

  test('a fetched relation to one is loaded by findOne, lists, inserts and saves', async () => {
    expect(notes.author).toMatchObject({ name: 'Ada' })
    expect((await books.findOne(notes.id))?.author?.name).toBe('Ada')
    expect((await books.findAll()).map(({ author }) => author?.name)).toEqual(['Ada', 'Ada', undefined])
    expect((await books.findBy({ title: 'Anonymous' }))[0]?.author).toBeNull()
    expect((await books.save(Book.create({ ...notes, authorId: null }))).author).toBeNull()
    expect((await books.save(Book.create({ ...notes }))).author?.name).toBe('Ada')
  })

  test('a fetched relation to many is loaded in key order', async () => {
    expect(
      (await authors.findAll()).map((author) => author.books?.map((book) => Reflect.get(book, 'title'))),
    ).toEqual([['Notes', 'Letters'], []])
  })

  test('a scope on the key does not limit related rows', async () => {
    const [found] = await authors.findAll({ scope: { id: ada.id } })
    expect(found?.books).toHaveLength(2)
  })

  test('a related row is loaded without its own relations', async () => {
    const author = await authors.findOne(ada.id)
    expect(author?.books?.[0]).not.toHaveProperty('author')
  })

  test('a fetched relation is written only in views that include it', async () => {
    const mapper = createJsonMapper()
    const book = await books.findOne(notes.id)
    expect(mapper.stringify(book, SummaryView)).toBe('{"title":"Notes"}')
    expect(mapper.stringify(book, DetailView)).toBe(
      `{"title":"Notes","author":{"id":"${ada.id}","name":"Ada"}}`,
    )
    expect(JSON.parse(mapper.stringify(book))).toMatchObject({ author: { name: 'Ada' }, title: 'Notes' })
  })

  test('KyselyRepository refuses to fetch an unknown relation', () => {
    expect(() => new KyselyRepository(database, Book, { fetch: ['nope'] })).toThrow(
      expect.objectContaining({ code: 'E_CONFIG' }),
    )
  })
})

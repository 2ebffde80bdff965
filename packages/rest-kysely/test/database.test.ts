import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from '@jest/globals'
import { defineEntity, type EntityDefinition, exceptionStatus } from '@mvc-router/rest'
import { createTables, Database, dropTables, KyselyRepository, libsqlDatabase } from '@mvc-router/rest-kysely'
import { CamelCasePlugin, Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import { freshTable } from '../../rest/test/databases.js'
import { Author, Book } from '../../rest/test/library-entities.js'
import { describeTables } from '../../rest/test/stores.js'

interface FolderRow {
  id: number
  tenant: string
  parentId: number | null
}

await describeTables('databases', [Author, Book], (opened, { name }) => {
  let database: Database
  let authors: KyselyRepository<Author, number>
  let books: KyselyRepository<Book, number>

  beforeAll(() => {
    database = opened()
    authors = new KyselyRepository(database, Author)
    books = new KyselyRepository(database, Book)
  })

  test('an insert that refers to a missing row, and a delete of a referenced row, fail with 409', async () => {
    const author = await authors.insert(Author.create({ name: 'Ada' }))
    await books.insert(Book.create({ title: 'Notes', authorId: author.id }))
    const writes = [
      books.insert(Book.create({ title: 'More notes', authorId: 999_999 })),
      authors.delete(author.id),
    ]
    for (const write of writes)
      await expect(write).rejects.toMatchObject({ name: 'DataIntegrityViolationException', status: 409 })
    await expect(authors.exists(author.id)).resolves.toBe(true)
  })

  test('rows that refer to themselves and each other can be deleted, but not if another row refers to them', async () => {
    const Folder: EntityDefinition<FolderRow, number> = defineEntity({
      name: 'Folder',
      table: freshTable(),
      key: { id: 'integer' },
      fields: { tenant: 'string', parentId: { type: 'integer?', references: () => Folder } },
    })
    await createTables(database, [Folder])
    const folders = new KyselyRepository(database, Folder)
    const save = async (tenant: string, parentId: number | null): Promise<FolderRow> =>
      folders.save(Folder.create({ tenant, parentId }))
    const root = await save('a', null)
    await folders.save(Folder.create({ ...root, parentId: root.id }))
    const child = await save('a', root.id)
    const foreign = await save('b', child.id)
    const refused = { name: 'DataIntegrityViolationException' }
    await expect(folders.delete(child.id)).rejects.toMatchObject(refused)
    await expect(folders.deleteAll({ where: { tenant: 'a' } })).rejects.toMatchObject(refused)
    expect((await folders.findAll()).map(({ parentId }) => parentId)).toEqual([root.id, root.id, child.id])
    await folders.delete(foreign.id)
    await folders.deleteAll({ where: { tenant: 'a' } })
    expect(await folders.count()).toBe(0)
    const alone = await save('c', null)
    await folders.save(Folder.create({ ...alone, parentId: alone.id }))
    expect(await folders.delete(alone.id)).toBe(true)
    await dropTables(database, [Folder])
  })

  test('a value that the column cannot store fails with 400', async () => {
    const refused = { name: 'ValidationException', status: 400 }
    await expect(books.insert(Book.create({}))).rejects.toMatchObject(refused)
    if (name === 'MariaDB') return // MariaDB stores texts with NUL.
    await expect(books.insert(Book.create({ title: 'a\0b' }))).rejects.toMatchObject(refused)
  })

  test('a value that a check of the table refuses fails with 400', async () => {
    const Part = defineEntity({
      name: 'Part',
      table: freshTable(),
      key: { id: { type: 'string', generated: false } },
      rowToken: false,
      fields: { count: 'integer' },
    })
    const table = sql.table(Part.table)
    await sql`create table ${table} (id varchar(20) primary key, count bigint check (count > 0))`.execute(
      database.kysely,
    )
    const write = new KyselyRepository(database, Part).insert(Part.create({ id: 'screw', count: 0 }))
    await expect(write).rejects.toMatchObject({ name: 'ValidationException', status: 400 })
    await dropTables(database, [Part])
  })

  test('the message of a conflict contains no value, constraint or SQL', async () => {
    await books.insert(Book.create({ title: 'Twice' }))
    const error: unknown = await books
      .insert(Book.create({ title: 'Twice' }))
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'EntityExistsException', cause: expect.any(Error) })
    expect(String(error)).not.toMatch(/Twice|constraint|sql|t_[0-9a-f]/i)
  })

  test('an error in the SQL of the program has no status', async () => {
    const error: unknown = await database.execute('selec nonsense', []).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(exceptionStatus(error)).toBeUndefined()
  })

  test('findBy compares field values exactly', async () => {
    const author = await authors.insert(Author.create({ name: 'Barbara' }))
    const clu = await books.insert(Book.create({ title: 'CLU', authorId: author.id }))
    const argus = await books.insert(Book.create({ title: 'Argus', authorId: author.id }))
    await expect(books.findBy({ authorId: author.id })).resolves.toEqual([clu, argus])
    await expect(books.findOneBy({ title: 'CLU', authorId: author.id })).resolves.toEqual(clu)
    await expect(books.findOneBy({ title: "' or 1=1 --" })).resolves.toBeUndefined()
    await expect(books.findOneBy({ title: 'clu' })).resolves.toBeUndefined()
    await books.insert(Book.create({ title: 'Anonymous' }))
    await expect(books.findBy({ authorId: null, title: 'Anonymous' })).resolves.toHaveLength(1)
    await expect(books.findBy({ nope: 1 } as never)).rejects.toThrow(/no property nope/)
  })

  test('findBy a text with NUL finds nothing, and the transaction goes on', async () => {
    const found = database.transaction(async () => [
      await books.findBy({ title: 'a\0b' }),
      await books.findBy({ title: 'a' }),
    ])
    await expect(found).resolves.toEqual([[], []])
  })

  test('findBy finds rows by json data', async () => {
    const note = await authors.insert(Author.create({ name: 'Note', data: { b: 1, a: [2] } }))
    await expect(authors.findBy({ data: { b: 1, a: [2] } })).resolves.toEqual([note])
    await expect(authors.findBy({ data: { b: 2 } })).resolves.toEqual([])
  })

  test('findAll accepts more ids than a statement may have parameters', async () => {
    const all = await books.findAll()
    const ids = [...Array.from({ length: 1200 }, (_, index) => 1_000_000 + index), ...all.map(({ id }) => id)]
    await expect(books.findAll({ ids })).resolves.toEqual(all)
  })

  if (name === 'PostgreSQL')
    test('a unique text that is too long for its index fails with 400', async () => {
      const Long = defineEntity({
        name: 'Long',
        table: freshTable(),
        key: { id: 'integer' },
        fields: { text: { type: 'string', unique: true, maxLength: 10_000 } },
      })
      await createTables(database, [Long])
      const text = randomBytes(4000).toString('hex')
      const inserted = new KyselyRepository(database, Long).insert(Long.create({ text }))
      await expect(inserted).rejects.toMatchObject({ name: 'ValidationException', status: 400 })
      await dropTables(database, [Long])
    })
})

test('a Database can be created from a Kysely instance, but not with an unknown dialect', () => {
  interface Schema {
    readonly author: { id: number; name: string }
  }
  const dialect = new SqliteDialect({ database: libsqlDatabase(new Libsql(':memory:')) })
  expect(new Database(new Kysely<Schema>({ dialect })).family).toBe('sqlite')
  class ForeignAdapter {}
  class ForeignDialect extends SqliteDialect {
    override createAdapter(): never {
      return new ForeignAdapter() as never
    }
  }
  const foreign = new ForeignDialect({ database: libsqlDatabase(new Libsql(':memory:')) })
  expect(() => new Database(new Kysely<Schema>({ dialect: foreign }))).toThrow(
    expect.objectContaining({ code: 'E_CONFIG' }),
  )
  expect(new Database(new Kysely({ dialect: new PostgresDialect({ pool: {} as never }) })).family).toBe(
    'postgres',
  )
})

/** Returns a program that opens a database without its driver, and prints the error. */
const withoutDriver = (name: string, address: string): string => `
import { register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(\`
export const resolve = (specifier, context, next) => next(specifier === '${name}' ? 'not-installed' : specifier, context)
\`))
const { openDatabase } = await import('@mvc-router/rest-kysely')
await openDatabase('${address}').catch(({ code, message, cause }) => console.log(code, message, cause.code))
`

test.each([
  ['pg', 'postgres://127.0.0.1/test'],
  ['mysql2', 'mysql://127.0.0.1/test'],
])('the error for a missing driver %s is E_CONFIG, and names the package', async (name, address) => {
  const args = ['--input-type=module', '-e', withoutDriver(name, address)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toBe(`E_CONFIG This database needs its driver: npm install ${name} ERR_MODULE_NOT_FOUND\n`)
})

test('a KyselyRepository ignores Kysely plugins that rename columns, and its Database closes Kysely', async () => {
  const dialect = new SqliteDialect({ database: libsqlDatabase(new Libsql(':memory:')) })
  const kysely = new Kysely({ dialect, plugins: [new CamelCasePlugin()] })
  const database = new Database(kysely)
  await createTables(database, [Author, Book])
  const books = new KyselyRepository(database, Book)
  const book = await books.insert(Book.create({ title: 'Notes' }))
  await expect(books.findAll()).resolves.toEqual([book])
  await database.close()
  await expect(sql`select 1`.execute(kysely)).rejects.toThrow('destroyed')
})

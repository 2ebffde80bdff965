import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { defineEntity, exceptionStatus, type EntityDefinition, type EntityOf } from '@mvc-router/rest'
import {
  createTables,
  Database,
  dropTables,
  KyselyRepository,
  libsqlDatabase,
  openDatabase,
} from '@mvc-router/rest/kysely'
import { CamelCasePlugin, Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import { LibsqlSource } from '../dist/lib/database/sources/libsql-source.js'
import { describeDatabases, freshTable, servers } from './databases.js'
import { TcpProxy } from './tcp-proxy.js'

const Author = defineEntity({
  name: 'Author',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { name: { type: 'string', maxLength: 10 }, data: 'json?' },
})
const Book = defineEntity({
  name: 'Book',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    title: { type: 'string', unique: true, maxLength: 50 },
    authorId: { type: 'integer?', references: (): EntityDefinition => Author },
  },
})
type Author = EntityOf<typeof Author>
type Book = EntityOf<typeof Book>

await describeDatabases('a database', ({ name, open, close }) => {
  let database: Database
  let authors: KyselyRepository<Author, number>
  let books: KyselyRepository<Book, number>

  beforeAll(async () => {
    database = await open()
    await createTables(database, [Author, Book])
    authors = new KyselyRepository(database, Author)
    books = new KyselyRepository(database, Book)
  })
  afterAll(async () => {
    await dropTables(database, [Book, Author])
    await database.close()
    await close()
  })

  test('keeps what the tables were created with when they are created again', async () => {
    const { id } = await authors.insert(Author.create({ name: 'Ada' }))
    await createTables(database, [Author, Book])
    await expect(authors.findOne(id)).resolves.toMatchObject({ name: 'Ada' })
  })

  test('says at start what differs between an entity and a table that exists', async () => {
    const table = freshTable()
    const key = { id: 'integer' } as const
    const Before = defineEntity({
      name: 'Before',
      table,
      key,
      fields: { title: { type: 'string', maxLength: 20 }, year: 'integer', day: 'date', left: 'string' },
    })
    const After = defineEntity({
      name: 'After',
      table,
      key,
      fields: {
        title: { type: 'string', maxLength: 50, unique: true },
        year: 'integer?',
        day: 'json?',
        isbn: 'string?',
      },
    })
    await createTables(database, [Before])
    await createTables(database, [Before])
    const message = await createTables(database, [After]).catch(String)
    const isUntyped = name.startsWith('SQLite')
    const differences = [
      'the column title is not unique, as title must be',
      ...(isUntyped ? [] : ['the column title holds 20 characters of 50']),
      'the column year takes no null, as year may be',
      ...(isUntyped ? [] : ['the column day is of type date, which holds no json']),
      'the column day takes no null, as day may be',
      'there is no column isbn for isbn, of type string',
      'the column left must have a value, and no field gives it one',
    ]
    expect(message).toMatch(
      `The table ${table} is not that of After: ${differences.join('; ')}. Change it with`,
    )
    await dropTables(database, [Before])
  })

  test('has an index for what lists look for, in the order of their pages, and makes none twice', async () => {
    const Shelf = defineEntity({
      name: 'Shelf',
      table: freshTable(),
      key: { id: 'integer' },
      fields: {
        room: { type: 'string', maxLength: 20, index: true },
        floor: { type: 'integer?', index: true },
        note: { type: 'string?', index: true },
        code: { type: 'string', unique: true, index: true },
        colour: 'string?',
        authorId: { type: 'integer?', references: (): EntityDefinition => Author },
      },
    })
    const { table } = Shelf
    await createTables(database, [Shelf])
    // Any index that begins with the column will do, whatever its name.
    await sql`drop index ${sql.ref(`${table}_room`)} ${database.family === 'mysql' ? sql`on ${sql.table(table)}` : sql``}`.execute(
      database.kysely,
    )
    await sql`create index ${sql.ref(`${table}_own`)} on ${sql.table(table)} (room)`.execute(database.kysely)
    await createTables(database, [Shelf])
    const indexed = await indexedColumns(database, table)
    const authorId = database.family === 'mysql' ? ['author_id'] : ['author_id id']
    expect(indexed.toSorted()).toEqual(['room', 'floor id', 'note id', 'code', ...authorId, 'id'].toSorted())
    await dropTables(database, [Shelf])
  })

  test('refuses references to and from rows that are in the way, with 409', async () => {
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

  test('refuses a value that the column cannot hold, with 400', async () => {
    const refused = { name: 'ValidationException', status: 400 }
    await expect(books.insert(Book.create({}))).rejects.toMatchObject(refused)
    if (name === 'MariaDB') return // which holds a text with NUL
    await expect(books.insert(Book.create({ title: 'a\0b' }))).rejects.toMatchObject(refused)
  })

  test('refuses a value that a check of the table refuses, with 400', async () => {
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

  test('says nothing of itself in the messages of its exceptions', async () => {
    await books.insert(Book.create({ title: 'Twice' }))
    const error: unknown = await books
      .insert(Book.create({ title: 'Twice' }))
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'EntityExistsException', cause: expect.any(Error) })
    expect(String(error)).not.toMatch(/Twice|constraint|sql|t_[0-9a-f]/i)
  })

  test('gives an error of the program itself as it is', async () => {
    const error: unknown = await database.execute('selec nonsense', []).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(exceptionStatus(error)).toBeUndefined()
  })

  test('has transactions across repositories, which own queries are part of', async () => {
    const before = await authors.count()
    await expect(
      database.transaction(async () => {
        const author = await authors.insert(Author.create({ name: 'Grace' }))
        await books.insert(Book.create({ title: 'Compilers', authorId: author.id }))
        const rows = await database.kysely.selectFrom(Author.table).selectAll().execute()
        expect(rows).toHaveLength(before + 1)
        throw new RangeError('no')
      }),
    ).rejects.toThrow(RangeError)
    await expect(authors.count()).resolves.toBe(before)
    await expect(books.findOneBy({ title: 'Compilers' })).resolves.toBeUndefined()
  })

  test('a refused write of one’s own that is caught undoes nothing but itself, in any repository', async () => {
    await books.insert(Book.create({ title: 'Taken' }))
    await database.transaction(async () => {
      await authors.insert(Author.create({ name: 'Own' }))
      const row = { title: 'Taken' }
      await expect(database.kysely.insertInto(Book.table).values(row).execute()).rejects.toThrow()
      await expect(database.execute('select nonsense from nowhere', [])).rejects.toThrow()
      await database.kysely.insertInto(Book.table).values({ title: 'Own' }).execute()
    })
    await expect(books.findOneBy({ title: 'Own' })).resolves.toBeDefined()
    await expect(authors.findOneBy({ name: 'Own' })).resolves.toBeDefined()
  })

  test('a statement after the end of its transaction is refused', async () => {
    let late: Promise<unknown> = Promise.resolve()
    let goOn = (): void => undefined
    const isOver = new Promise<void>((resolve) => (goOn = resolve))
    await database.transaction(async () => {
      late = isOver.then(async () => authors.insert(Author.create({ name: 'Late' })))
    })
    goOn()
    await expect(late).rejects.toThrow(/The transaction is over/)
    await expect(authors.findOneBy({ name: 'Late' })).resolves.toBeUndefined()
  })

  test('finds by the values of fields', async () => {
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

  test('finds nothing by a text with NUL, and goes on in its transaction', async () => {
    const found = database.transaction(async () => [
      await books.findBy({ title: 'a\0b' }),
      await books.findBy({ title: 'a' }),
    ])
    await expect(found).resolves.toEqual([[], []])
  })

  test('finds by data', async () => {
    const note = await authors.insert(Author.create({ name: 'Note', data: { b: 1, a: [2] } }))
    await expect(authors.findBy({ data: { b: 1, a: [2] } })).resolves.toEqual([note])
    await expect(authors.findBy({ data: { b: 2 } })).resolves.toEqual([])
  })

  test('finds more ids than one query takes', async () => {
    const all = await books.findAll()
    const ids = [...Array.from({ length: 1200 }, (_, index) => 1_000_000 + index), ...all.map(({ id }) => id)]
    await expect(books.findAll({ ids })).resolves.toEqual(all)
  })

  if (name === 'PostgreSQL')
    test('refuses a unique text that is too long for its index, with 400', async () => {
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

  if (!name.startsWith('SQLite')) {
    test('a deadlock that is caught is no acknowledgement: the commit is refused', async () => {
      const [a, b] = await Promise.all(
        ['A', 'B'].map(async (text) => authors.insert(Author.create({ name: `Dead ${text}` }))),
      )
      const met = new EventEmitter()
      const update = async (author: Author | undefined, by: string): Promise<unknown> =>
        authors.save(Author.create({ ...author, data: by }))
      const change = async (
        by: string,
        first: Author | undefined,
        second: Author | undefined,
      ): Promise<unknown> =>
        database.transaction(async () => {
          await update(first, by)
          if (met.emit('first')) await setTimeout(10)
          else await once(met, 'first')
          await update(second, by).catch(() => undefined)
          await authors.insert(Author.create({ name: `after ${by}` })).catch(() => undefined)
        })
      const results = await Promise.allSettled([change('one', a, b), change('two', b, a)])
      const loser = results.find(({ status }) => status === 'rejected')
      expect(loser).toMatchObject({ reason: { name: 'OptimisticLockException', status: 409 } })
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const winner = results[0].status === 'fulfilled' ? 'one' : 'two'
      const kept = await authors.findAll()
      const texts = kept
        .filter((author) => /^after|^Dead/.test(author.name))
        .map((author) => `${author.name} ${String(author.data)}`)
      expect(texts.toSorted()).toEqual([`Dead A ${winner}`, `Dead B ${winner}`, `after ${winner} null`])
    })

    test('has several addresses, of which the first that takes writes is used, and another when it goes', async () => {
      const address = servers.find((server) => server.name === name)?.address ?? ''
      const proxy = new TcpProxy(Number(/:(\d+)\//.exec(address)?.[1]))
      const reached = address.replace(/:\d+\//, `:${await proxy.open()}/`)
      const nobody = address.replace(/:\d+\//, ':1/')
      const addresses =
        name === 'MariaDB'
          ? [nobody, reached, address]
          : [nobody.replace(':1/', `:1,127.0.0.1:${proxy.port}/`), address]
      const several = await openDatabase(addresses, { connectTimeout: 2000 })
      const repository = new KyselyRepository(several, Author)
      const { id } = await repository.insert(Author.create({ name: 'Several' }))
      expect(proxy.connections).toBeGreaterThan(0)
      await proxy.close()
      // One of a connection that was open may still break; the next one goes elsewhere.
      await repository.findOne(id).catch(() => undefined)
      await expect(repository.findOne(id)).resolves.toMatchObject({ name: 'Several' })
      await repository.delete(id)
      await several.close()
    })

    test('asks no other address while the first one answers', async () => {
      const { address = '', port = 0 } = servers.find((server) => server.name === name) ?? {}
      const standby = new TcpProxy(port)
      const other = address.replace(`:${port}/`, `:${await standby.open()}/`)
      // On a busy machine the first may take longer than its head start, but not each time.
      let asked = 1
      for (let attempt = 0; attempt < 20 && asked > 0; attempt++) {
        const several = await openDatabase([address, other])
        await new KyselyRepository(several, Author).count()
        await setTimeout(300)
        asked = standby.connections
        await several.close()
      }
      await standby.close()
      expect(asked).toBe(0)
    })

    test('answers 503 when it goes away in the middle, and is there again when it returns', async () => {
      const away = await open()
      const repository = new KyselyRepository(away, Author)
      await expect(repository.count()).resolves.toEqual(expect.any(Number))
      const killed = away.transaction(async () => {
        await repository.insert(Author.create({ name: 'Gone' }))
        await killCurrentConnection(away, database)
        await repository.insert(Author.create({ name: 'Gone' }))
      })
      await expect(killed).rejects.toMatchObject({ name: 'ServiceUnavailableException', status: 503 })
      await expect(repository.findOneBy({ name: 'Gone' })).resolves.toBeUndefined()
      await away.close()
    })
  }
})

/** Ends the connection of the transaction that runs, from another connection. */
async function killCurrentConnection(away: Database, other: Database): Promise<void> {
  const isPostgres = away.family === 'postgres'
  const { rows } = await away.execute<{ id: number }>(
    `select ${isPostgres ? 'pg_backend_pid()' : 'connection_id()'} as id`,
    [],
  )
  const id = Number(rows[0]?.id)
  await other.execute(isPostgres ? `select pg_terminate_backend(${id})` : `kill ${id}`, [])
}

describe('a database that cannot be reached', () => {
  test.each([
    ['postgres://postgres@127.0.0.1:1/test'],
    ['mariadb://root@127.0.0.1:1/test'],
    ['postgres://postgres@nowhere.invalid/test'],
  ])('%s answers 503', async (address) => {
    const database = await openDatabase(address)
    const repository = new KyselyRepository(database, Author)
    await expect(repository.findAll()).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    await expect(database.transaction(async () => repository.count())).rejects.toMatchObject({ status: 503 })
    await database.close()
    await expect(repository.count()).rejects.toMatchObject({ status: 503 })
  })

  test.each([['postgres'], ['mariadb']])('a %s server that says nothing can be closed', async (scheme) => {
    const sockets: Socket[] = []
    const mute = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const database = await openDatabase(`${scheme}://root@127.0.0.1:${port}/test`, {
      connectTimeout: 200,
      acquireTimeout: 100,
    })
    const counted = new KyselyRepository(database, Author).count()
    await expect(counted).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    await database.close()
    for (const socket of sockets) socket.destroy()
    mute.close()
  })

  test('a database that another process has locked answers 503', async () => {
    const path = `file:${process.cwd()}/packages/rest/dist-test/locked-${process.pid}.db`
    const [first, second] = [await openDatabase(path), await openDatabase(path)]
    await createTables(first, [Author])
    const write = first.transaction(async () => {
      await new KyselyRepository(second, Author).insert(Author.create({ name: 'Ada' }))
    })
    await expect(write).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    await dropTables(first, [Author])
    await first.close()
    await second.close()
  })
})

test.each([
  ['library.db'],
  ['oracle://localhost'],
  [''],
  ['http://localhost'],
  [[]],
  [['file:a.db', 'file:b.db']],
  [['postgres://a/b', ':memory:']],
  [['postgres://a/b', 'mariadb://a/b']],
])('the address %p is refused at start', async (address) => {
  await expect(openDatabase(address)).rejects.toMatchObject({ code: 'E_CONFIG' })
})

test('a Kysely instance of an application’s own, with its types, becomes a database', () => {
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

const select = (value: unknown): unknown[] =>
  libsqlDatabase(new Libsql(':memory:')).prepare('select ? as value').all([value])

test('plugins that rename columns do not reach a repository', async () => {
  const dialect = new SqliteDialect({ database: libsqlDatabase(new Libsql(':memory:')) })
  const database = new Database(new Kysely({ dialect, plugins: [new CamelCasePlugin()] }))
  await createTables(database, [Author, Book])
  const books = new KyselyRepository(database, Book)
  const book = await books.insert(Book.create({ title: 'Notes' }))
  await expect(books.findAll()).resolves.toEqual([book])
})

describe('libsql for Kysely', () => {
  test.each<[unknown, unknown]>([
    [true, 1],
    [false, 0],
    [undefined, null],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    ['é😀', 'é😀'],
    [5n, 5],
  ])('binds %p, which alone would end the process or be refused', (value, bound) => {
    expect(select(value)).toEqual([{ value: bound }])
  })

  test.each([['a\0b'], [{}], [[]], [Symbol('a')], [() => 1]])('refuses %p', (value) => {
    expect(() => select(value)).toThrow(TypeError)
  })

  test('prepares each statement once, and forgets the oldest', () => {
    const prepared: string[] = []
    const native = new Libsql(':memory:')
    const database = libsqlDatabase({
      prepare: (text) => {
        prepared.push(text)
        return native.prepare(text)
      },
      close: () => native.close(),
    })
    for (let index = 0; index < 201; index++) database.prepare(`select ${index}`)
    for (const text of ['select 200', 'select 0', 'select 200'])
      expect(database.prepare(text).all([])).toHaveLength(1)
    expect(prepared).toHaveLength(202)
    database.close()
  })

  test('gives its connection at once, when that is prepared', async () => {
    const timeouts = {
      connectTimeout: 1,
      acquireTimeout: 1,
      statementTimeout: 1,
      lockTimeout: 1,
      idleTimeout: 1,
    }
    const source = new LibsqlSource(libsqlDatabase(new Libsql(':memory:')), ['foreign_keys = on'], timeouts)
    expect(source.acquire()).toBeInstanceOf(Promise)
    await source.acquire()
    expect(source.acquire()).toHaveProperty('connection')
    await source.close()
  })
})

/** The columns of each index of a table, one after the other. */
async function indexedColumns({ kysely, family }: Database, table: string): Promise<readonly string[]> {
  const query = {
    sqlite: sql<{ columns: string }>`
      select group_concat(info.name, ' ') as columns
      from pragma_index_list(${table}) list, pragma_index_info(list.name) info group by list.name
      union all select 'id'`,
    postgres: sql<{ columns: string }>`
      select string_agg(attname, ' ' order by position) as columns
      from pg_index, unnest(indkey) with ordinality as parts(number, position)
      join pg_attribute on attnum = number
      where indrelid = to_regclass(${table}) and attrelid = indrelid group by indexrelid`,
    mysql: sql<{ columns: string }>`
      select group_concat(column_name order by seq_in_index separator ' ') as columns
      from information_schema.statistics where table_schema = database() and table_name = ${table}
      group by index_name`,
  }[family]
  const { rows } = await query.execute(kysely)
  return rows.map(({ columns }) => columns)
}

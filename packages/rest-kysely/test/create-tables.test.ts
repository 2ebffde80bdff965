import { beforeAll, expect, test } from '@jest/globals'
import { defineEntity, type EntityDefinition } from '@mvc-router/rest'
import { createTables, type Database, dropTables, KyselyRepository } from '@mvc-router/rest-kysely'
import { sql } from 'kysely'
import { freshTable } from '../../rest/test/databases.js'
import { Author, Book } from '../../rest/test/library-entities.js'
import { describeTables } from '../../rest/test/stores.js'

await describeTables('the tables of entities', [Author, Book], (opened, { name }) => {
  let database: Database
  let authors: KyselyRepository<Author, number>

  beforeAll(() => {
    database = opened()
    authors = new KyselyRepository(database, Author)
  })

  test('createTables keeps the rows of tables that exist', async () => {
    const { id } = await authors.insert(Author.create({ name: 'Ada' }))
    await createTables(database, [Author, Book])
    await expect(authors.findOne(id)).resolves.toMatchObject({ name: 'Ada' })
  })

  test('createTables reports all differences between an entity and an existing table', async () => {
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
      'the column title is not unique, but the field title must be',
      ...(isUntyped ? [] : ['the column title holds 20 characters, but the field title may have 50']),
      'the column year refuses null, but the field year may be null',
      ...(isUntyped ? [] : ['the column day is of type date, which holds no json']),
      'the column day refuses null, but the field day may be null',
      'there is no column isbn for the field isbn of type string',
      'the column left must have a value, but no field writes it',
    ]
    expect(message).toMatch(
      `The table ${table} does not fit After: ${differences.join('; ')}. Change the table with a migration`,
    )
    await dropTables(database, [Before])
  })

  test('a unique text without maxLength has at most 255 characters, except on SQLite', async () => {
    const entity = (title: { type: 'string'; unique: true; maxLength?: number }): EntityDefinition =>
      defineEntity({ name: 'Title', table, key: { id: 'integer' }, fields: { title } })
    const table = freshTable()
    const Before = entity({ type: 'string', unique: true })
    await createTables(database, [Before])
    const message = await createTables(database, [
      entity({ type: 'string', unique: true, maxLength: 300 }),
    ]).catch(String)
    if (name.startsWith('SQLite')) expect(message).toBeUndefined()
    else expect(message).toMatch('the column title holds 255 characters, but the field title may have 300')
    await dropTables(database, [Before])
  })

  test('createTables reports a key column that does not count up, unless clients choose the key', async () => {
    const Uncounted = defineEntity({
      name: 'Uncounted',
      table: freshTable(),
      key: { id: 'integer' },
      fields: { title: 'string?' },
    })
    await database.execute(`create table ${Uncounted.table} (id bigint primary key, title text)`, [])
    await expect(createTables(database, [Uncounted])).rejects.toThrow(
      'does not fit Uncounted: the column id is not counted up, but the key id must be. Change the table',
    )
    await dropTables(database, [Uncounted])
    const Given = defineEntity({
      name: 'Given',
      table: Uncounted.table,
      key: { id: { type: 'integer', generated: false } },
      fields: { title: 'string?' },
      rowToken: false,
    })
    await database.execute(`create table ${Given.table} (id bigint primary key, title text)`, [])
    await createTables(database, [Given])
    await dropTables(database, [Given])
  })

  if (name === 'PostgreSQL')
    test('createTables accepts an enumeration as a text, and a domain as its base type', async () => {
      const Typed = defineEntity({
        name: 'Typed',
        table: freshTable(),
        key: { id: 'integer' },
        fields: { kind: { type: 'string', enum: ['a', 'b'] }, code: { type: 'string', maxLength: 9 } },
      })
      const { table } = Typed
      await database.execute(`create type ${table}_kind as enum ('a', 'b')`, [])
      await database.execute(`create domain ${table}_code as varchar(9)`, [])
      await database.execute(
        `create table ${table} (id bigserial primary key, kind ${table}_kind not null, code ${table}_code not null)`,
        [],
      )
      await createTables(database, [Typed])
      const typed = new KyselyRepository(database, Typed)
      const { id } = await typed.insert(Typed.create({ kind: 'b', code: 'x' }))
      await expect(typed.findAll({ where: { kind: 'b', code: 'x' } })).resolves.toMatchObject([{ id }])
      await dropTables(database, [Typed])
      await database.execute(`drop type ${table}_kind`, [])
      await database.execute(`drop domain ${table}_code`, [])
    })

  if (!name.startsWith('SQLite'))
    test('createTables reports computed columns, and single-precision columns for number', async () => {
      const Sum = defineEntity({
        name: 'Sum',
        table: freshTable(),
        key: { id: 'integer' },
        fields: { one: 'integer?', two: 'integer?', weight: 'number' },
      })
      const [real, key] =
        name === 'MariaDB' ? ['float', 'auto_increment'] : ['real', 'generated by default as identity']
      await database.execute(
        `create table ${Sum.table} (id bigint ${key} primary key, one bigint, two bigint generated always as (one + 1) stored,
          weight ${real} not null)`,
        [],
      )
      await expect(createTables(database, [Sum])).rejects.toThrow(
        `the database computes the column two, so the field two cannot be written; the column weight is of type ${real}, which holds no number. Change the table`,
      )
      await dropTables(database, [Sum])
    })

  if (!name.startsWith('SQLite'))
    test('createTables reports columns that would round written values', async () => {
      const Sale = defineEntity({
        name: 'Sale',
        table: freshTable(),
        key: { id: 'integer' },
        fields: {
          price: 'decimal',
          tax: { type: 'decimal', digits: { integer: 10, fraction: 2 } },
          weight: 'number',
          size: 'decimal',
          at: 'datetime',
          day: 'datetime',
          print: 'bytes',
        },
      })
      const [time, bytes, key] =
        name === 'MariaDB'
          ? ['datetime', 'blob', 'auto_increment']
          : ['timestamptz', 'bytea', 'generated by default as identity']
      await database.execute(
        `create table ${Sale.table} (id bigint ${key} primary key, price decimal(12, 2) not null, tax decimal(12, 2) not null,
          weight bigint not null, size double precision not null, at ${time}(0) not null, day ${time}(3) not null, print ${bytes} not null)`,
        [],
      )
      const message = await createTables(database, [Sale]).catch(String)
      const floating = name === 'MariaDB' ? 'double' : 'double precision'
      const seconds = name === 'MariaDB' ? 'datetime' : 'timestamp(0) with time zone'
      expect(message).toContain(
        `does not fit Sale: ${[
          'the column price holds 2 digits after the point, but the field price may have 6',
          `the column weight is of type ${name === 'MariaDB' ? 'bigint(20)' : 'bigint'}, which holds no number`,
          `the column size is of type ${floating}, which holds no decimal`,
          `the column at is of type ${seconds}, which holds no datetime`,
        ].join('; ')}. Change the table`,
      )
      await dropTables(database, [Sale])
    })

  if (name.startsWith('SQLite'))
    test('createTables accepts a column of fixed length, because SQLite does not pad texts', async () => {
      const Flag = defineEntity({
        name: 'Flag',
        table: freshTable(),
        key: { id: 'integer' },
        fields: { code: 'string' },
      })
      await database.execute(
        `create table ${Flag.table} (id integer primary key autoincrement, code char(3) not null)`,
        [],
      )
      await createTables(database, [Flag])
      await dropTables(database, [Flag])
    })
  else
    test('createTables reports columns of fixed length that would pad or trim texts', async () => {
      const Flag = defineEntity({
        name: 'Flag',
        table: freshTable(),
        key: { id: 'uuid' },
        fields: {
          code: { type: 'string', maxLength: 3 },
          country: { type: 'string', minLength: 2, maxLength: 2, pattern: '[A-Z]{2}' },
          side: { type: 'string', enum: ['L', 'R'] },
          image: 'objectId',
        },
      })
      await database.execute(
        `create table ${Flag.table} (id char(36) primary key, code char(3) not null, country char(2) not null,
          side char(1) not null, image char(24) not null)`,
        [],
      )
      const message = await createTables(database, [Flag]).catch(String)
      const change =
        name === 'MariaDB' ? 'removes blanks from the end of texts' : 'pads texts with blanks to 3 characters'
      expect(message).toContain(`does not fit Flag: the column code ${change}. Change the table`)
      await dropTables(database, [Flag])
    })

  test('createTables creates an index for each indexed field and reference, unless another index begins with the column', async () => {
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
    // createTables must accept an index with another name that begins with the column.
    await sql`drop index ${sql.ref(await indexOf(database, table, 'room'))} ${database.family === 'mysql' ? sql`on ${sql.table(table)}` : sql``}`.execute(
      database.kysely,
    )
    await sql`create index ${sql.ref(`${table}_own`)} on ${sql.table(table)} (room)`.execute(database.kysely)
    await createTables(database, [Shelf])
    const indexed = await indexedColumns(database, table)
    const authorId = database.family === 'mysql' ? ['author_id'] : ['author_id id']
    expect(indexed.toSorted()).toEqual(['room', 'floor id', 'note id', 'code', ...authorId, 'id'].toSorted())
    await dropTables(database, [Shelf])
  })

  test('createTables gives indexes and references unique names, even if names of tables and fields are similar or long', async () => {
    const table = freshTable()
    const indexed = { type: 'string', maxLength: 20, index: true } as const
    const reference = { type: 'integer?', references: (): EntityDefinition => Author } as const
    const key = { id: 'integer' } as const
    const Tagged = defineEntity({
      name: 'Tagged',
      table,
      key,
      fields: { tag: indexed, tagName: indexed, tagAuthor: reference },
    })
    const Tag = defineEntity({
      name: 'Tag',
      table: `${table}_tag`,
      key,
      fields: { name: indexed, author: reference },
    })
    const long = `${table}_${'x'.repeat(63)}`.slice(0, 63)
    const [one, other] = ['a', 'b'].map((end) => 'y'.repeat(59) + end)
    const Long = defineEntity({
      name: 'Long',
      table: long,
      key,
      fields: { [one ?? '']: indexed, [other ?? '']: reference, z: reference },
    })
    const entities = [Tagged, Tag, Long]
    await createTables(database, entities)
    await createTables(database, entities)
    await dropTables(database, entities)
  })
})

/** Returns the name of the index that begins with a column. */
async function indexOf({ kysely, family }: Database, table: string, column: string): Promise<string> {
  const query = {
    sqlite: sql<{ name: string }>`
      select list.name from pragma_index_list(${table}) list, pragma_index_info(list.name) info
      where info.seqno = 0 and info.name = ${column}`,
    postgres: sql<{ name: string }>`
      select indexrelid::regclass::text as name
      from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where indrelid = to_regclass(${table}) and attname = ${column}`,
    mysql: sql<{ name: string }>`
      select index_name as name from information_schema.statistics
      where table_schema = database() and table_name = ${table} and seq_in_index = 1 and column_name = ${column}`,
  }[family]
  const { rows } = await query.execute(kysely)
  return rows[0]?.name ?? ''
}

/** Returns the columns of each index of a table, separated by blanks. */
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

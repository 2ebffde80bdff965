import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { defineEntity, type EntityOf } from '@mvc-router/rest'
import { createTables, Database, dropTables, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'
import { Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
import { answers, freshTable } from '../../rest/test/databases.js'
import { expectJsonFixture } from '../../rest/test/fixture.js'

const Entry = defineEntity({
  name: 'Entry',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    text: { type: 'string', maxLength: 40 },
    number: 'number?',
    time: 'datetime?',
    day: 'date?',
  },
})
type Entry = EntityOf<typeof Entry>

/** A database whose sessions begin with these settings, which an administrator might have chosen. */
function withSessions(...settings: readonly string[]): Database {
  // Without FOUND_ROWS, an update returns the number of changed rows, not of matching rows.
  const pool = createPool({ uri: 'mysql://root@127.0.0.1:3306/test', timezone: 'Z', flags: ['-FOUND_ROWS'] })
  pool.on('connection', (connection) => {
    for (const setting of settings) connection.query(`set session ${setting}`)
  })
  return new Database(new Kysely({ dialect: new MysqlDialect({ pool }) }))
}

const inPostgres = async (options: string): Promise<Database> =>
  openDatabase(`postgres://postgres@127.0.0.1:5432/test?options=${encodeURIComponent(options)}`)

const cases: readonly (readonly [string, () => Promise<Database>])[] = [
  ['MariaDB with NO_BACKSLASH_ESCAPES', async () => withSessions("sql_mode = 'NO_BACKSLASH_ESCAPES'")],
  ['MariaDB with ANSI_QUOTES', async () => withSessions("sql_mode = 'ANSI'")],
  ['MariaDB with an empty sql_mode', async () => withSessions("sql_mode = ''")],
  ['MariaDB in another time zone', async () => withSessions("time_zone = '-11:30'")],
  ['MariaDB without autocommit', async () => withSessions('autocommit = 0')],
  [
    'MariaDB with many unsafe settings',
    async () =>
      withSessions(
        "sql_mode = 'NO_BACKSLASH_ESCAPES'",
        'sql_safe_updates = 1',
        'sql_select_limit = 1',
        "completion_type = 'CHAIN'",
        'foreign_key_checks = 0',
        "tx_isolation = 'READ-UNCOMMITTED'",
        'character_set_client = latin1',
        'character_set_connection = latin1',
        'character_set_results = latin1',
      ),
  ],
  [
    'PostgreSQL with datestyle=SQL,DMY',
    async () => inPostgres('-c datestyle=SQL,DMY -c timezone=Asia/Kolkata'),
  ],
  [
    'PostgreSQL with datestyle=German',
    async () => inPostgres('-c datestyle=German -c timezone=America/New_York'),
  ],
  ['PostgreSQL with extra_float_digits=0', async () => inPostgres('-c extra_float_digits=0')],
  [
    'PostgreSQL without standard_conforming_strings',
    async () =>
      inPostgres('-c standard_conforming_strings=off -c bytea_output=escape -c transform_null_equals=on'),
  ],
]

const isThere = { MariaDB: await isServed(3306), PostgreSQL: await isServed(5432) }

async function isServed(port: number): Promise<boolean> {
  return process.env['REQUIRE_SERVICES'] === '1' || answers(port)
}

describe.each(cases)('%s', (name, open) => {
  const runs = isThere[name.startsWith('MariaDB') ? 'MariaDB' : 'PostgreSQL'] ? test : test.skip
  let database: Database
  let entries: KyselyRepository<Entry, number>

  beforeAll(async () => {
    if (runs === test.skip) return
    database = await open()
    await createTables(database, [Entry])
    entries = new KyselyRepository(database, Entry)
  })
  afterAll(async () => {
    if (runs === test.skip) return
    await dropTables(database, [Entry])
    await database.close()
  })

  runs('texts are stored and found exactly, with any settings of the session', async () => {
    await entries.insert(Entry.create({ text: 'other' }))
    const texts = ["' or 1=1 -- ", "\\' or 1=1 -- ", '"; delete from x', '\\', "it's", 'é😀', '%_']
    for (const text of texts) {
      await expect(entries.findBy({ text })).resolves.toEqual([])
      const stored = await entries.insert(Entry.create({ text }))
      await expect(entries.findBy({ text })).resolves.toEqual([stored])
      await expect(entries.findOne(stored.id)).resolves.toEqual(stored)
    }
    await entries.deleteAll()
    await expect(entries.count()).resolves.toBe(0)
  })

  runs(
    'times, days and numbers are read as they were written, with any settings of the session',
    async () => {
      const stored = await entries.insert(
        Entry.create({
          text: 'exact',
          number: 0.1 + 0.2,
          time: new Date('2024-03-01T04:05:06.789Z'),
          day: '2024-03-01',
        }),
      )
      await expect(entries.findOne(stored.id)).resolves.toEqual(stored)
      await expect(entries.findOneBy({ time: stored.time })).resolves.toEqual(stored)
      const again = await entries.save(Entry.create({ ...(await entries.findOne(stored.id)), text: 'again' }))
      await expect(entries.findOne(stored.id)).resolves.toEqual(again)
      await expect(entries.save(Entry.create({ ...again }), { mustExist: true })).resolves.toEqual(again)
      await expect(entries.count({ where: { text: 'again' } })).resolves.toBe(1)
    },
  )

  runs('a text that is too long is refused, with any settings of the session', async () => {
    const tooLong = entries.insert(Entry.create({ text: 'x'.repeat(41) }))
    await expect(tooLong).rejects.toMatchObject({ name: 'ValidationException' })
  })

  runs('another connection sees an inserted row, with any settings of the session', async () => {
    const { id } = await entries.insert(Entry.create({ text: 'there' }))
    const address = name.startsWith('MariaDB')
      ? 'mariadb://root@127.0.0.1:3306/test'
      : 'postgres://postgres@127.0.0.1:5432/test'
    const other = await openDatabase(address)
    await expect(new KyselyRepository(other, Entry).findOne(id)).resolves.toMatchObject({ text: 'there' })
    await other.close()
  })

  runs('a list has all rows, with any settings of the session', async () => {
    await entries.deleteAll()
    for (const text of ['a', 'b', 'c']) await entries.insert(Entry.create({ text }))
    await expect(entries.findAll()).resolves.toHaveLength(3)
  })
})

const sessions: Readonly<Record<'mysql' | 'postgres', readonly string[]>> = {
  mysql: [
    'sql_mode time_zone autocommit completion_type foreign_key_checks unique_checks sql_auto_is_null',
    'sql_safe_updates sql_select_limit innodb_lock_wait_timeout lock_wait_timeout max_statement_time',
    'idle_transaction_timeout tx_isolation character_set_client character_set_connection character_set_results',
  ],
  postgres: [
    'DateStyle TimeZone extra_float_digits standard_conforming_strings bytea_output client_encoding',
    'transform_null_equals statement_timeout lock_timeout idle_in_transaction_session_timeout',
  ],
}

const servers = [
  ['MariaDB', 'mysql', 'mariadb://root@127.0.0.1:3306/test'],
  ['PostgreSQL', 'postgres', 'postgres://postgres@127.0.0.1:5432/test'],
] as const

for (const [name, family, address] of servers) {
  const runs = isThere[name] ? test : test.skip
  runs(`the settings of a ${name} session equal the settings in fixtures/sessions`, async () => {
    const limits = { statementTimeout: 1500, lockTimeout: 2500, idleTimeout: 3500 }
    const database = await openDatabase(address, limits)
    const settings = sessions[family].join(' ').split(' ')
    const columns = settings.map((setting) =>
      family === 'mysql'
        ? `@@session.${setting} as ${setting}`
        : `current_setting('${setting}') as "${setting}"`,
    )
    const { rows } = await database.execute(`select ${columns.join(', ')}`, [])
    await database.close()
    await expectJsonFixture(`sessions/${family}.json`, rows[0])
  })

  runs(`a ${name} session goes on after a statement that the database has refused`, async () => {
    const database = await openDatabase(address, { maxConnections: 1 })
    const idOf = family === 'mysql' ? 'connection_id()' : 'pg_backend_pid()'
    const session = async (): Promise<unknown> => (await database.execute(`select ${idOf} as id`, [])).rows
    const before = await session()
    await expect(database.execute('select nonsense from nowhere', [])).rejects.toThrow()
    expect(await session()).toEqual(before)
    await database.close()
  })
}

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { defineEntity } from '@mvc-router/rest'
import { createTables, Database, dropTables, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'
import { Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { answers, describeServers, freshTable, servers } from '../../rest/test/databases.js'
import { TcpProxy } from './tcp-proxy.js'

interface Note {
  id: number
  text: string
}

const table = freshTable()
const Note = defineEntity({
  name: 'Note',
  table,
  key: { id: 'integer' },
  fields: { text: { type: 'string', unique: true, maxLength: 250 } },
})

const options = { lockTimeout: 1000, statementTimeout: 1000, idleTimeout: 4000 }

/** Each pool has one connection, so the next write uses the same session as the failed work. */
const waysToOpen: Readonly<Record<string, (address: string) => Promise<Database>>> = {
  openDatabase: async (address) => openDatabase(address, { ...options, maxConnections: 1 }),
  'a Kysely instance of the application': async (address) => {
    const dialect = address.startsWith('postgres')
      ? new PostgresDialect({ pool: listeningPool(address) })
      : new MysqlDialect({
          pool: createPool({ uri: address.replace('mariadb', 'mysql'), connectionLimit: 1 }),
        })
    return new Database(new Kysely({ dialect }), options)
  },
}

/** Without listeners, an error of a connection would end the process. */
function listeningPool(connectionString: string, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, ...more })
  pool.on('error', () => undefined)
  return pool.on('connect', (client) => client.on('error', () => undefined))
}

interface Setting {
  readonly database: Database
  readonly notes: KyselyRepository<Note, number>
  /** A database with another session. */
  readonly other: Database
  /** The proxy between `database` and its server. */
  readonly proxy: TcpProxy
}

type Way = (setting: Setting) => Promise<unknown>

const note = (text: string): Note => Note.create({ text })

const own =
  (text: string): Way =>
  async ({ database }) =>
    sql.raw(text).execute(database.kysely)

/** Executes the SQL text for the current server. */
const either =
  (postgres: string, mysql: string): Way =>
  async (setting) =>
    own(setting.database.family === 'postgres' ? postgres : mysql)(setting)

const sleeps = either('select pg_sleep(3)', 'select sleep(3)')
const endsItsSession = either('select pg_terminate_backend(pg_backend_pid())', 'kill connection_id()')
const isCancelled = either('select pg_cancel_backend(pg_backend_pid())', 'kill query connection_id()')

const insideOf =
  (act: Way): Way =>
  async (setting) =>
    setting.database.transaction(async () => {
      await setting.notes.insert(note('inside'))
      await act(setting)
    })

const caught =
  (act: Way): Way =>
  async (setting) =>
    act(setting).catch(() => undefined)

/** Acts while another session has locked the rows. */
const locked =
  (act: Way): Way =>
  async (setting) =>
    setting.other.transaction(async () => {
      await sql`update ${sql.table(table)} set text = 'first' where id = 1`.execute(setting.other.kysely)
      await act(setting).catch(() => undefined)
    })

/** Queries while the server does not respond. */
const isMute: Way = async ({ database, proxy }) => {
  proxy.pause()
  await database.execute('select 1', []).finally(() => proxy.resume())
}

const changesFirst: Way = async ({ notes }) =>
  notes.save(Note.create({ id: 1, text: 'second' }), { mustExist: true })

const alone: Readonly<Record<string, Way>> = {
  'a unique value exists': async ({ notes }) => notes.insert(note('first')),
  'a value is null': own(`insert into ${table} (text) values (null)`),
  'a text is too long': async ({ notes }) => notes.insert(note('x'.repeat(251))),
  'a statement is not SQL': own('insert into nothing at all'),
  'a table is missing': own('insert into nowhere values (1)'),
  'the application throws': async () => Promise.reject(new Error('thrown')),
  'a transaction throws': async ({ database }) =>
    database.transaction(async () => Promise.reject(new Error('thrown'))),
  'a statement takes too long': sleeps,
  'a statement is cancelled': isCancelled,
  'the server ends the session': endsItsSession,
  'a row is locked': locked(changesFirst),
  'the server does not respond': isMute,
}

const waysToFail: Readonly<Record<string, Way>> = {
  ...alone,
  ...Object.fromEntries(
    Object.entries(alone).flatMap(([name, act]) => [
      [`${name} in a transaction`, insideOf(act)],
      [`${name} in a transaction, and its error is caught`, insideOf(caught(act))],
    ]),
  ),
  'an application executes BEGIN as SQL': own('begin'),
  'an application executes BEGIN as SQL, and writes': async ({ database }) =>
    database.kysely.connection().execute(async (connection) => {
      await sql`begin`.execute(connection)
      await sql`insert into ${sql.table(table)} (id, text) values (77, 'left')`.execute(connection)
    }),
  'a transaction of Kysely throws': async ({ database }) =>
    database.kysely.transaction().execute(async () => Promise.reject(new Error('thrown'))),
  'a transaction never ends': async ({ database, notes }) =>
    database.transaction(async () => {
      await notes.insert(note('inside'))
      await new Promise(() => undefined)
    }),
}

const kindsOfWrite: Readonly<Record<string, (setting: Setting, text: string) => Promise<unknown>>> = {
  insert: async ({ notes }, text) => notes.insert(note(text)),
  'raw SQL': async ({ database }, text) =>
    sql`insert into ${sql.table(table)} (text) values (${text})`.execute(database.kysely),
  'a transaction': async ({ database, notes }, text) =>
    database.transaction(async () => notes.insert(note(text))),
  'an inner transaction': async ({ database, notes }, text) =>
    database.transaction(async () => database.transaction(async () => notes.insert(note(text)))),
  'an insert with an idempotency key': async ({ notes }, text) =>
    notes.once({ key: `${table} ${Math.random()}`, fingerprint: 'f' }, async () => notes.insert(note(text))),
}

await describeServers('sessions after a failure', ({ name }) => {
  const { address = '', port = 0 } = servers.find((server) => server.name === name) ?? {}
  describe.each(Object.keys(waysToOpen))('of %s', (wayToOpen) => {
    let setting: Setting
    beforeAll(async () => {
      const proxy = new TcpProxy(port)
      const reached = address.replace(String(port), String(await proxy.open()))
      const other = await openDatabase(address)
      const database = (await waysToOpen[wayToOpen]?.(reached)) ?? other
      await createTables(other, [Note])
      setting = { database, other, proxy, notes: new KyselyRepository(database, Note) }
    })
    afterAll(async () => {
      await dropTables(setting.other, [Note])
      await Promise.all([setting.database.close(), setting.other.close()])
      await setting.proxy.close()
    })

    test.each(Object.keys(waysToFail))('acknowledged writes are committed after "%s"', async (way) => {
      const { other } = setting
      await sql`delete from ${sql.table(table)}`.execute(other.kysely)
      await sql`insert into ${sql.table(table)} (id, text) values (1, 'first')`.execute(other.kysely)
      await waysToFail[way]?.(setting).catch(() => undefined)
      const lost: string[] = []
      for (const [kind, write] of Object.entries(kindsOfWrite)) {
        // The first write may find a session that the server has ended.
        await write(setting, kind).catch(async () => write(setting, kind))
        const { rows } = await sql`select text from ${sql.table(table)} where text = ${kind}`.execute(
          other.kysely,
        )
        if (rows.length === 0) lost.push(kind)
      }
      expect(lost).toEqual([])
    })
  })
})

const { address = '', port = 0 } = servers[0] ?? {}
const isThere = process.env['REQUIRE_SERVICES'] === '1' || (await answers(port))
const runs = isThere ? test : test.skip
runs('a pool with query_timeout lends no session with an open transaction', async () => {
  const proxy = new TcpProxy(port)
  const reached = address.replace(String(port), String(await proxy.open()))
  const pool = listeningPool(reached, { query_timeout: 300, connectionTimeoutMillis: 1000 })
  const database = new Database(new Kysely({ dialect: new PostgresDialect({ pool }) }))
  const other = await openDatabase(address)
  await createTables(other, [Note])
  const notes = new KyselyRepository(database, Note)
  const transaction = database.transaction(async () => {
    await notes.insert(note('inside'))
    proxy.pause()
    await notes.insert(note('too late'))
  })
  await expect(transaction).rejects.toMatchObject({ status: 503 })
  const lent = await pool.connect().catch(() => undefined)
  proxy.resume()
  lent?.release()
  await notes.insert(note('after'))
  expect((await new KyselyRepository<Note, number>(other, Note).findAll()).map(({ text }) => text)).toEqual([
    'after',
  ])
  await database.close()
  await dropTables(other, [Note])
  await other.close()
  await proxy.close()
})

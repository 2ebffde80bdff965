import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { Counter, createApi, Event } from '@mvc-router/example-cluster/create-api'
import { MariadbServer } from '@mvc-router/example-cluster/mariadb-server'
import { PostgresServer } from '@mvc-router/example-cluster/postgres-server'
import { createTables, type Database, openDatabase } from '@mvc-router/rest/kysely'
import { isInstalled } from './is-installed.js'
import { startWriters, type Tally } from './writers.js'

/** Short, so that an outage shows; long enough for a busy machine. */
const timeouts = {
  connectTimeout: 1000,
  acquireTimeout: 1000,
  statementTimeout: 1000,
  lockTimeout: 1000,
  maxConnections: 4,
}

/** What goes wrong with a store, which the API has open, until what it gives is called. */
type Outage = (database: Database) => Promise<() => Promise<void>>

/** A store of its own, and what can go wrong with it. */
interface Store {
  readonly address: string
  readonly outages: Readonly<Record<string, Outage>>
  close(): Promise<void>
}

const WRITERS = 6

const stores: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly open: () => Promise<Store> }>
> = {
  PostgreSQL: { needs: ['postgres'], open: openPostgres },
  MariaDB: { needs: ['mariadbd'], open: openMariadb },
  SQLite: { needs: [], open: openSqlite },
}

const outagesOf: Readonly<Record<string, readonly string[]>> = {
  PostgreSQL: ['refused', 'restarted', 'mute', 'slow', 'cut', 'locked', 'read-only', 'without connections'],
  MariaDB: ['refused', 'restarted', 'mute', 'slow', 'cut', 'locked', 'read-only', 'full'],
  SQLite: ['locked', 'full'],
}

describe.each(Object.keys(stores))('an API on %s', (name) => {
  const { needs, open } = stores[name] ?? { needs: [], open: openSqlite }
  const isThere = needs.every(isInstalled) || process.env['REQUIRE_SERVICES'] === '1'
  const runs = isThere ? test : test.skip
  let store: Store
  let database: Database
  let server: Server

  beforeAll(async () => {
    if (!isThere) return
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    store = await open()
    const api = await createApi([store.address], timeouts)
    database = api.database
    await createTables(database, [Event, Counter])
    server = api.app.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(async () => {
    if (isThere) await database.execute('delete from event', [])
  })
  afterAll(async () => {
    server?.close()
    server?.closeAllConnections()
    await database?.close()
    await store?.close()
    jest.restoreAllMocks()
  })

  runs.each(outagesOf[name] ?? [])(
    'that is %s for a while keeps what it acknowledged, and goes on by itself',
    async (kind) => {
      const outage = store.outages[kind]
      if (outage === undefined) throw new Error(`There is no outage ${kind}`)
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { acknowledged, statuses } = await writeThrough(origin, async () => outage(database))
      expect(Object.keys(statuses).filter((status) => !['201', '503'].includes(status))).toEqual([])
      // Whoever has connections keeps them.
      if (kind !== 'without connections') expect(statuses['503']).toBeGreaterThan(0)
      const { rows } = await database.execute<{ readonly token: string }>('select token from event', [])
      const written = rows.map(({ token }) => token)
      expect(new Set(written).size).toBe(written.length)
      expect(Array.from(acknowledged.keys()).filter((token) => !written.includes(token))).toEqual([])
    },
  )
})

/** Has writers at work before, during and after an outage. */
async function writeThrough(origin: string, outage: () => Promise<() => Promise<void>>): Promise<Tally> {
  const writers = startWriters([origin], WRITERS)
  try {
    await writers.more(20)
    const repair = await outage()
    await setTimeout(2500)
    await repair()
    await writers.more(20)
  } finally {
    await writers.stop()
  }
  return writers.stop()
}

async function openPostgres(): Promise<Store> {
  const server = await PostgresServer.create()
  await server.start('-c', 'max_connections=20')
  const run = async (sql: string): Promise<void> => void (await server.query(sql))
  return {
    address: server.address,
    close: async () => server.remove(),
    outages: {
      ...processOutages(server, 'SIGINT', ['-c', 'max_connections=20']),
      cut: repeatedly(async () =>
        run(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
        ),
      ),
      locked: async () => holding(server.address, 'lock table event in access exclusive mode'),
      'read-only': async () => {
        await run('alter system set default_transaction_read_only = on')
        await run('select pg_reload_conf()')
        return async () => {
          await run('alter system reset default_transaction_read_only')
          await run('select pg_reload_conf()')
        }
      },
      'without connections': async () => {
        const takers = await openDatabase(server.address, { maxConnections: 30, statementTimeout: 60_000 })
        const sleeping = Array.from({ length: 30 }, async () =>
          takers.execute('select pg_sleep(2.5)', []).catch(() => undefined),
        )
        await run(
          "select pg_terminate_backend(pid) from pg_stat_activity where query not like '%sleep%' and datname is not null and pid <> pg_backend_pid()",
        ).catch(() => undefined)
        return async () => {
          await Promise.all(sleeping)
          await takers.close()
        }
      },
    },
  }
}

async function openMariadb(): Promise<Store> {
  const server = await MariadbServer.create()
  const options = [
    '--innodb-data-file-path=ibdata1:12M:autoextend:max:64M',
    '--innodb-file-per-table=0',
    '--max-connections=20',
  ]
  await server.start(...options)
  const run = async (sql: string): Promise<void> => void (await server.query(sql))
  // Root may write whatever is read-only.
  await run("create user app@'127.0.0.1'")
  await run("grant all on test.* to app@'127.0.0.1'")
  const address = server.address.replace('root@', 'app@')
  return {
    address,
    close: async () => server.remove(),
    outages: {
      ...processOutages(server, 'SIGTERM', options),
      cut: repeatedly(async () => {
        const rows = await server.query("select id from information_schema.processlist where user = 'app'")
        for (const { id } of rows) await run(`kill ${String(id)}`).catch(() => undefined)
      }),
      locked: async () => holding(address, 'update event set token = token'),
      'read-only': async () => {
        await run('set global read_only = 1')
        return async () => run('set global read_only = 0')
      },
      full: async () => {
        await run('create table test.bulk (text longtext) engine = innodb')
        for (let size = 2 ** 21; size >= 1; size = Math.floor(size / 2))
          while (
            await server.query(`insert into test.bulk values (repeat('x', ${size}))`).then(
              () => true,
              () => false,
            )
          );
        // Somebody makes room.
        return async () => {
          await server.kill('SIGTERM')
          await server.start('--innodb-data-file-path=ibdata1:12M:autoextend', '--innodb-file-per-table=0')
        }
      },
    },
  }
}

async function openSqlite(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'mvc-router-outage-'))
  const address = `file:${join(folder, 'events.db')}`
  return {
    address,
    close: async () => rm(folder, { recursive: true }),
    outages: {
      locked: async () => holding(address, 'update event set token = token'),
      full: async (database) => {
        const { rows } = await database.execute<{ readonly page_count: number }>('pragma page_count', [])
        await database.execute(`pragma max_page_count = ${rows[0]?.page_count}`, [])
        return async () => void (await database.execute('pragma max_page_count = 1000000', []))
      },
    },
  }
}

interface StoppableServer {
  start(...options: readonly string[]): Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
  signal(signal: NodeJS.Signals): Promise<void>
}

function processOutages(
  server: StoppableServer,
  stop: NodeJS.Signals,
  options: readonly string[],
): Readonly<Record<string, Outage>> {
  return {
    refused: async () => {
      await server.kill(stop)
      return async () => server.start(...options)
    },
    restarted: async () => {
      await server.kill('SIGKILL')
      await server.start(...options)
      return async () => undefined
    },
    mute: async () => {
      await server.signal('SIGSTOP')
      return async () => server.signal('SIGCONT')
    },
    slow: repeatedly(async () => {
      await server.signal('SIGSTOP')
      await setTimeout(1600)
      await server.signal('SIGCONT')
    }),
  }
}

/** Something that happens again and again. */
function repeatedly(happen: () => Promise<void>): Outage {
  return async () => {
    const stopping = new AbortController()
    const happening = (async () => {
      while (!stopping.signal.aborted) {
        await happen()
        await setTimeout(50)
      }
    })()
    return async () => {
      stopping.abort()
      await happening
    }
  }
}

/** A transaction of somebody else that has a lock. */
async function holding(address: string, sql: string): Promise<() => Promise<void>> {
  const other = await openDatabase(address, { lockTimeout: 10_000, statementTimeout: 10_000 })
  const letting = new AbortController()
  let transaction: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    transaction = other.transaction(async () => {
      await other.execute(sql, [])
      resolve()
      while (!letting.signal.aborted) await setTimeout(20)
    })
    transaction.catch(reject)
  })
  return async () => {
    letting.abort()
    await transaction
    await other.close()
  }
}

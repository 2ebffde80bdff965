import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { Counter, createApi, Event } from '@mvc-router/example-cluster/create-api'
import { MariadbServer } from '@mvc-router/example-cluster/mariadb-server'
import { PostgresServer } from '@mvc-router/example-cluster/postgres-server'
import { createTables, type Database, openDatabase } from '@mvc-router/rest-kysely'
import { isInstalled } from './is-installed.js'
import { SmallDisk } from './small-disk.js'
import { startWriters, type Tally, type Writers } from './writers.js'

/** Short, so that an outage causes failures, but long enough for a busy machine. */
const timeouts = {
  connectTimeout: 1000,
  acquireTimeout: 1000,
  statementTimeout: 1000,
  lockTimeout: 1000,
  maxConnections: 4,
}

/** Disturbs the store of an API until the returned function is called. */
type Outage = (database: Database) => Promise<() => Promise<void>>

/** A new store and its outages. */
interface Store {
  readonly address: string
  readonly outages: Readonly<Record<string, Outage>>
  close(): Promise<void>
}

const writerCount = 6

const stores: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly open: () => Promise<Store> }>
> = {
  PostgreSQL: { needs: ['postgres'], open: openPostgres },
  MariaDB: { needs: ['mariadbd'], open: openMariadb },
  SQLite: { needs: [], open: openSqlite },
}

const noConnections = 'without free connections'
/** Outages that need a small disk. */
const onDisk = SmallDisk.isPossible ? ['full', 'without room for its log'] : []

const outagesOf: Readonly<Record<string, readonly string[]>> = {
  PostgreSQL: [
    'refused',
    'restarted',
    'mute',
    'slow',
    'cut',
    'locked',
    'read-only',
    noConnections,
    ...onDisk,
  ],
  MariaDB: ['refused', 'restarted', 'mute', 'slow', 'cut', 'locked', 'read-only', noConnections, 'full'],
  SQLite: ['locked', 'full', 'read-only'],
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
    server.keepAliveTimeout = 65_000
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
    'the API keeps acknowledged writes and works again after a time in which its store was %s',
    async (kind) => {
      const outage = store.outages[kind]
      if (outage === undefined) throw new Error(`There is no outage ${kind}`)
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { acknowledged, statuses } = await writeThrough([origin], async (writers) => {
        const repair = await outage(database)
        // If only free connections are missing, the API can use its open connections.
        if (kind !== noConnections) await writers.seen(503)
        await setTimeout(2500)
        await repair()
      })
      expect(Object.keys(statuses).filter((status) => !['201', '503'].includes(status))).toEqual([])
      await expectAll(acknowledged, database)
    },
  )

  runs('an API process that is killed repeatedly keeps acknowledged writes', async () => {
    const apis = new ApiProcess(store.address)
    const { acknowledged, statuses } = await writeThrough([await apis.start()], async (writers) => {
      for (let turn = 0; turn < 5; turn++) {
        await apis.kill()
        await apis.start()
        await writers.more(10)
      }
    })
    await apis.kill()
    expect(Object.keys(statuses).filter((status) => !['201', '503', 'broken'].includes(status))).toEqual([])
    await expectAll(acknowledged, database)
  })
})

/** Runs writers before, during and after an event. */
async function writeThrough(
  origins: readonly string[],
  happen: (writers: Writers) => Promise<void>,
): Promise<Tally> {
  const writers = startWriters(origins, writerCount)
  try {
    await writers.more(20)
    await happen(writers)
    await writers.more(20)
  } finally {
    await writers.stop()
  }
  return writers.stop()
}

/** Expects each acknowledged write to be stored exactly once. */
async function expectAll(acknowledged: Tally['acknowledged'], database: Database): Promise<void> {
  const { rows } = await database.execute<{ readonly token: string }>('select token from event', [])
  const written = new Set(rows.map(({ token }) => token))
  expect(written.size).toBe(rows.length)
  expect(Array.from(acknowledged.keys()).filter((token) => !written.has(token))).toEqual([])
}

/** An API in another process, always on the same port. */
class ApiProcess {
  readonly #address: string
  #port = 0
  #process: ChildProcess | undefined

  constructor(address: string) {
    this.#address = address
  }

  /** Returns the origin of the API. */
  async start(): Promise<string> {
    const program = fileURLToPath(import.meta.resolve('@mvc-router/example-cluster/create-api'))
    const parameters = [String(this.#port), this.#address]
    this.#process = fork(program.replace('create-api', 'api-process'), parameters, {
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    })
    const [port] = (await once(this.#process, 'message')) as [number]
    this.#port = port
    return `http://127.0.0.1:${port}`
  }

  async kill(): Promise<void> {
    const ended = this.#process && once(this.#process, 'exit')
    this.#process?.kill('SIGKILL')
    await ended
  }
}

async function openPostgres(): Promise<Store> {
  const server = await PostgresServer.create('--wal-segsize=1')
  const options = ['max_connections=20', 'min_wal_size=2MB', 'max_wal_size=4MB'].flatMap((one) => ['-c', one])
  const disks: SmallDisk[] = []
  const logDisk = SmallDisk.isPossible ? await SmallDisk.create(32, server.data) : undefined
  if (logDisk !== undefined) {
    disks.push(logDisk)
    await moveTo(join(server.data, 'pg_wal'), join(logDisk.folder, 'pg_wal'))
  }
  await server.start(...options)
  const run = async (sql: string): Promise<void> => void (await server.query(sql))
  return {
    address: server.address,
    close: async () => {
      await server.remove()
      for (const disk of disks) await disk.remove()
    },
    outages: {
      ...processOutages(server, 'SIGINT', options),
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
      [noConnections]: async () =>
        takingConnections(server.address, 'select pg_sleep(2.5)', async () =>
          run(
            "select pg_terminate_backend(pid) from pg_stat_activity where query not like '%sleep%' and datname is not null and pid <> pg_backend_pid()",
          ),
        ),
      full: async () => {
        const disk = await SmallDisk.create(8, server.data)
        disks.push(disk)
        await run(`create tablespace small location '${disk.folder}'`)
        for (const move of ['table event', 'index event_pkey'])
          await run(`alter ${move} set tablespace small`)
        await disk.fill()
        return async () => disk.empty()
      },
      'without room for its log': async () => {
        // With a replication slot, the server does not reuse files of its log.
        const letGo = await holding(
          server.address,
          "select pg_create_physical_replication_slot('reader', true, true)",
        )
        await logDisk?.fill()
        // The server ends when it cannot begin a new file of its log.
        const stopSwitching = await repeatedly(async () =>
          run('select pg_switch_wal()').catch(() => undefined),
        )()
        return async () => {
          await stopSwitching()
          await logDisk?.empty()
          if (!server.isRunning) await server.start(...options)
          // The connection of the slot ended with the server.
          await letGo().catch(() => undefined)
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
  // Root may write to a read-only server, so the API uses another user.
  await run("create user app@'127.0.0.1'")
  await run("grant all on test.* to app@'127.0.0.1'")
  const address = server.address.replace('root@', 'app@')
  const killConnections = async (which = ''): Promise<void> => {
    const rows = await server.query(
      `select id from information_schema.processlist where user = 'app' ${which}`,
    )
    for (const { id } of rows) await run(`kill ${String(id)}`).catch(() => undefined)
  }
  return {
    address,
    close: async () => server.remove(),
    outages: {
      ...processOutages(server, 'SIGTERM', options),
      cut: repeatedly(async () => killConnections()),
      locked: async () => holding(address, 'update event set token = token'),
      'read-only': async () => {
        await run('set global read_only = 1')
        return async () => run('set global read_only = 0')
      },
      [noConnections]: async () =>
        takingConnections(address, 'select sleep(2.5)', async () =>
          killConnections("and info not like '%sleep%'"),
        ),
      full: async () => {
        await run('create table test.bulk (text longtext) engine = innodb')
        for (let size = 2 ** 21; size >= 1; size = Math.floor(size / 2))
          while (
            await server.query(`insert into test.bulk values (repeat('x', ${size}))`).then(
              () => true,
              () => false,
            )
          );
        // Restarts the server without a maximum size.
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
      'read-only': async (database) => {
        await database.execute('pragma query_only = 1', [])
        return async () => void (await database.execute('pragma query_only = 0', []))
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

/** Repeats an event until the returned function is called. */
function repeatedly(happen: () => Promise<void>): () => Promise<() => Promise<void>> {
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

/** Takes all connections of a server while a query sleeps. */
async function takingConnections(
  address: string,
  sleep: string,
  killOthers: () => Promise<void>,
): Promise<() => Promise<void>> {
  const takers = await openDatabase(address, { maxConnections: 30, statementTimeout: 60_000 })
  const sleeping = Array.from({ length: 30 }, async () => takers.execute(sleep, []).catch(() => undefined))
  await killOthers().catch(() => undefined)
  return async () => {
    await Promise.all(sleeping)
    await takers.close()
  }
}

/** Moves a folder to another file system, and leaves a link in its place. */
async function moveTo(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
  await rm(from, { recursive: true })
  await symlink(to, from)
}

/** Runs a statement in another transaction, and keeps its lock until the returned function is called. */
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
    try {
      await transaction
    } finally {
      await other.close()
    }
  }
}

import { connect, Socket } from 'node:net'
import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions } from '@mvc-router/router-core/tools'
import { checkCount } from '@mvc-router/rest/store'
import type { ConnectionSource } from './sources/connection-source.js'
import { Database } from './database.js'
import { type DatabaseTimeouts, databaseTimeouts, timeoutNames } from './database-timeouts.js'
import { FailoverSource } from './sources/failover-source.js'
import { libsqlDatabase } from './sources/libsql-database.js'
import { mysqlPool } from './sources/mysql-pool.js'
import { nodeSqlite, nodeSqliteDatabase } from './sources/node-sqlite-database.js'
import { PoolSockets } from './sources/pool-sockets.js'
import { PooledSource } from './sources/pooled-source.js'
import { postgresPool } from './sources/postgres-pool.js'
import type { SqliteDatabase } from './sources/sqlite-database.js'
import { SqliteSource } from './sources/sqlite-source.js'
import { Turns } from './sources/turns.js'

/** Options of `openDatabase`. */
export interface OpenDatabaseOptions extends Partial<DatabaseTimeouts> {
  /** The maximum number of connections to each database server. SQLite has one connection. Default: 10. */
  readonly maxConnections?: number
}

/**
 * Opens a database by its address:
 * - `file:library.db` or `:memory:` is SQLite, which needs `libsql` before Node 22.13.
 * - `postgres://...` needs `pg`.
 * - `mariadb://...` and `mysql://...` need `mysql2`.
 *
 * Several servers, in a list or as `postgres://a,b/library`, are one database. The first server that accepts writes is
 * used until it fails.
 *
 * @throws ConfigurationException for any other address, a driver that is not installed, or a wrong option.
 */
export async function openDatabase(
  address: string | readonly string[],
  options: OpenDatabaseOptions = {},
): Promise<Database> {
  checkOptions('openDatabase', options, { ...timeoutNames, maxConnections: true })
  const { maxConnections = 10, ...timeouts } = options
  checkCount('maxConnections', maxConnections)
  const settings = { maxConnections, timeouts: databaseTimeouts(timeouts) }
  const addresses = [address].flat().flatMap(eachHost)
  const [first, ...others] = addresses
  if (first === undefined) throw new ConfigurationException('database', 'A database needs an address')
  if (others.length === 0) return new Database(await sourceOf(first, settings), timeouts)
  const servers = await Promise.all(addresses.map(async (each) => serverOf(each, settings)))
  const [server, ...standbys] = servers
  if (server === undefined || standbys.some(({ family }) => family !== server.family))
    throw new ConfigurationException('database', 'The addresses of one database must all be of one kind')
  return new Database(new FailoverSource([server, ...standbys]), timeouts)
}

interface Settings {
  readonly maxConnections: number
  readonly timeouts: DatabaseTimeouts
}

/** Splits `postgres://me@a,b:5433/library` into `postgres://me@a/library` and `postgres://me@b:5433/library`. */
function eachHost(address: string): readonly string[] {
  const parts = /^([a-z]+:\/\/(?:[^/@]*@)?)([^/?@]*,[^/?@]*)(.*)$/s.exec(address)
  if (parts === null) return [address]
  const [, before = '', hosts = '', after = ''] = parts
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

async function sourceOf(address: string, settings: Settings): Promise<ConnectionSource> {
  if (address === ':memory:') return sqlite(address, settings)
  if (address.startsWith('file:'))
    return sqlite(address.slice('file:'.length).replace(/^\/\/(?=\/)/, ''), settings)
  return serverOf(address, settings)
}

/** @throws ConfigurationException for an address that is not a database server */
async function serverOf(address: string, settings: Settings): Promise<PooledSource> {
  const [, scheme] = /^([a-z]+):/.exec(address) ?? []
  switch (scheme) {
    case 'postgres':
    case 'postgresql':
      return postgres(address, settings)
    case 'mysql':
    case 'mariadb':
      return mysql(address.replace(/^mariadb:/, 'mysql:'), settings)
    default:
      throw new ConfigurationException(
        'database',
        'A database address begins with file:, postgres:, mariadb: or mysql:, or is :memory:; several addresses cannot be files',
      )
  }
}

async function sqlite(path: string, { timeouts }: Settings): Promise<ConnectionSource> {
  const pragmas = [
    'foreign_keys = on',
    ...(path === ':memory:' ? [] : ['journal_mode = wal', 'synchronous = full']),
  ]
  return new SqliteSource(await openSqlite(path), pragmas, timeouts)
}

/** The timeout is 0, because a driver that waits for a lock blocks the event loop. */
async function openSqlite(path: string): Promise<SqliteDatabase> {
  const node = nodeSqlite()
  if (node !== undefined) return nodeSqliteDatabase(new node.DatabaseSync(path, { timeout: 0 }))
  const { default: Libsql } = await driver('libsql', async () => import('libsql'))
  if (path === ':memory:') return libsqlDatabase(new Libsql(path))
  return libsqlDatabase(() => {
    const database = new Libsql(path, { timeout: 0 })
    database.exec('pragma foreign_keys = on; pragma synchronous = full')
    return database
  })
}

async function postgres(
  connectionString: string,
  { maxConnections, timeouts }: Settings,
): Promise<PooledSource> {
  const { default: pg } = await driver('pg', async () => import('pg'))
  const sockets = new PoolSockets()
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: Math.min(timeouts.connectTimeout, timeouts.acquireTimeout),
    keepAlive: true,
    max: maxConnections,
    stream: () => sockets.add(new Socket()),
  })
  return new PooledSource(postgresPool(pool, sockets), timeouts)
}

async function mysql(uri: string, { maxConnections, timeouts }: Settings): Promise<PooledSource> {
  const { createPool } = await driver('mysql2', async () => import('mysql2'))
  const sockets = new PoolSockets()
  const pool = createPool({
    uri,
    connectionLimit: maxConnections,
    connectTimeout: timeouts.connectTimeout,
    stream: ({ config: { host, port, socketPath: path } }: MysqlAddress) =>
      sockets.add(connect({ ...(path ? { path } : { host, port }), keepAlive: true, noDelay: true })),
    timezone: 'Z',
    charset: 'utf8mb4',
  })
  const turns = new Turns(maxConnections, timeouts.acquireTimeout)
  return new PooledSource(mysqlPool(pool, sockets, turns), timeouts)
}

/** The parameter of `mysql2`'s option `stream`. */
interface MysqlAddress {
  readonly config: { readonly host: string; readonly port: number; readonly socketPath?: string }
}

async function driver<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw Object.assign(
      new ConfigurationException('database', `This database needs its driver: npm install ${name}`),
      { cause },
    )
  }
}

import { ConfigurationException } from '@mvc-router/router-core'
import { CompiledQuery, Kysely, MysqlDialect, PostgresDialect, SqliteDialect, type Dialect } from 'kysely'
import { Database } from './database.js'
import { libsqlDatabase } from './libsql-database.js'

const CONNECT_TIMEOUT_MS = 5000
/** For other processes that write the same file; the event loop waits with it. */
const SQLITE_BUSY_TIMEOUT_MS = 1000

export interface OpenDatabaseOptions {
  /** Connections to a database server at the same time; SQLite has one. Default: 10. */
  readonly maxConnections?: number
}

/**
 * Opens a database by its address: `file:library.db` or `:memory:` (SQLite, needs `libsql`), `postgres://...`
 * (needs `pg`), `mariadb://...` or `mysql://...` (needs `mysql2`).
 * @throws ConfigurationException for another address, or a driver that is not installed.
 */
export async function openDatabase(
  address: string,
  { maxConnections = 10 }: OpenDatabaseOptions = {},
): Promise<Database> {
  if (!Number.isSafeInteger(maxConnections) || maxConnections < 1)
    throw new ConfigurationException('maxConnections', 'maxConnections must be an integer from 1 on')
  const dialect = await dialectFor(address, maxConnections)
  return new Database(new Kysely({ dialect }))
}

async function dialectFor(address: string, maxConnections: number): Promise<Dialect> {
  if (address === ':memory:') return sqlite(address)
  const [, scheme] = /^([a-z]+):/.exec(address) ?? []
  switch (scheme) {
    case 'file':
      return sqlite(address.slice('file:'.length).replace(/^\/\/(?=\/)/, ''))
    case 'postgres':
    case 'postgresql':
      return postgres(address, maxConnections)
    case 'mysql':
    case 'mariadb':
      return mysql(address.replace(/^mariadb:/, 'mysql:'), maxConnections)
    default:
      throw new ConfigurationException(
        'database',
        'A database address begins with file:, postgres:, mariadb: or mysql:, or is :memory:',
      )
  }
}

async function sqlite(path: string): Promise<Dialect> {
  const { default: Libsql } = await driver('libsql', async () => import('libsql'))
  const database = libsqlDatabase(new Libsql(path, { timeout: SQLITE_BUSY_TIMEOUT_MS }))
  const pragmas = [
    'foreign_keys = on',
    ...(path === ':memory:' ? [] : ['journal_mode = wal', 'synchronous = normal']),
  ]
  return new SqliteDialect({
    database,
    onCreateConnection: async (connection) => {
      for (const pragma of pragmas) await connection.executeQuery(CompiledQuery.raw(`pragma ${pragma}`))
    },
  })
}

async function postgres(connectionString: string, max: number): Promise<Dialect> {
  const { default: pg } = await driver('pg', async () => import('pg'))
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    max,
  })
  // A connection that breaks is replaced when it is needed; without these listeners it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool })
}

async function mysql(uri: string, connectionLimit: number): Promise<Dialect> {
  const { createPool } = await driver('mysql2', async () => import('mysql2'))
  const pool = createPool({
    uri,
    connectionLimit,
    connectTimeout: CONNECT_TIMEOUT_MS,
    timezone: 'Z',
    charset: 'utf8mb4',
  })
  return new MysqlDialect({
    pool,
    onCreateConnection: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw(`set time_zone = '+00:00'`))
    },
  })
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

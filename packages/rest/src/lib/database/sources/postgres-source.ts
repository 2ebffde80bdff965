import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  PostgresAdapter,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { BorrowedConnection } from './connection-source.js'
import type { DatabaseTimeouts } from '../database-timeouts.js'
import type { ServerSource } from './failover-source.js'
import { prepareSession, type SessionState } from './prepare-session.js'

/** The connections of a pool of `pg`. */
export class PostgresSource implements ServerSource {
  readonly family = 'postgres'
  readonly adapter: DialectAdapter = new PostgresAdapter()
  readonly takesScripts = true
  readonly #pool: Pool
  readonly #timeouts: DatabaseTimeouts
  #prepared = new WeakMap<PoolClient, PreparedConnection>()

  constructor(pool: Pool, timeouts: DatabaseTimeouts) {
    this.#pool = pool
    this.#timeouts = timeouts
    // A connection that breaks is replaced when it is needed; without these listeners it would end the process.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async acquire(): Promise<BorrowedConnection & SessionState> {
    const client = await this.#pool.connect()
    const release = (isBroken: boolean): void => client.release(isBroken)
    try {
      let prepared = this.#prepared.get(client)
      if (prepared === undefined) {
        const connection = new PostgresConnection(client)
        prepared = { connection, ...(await prepareSession(connection, this.family, this.#timeouts)) }
        this.#prepared.set(client, prepared)
      }
      return { ...prepared, release }
    } catch (error) {
      release(true)
      throw error
    }
  }

  distrust(): void {
    this.#prepared = new WeakMap()
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

interface PreparedConnection extends SessionState {
  readonly connection: DatabaseConnection
}

const writeCommands: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#client.query(sql, [...parameters])
    const numAffectedRows = writeCommands.has(command) ? BigInt(rowCount ?? 0) : undefined
    // A script has a result for each of its commands, of which none is a row.
    return { rows: rows ?? [], ...(numAffectedRows !== undefined && { numAffectedRows }) }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('For streams give the database a Kysely instance of your own, with pg-cursor')
  }
}

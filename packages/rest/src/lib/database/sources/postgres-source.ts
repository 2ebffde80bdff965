import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  PostgresAdapter,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { DatabaseTimeouts } from '../database-timeouts.js'
import type { PoolSockets } from './pool-sockets.js'
import { type PooledConnection, PooledSource } from './pooled-source.js'

/** The connections of a pool of `pg`. */
export class PostgresSource extends PooledSource<PoolClient> {
  readonly family = 'postgres'
  readonly adapter: DialectAdapter = new PostgresAdapter()
  readonly takesScripts = true
  readonly #pool: Pool
  readonly #sockets: PoolSockets

  constructor(pool: Pool, sockets: PoolSockets, timeouts: DatabaseTimeouts) {
    super(timeouts)
    this.#pool = pool
    this.#sockets = sockets
    // A connection that breaks is replaced when it is needed; without these listeners it would end the process.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
  }

  protected async end(): Promise<void> {
    const ended = this.#pool.end()
    this.#sockets.end()
    await ended
  }

  protected async borrow(): Promise<PooledConnection<PoolClient>> {
    const raw = await this.#pool.connect()
    return { raw, release: (isBroken) => raw.release(isBroken) }
  }

  protected connectionOf(raw: PoolClient): DatabaseConnection {
    return new PostgresConnection(raw)
  }
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

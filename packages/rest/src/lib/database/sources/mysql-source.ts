import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  MysqlAdapter,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2'
import type { DatabaseTimeouts } from '../database-timeouts.js'
import type { PoolSockets } from './pool-sockets.js'
import { type PooledConnection, PooledSource } from './pooled-source.js'

/** The connections of a pool of `mysql2`. */
export class MysqlSource extends PooledSource<PoolConnection> {
  readonly family = 'mysql'
  readonly adapter: DialectAdapter = new MysqlAdapter()
  readonly takesScripts = false
  readonly #pool: Pool
  readonly #sockets: PoolSockets

  constructor(pool: Pool, sockets: PoolSockets, timeouts: DatabaseTimeouts) {
    super(timeouts)
    this.#pool = pool
    this.#sockets = sockets
  }

  protected async end(): Promise<void> {
    // A connection that was not there yet, or is not any more, is an error here, but needs no end.
    const ended = new Promise<void>((resolve) => this.#pool.end(() => resolve()))
    this.#sockets.end()
    await ended
  }

  protected async borrow(): Promise<PooledConnection<PoolConnection>> {
    const raw = await new Promise<PoolConnection>((resolve, reject) => {
      this.#pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)))
    })
    return { raw, release: (isBroken) => (isBroken ? raw.destroy() : raw.release()) }
  }

  protected connectionOf(raw: PoolConnection): DatabaseConnection {
    return new MysqlConnection(raw)
  }
}

class MysqlConnection implements DatabaseConnection {
  readonly #raw: PoolConnection

  constructor(raw: PoolConnection) {
    this.#raw = raw
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await new Promise<unknown>((resolve, reject) => {
      this.#raw.query(sql, [...parameters], (error, answer) => (error ? reject(error) : resolve(answer)))
    })
    if (Array.isArray(result)) return { rows: result as Row[] }
    const { affectedRows, insertId } = result as ResultSetHeader
    return {
      rows: [],
      numAffectedRows: BigInt(affectedRows),
      ...(String(insertId) !== '0' && { insertId: BigInt(insertId) }),
    }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const rows = this.#raw.query(sql, [...parameters]).stream({ objectMode: true })
    for await (const row of rows) yield { rows: [row as Row] }
  }
}

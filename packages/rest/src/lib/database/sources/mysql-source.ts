import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  MysqlAdapter,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2'
import type { BorrowedConnection } from './connection-source.js'
import type { DatabaseTimeouts } from '../database-timeouts.js'
import type { ServerSource } from './failover-source.js'
import { prepareSession, type SessionState } from './prepare-session.js'

/** The connections of a pool of `mysql2`. */
export class MysqlSource implements ServerSource {
  readonly family = 'mysql'
  readonly adapter: DialectAdapter = new MysqlAdapter()
  readonly takesScripts = false
  readonly #pool: Pool
  readonly #timeouts: DatabaseTimeouts
  #prepared = new WeakMap<PoolConnection, PreparedConnection>()

  constructor(pool: Pool, timeouts: DatabaseTimeouts) {
    this.#pool = pool
    this.#timeouts = timeouts
  }

  async acquire(): Promise<BorrowedConnection & SessionState> {
    const raw = await this.#connect()
    const release = (isBroken: boolean): void => (isBroken ? raw.destroy() : raw.release())
    try {
      let prepared = this.#prepared.get(raw)
      if (prepared === undefined) {
        const connection = new MysqlConnection(raw)
        prepared = { connection, ...(await prepareSession(connection, this.family, this.#timeouts)) }
        this.#prepared.set(raw, prepared)
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
    await new Promise<void>((resolve, reject) => {
      this.#pool.end((error) => (error ? reject(error) : resolve()))
    })
  }

  async #connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.#pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)))
    })
  }
}

interface PreparedConnection extends SessionState {
  readonly connection: DatabaseConnection
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

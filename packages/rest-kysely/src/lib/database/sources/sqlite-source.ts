import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type QueryResult,
  SqliteAdapter,
} from 'kysely'
import type { BorrowedConnection, ConnectionSource } from './connection-source.js'
import type { DatabaseTimeouts } from '../database-timeouts.js'
import { withDeadline } from '../deadline.js'
import { LentConnections } from './lent-connections.js'
import { isBusy } from './libsql-database.js'
import type { SqliteDatabase } from './sqlite-database.js'

const maxPauseMs = 25

/**
 * A SQLite database with one connection, which works in this thread. It runs a single transaction at a time. A wait for another
 * transaction, or for another process that has locked the file, does not block the event loop.
 */
export class SqliteSource implements ConnectionSource {
  readonly family = 'sqlite'
  readonly adapter: DialectAdapter = new SqliteAdapter()
  readonly takesScripts = false
  readonly #database: SqliteDatabase
  readonly #pragmas: readonly string[]
  readonly #timeouts: DatabaseTimeouts
  readonly #lent = new LentConnections()
  /** The borrower whose transaction runs. `ended` resolves at the end of the transaction. */
  #owner: { readonly connection: object; readonly ended: Promise<void>; readonly end: () => void } | undefined
  #ready: Promise<void> | undefined
  #isReady = false

  /** @param pragmas run before the first statement, such as `foreign_keys = on` */
  constructor(database: SqliteDatabase, pragmas: readonly string[], timeouts: DatabaseTimeouts) {
    this.#database = database
    this.#pragmas = pragmas
    this.#timeouts = timeouts
  }

  acquire(): BorrowedConnection | Promise<BorrowedConnection> {
    return this.#isReady ? this.#borrow() : this.#whenReady()
  }

  async #whenReady(): Promise<BorrowedConnection> {
    this.#ready ??= this.#prepare()
    try {
      await this.#ready
      this.#isReady = true
    } catch (error) {
      this.#ready = undefined
      throw error
    }
    return this.#borrow()
  }

  #borrow(): BorrowedConnection {
    let isReleased = false
    this.#lent.lend()
    const connection: DatabaseConnection = {
      executeQuery: async (query) =>
        this.#inTurn(connection, () => {
          // The request may have ended while the query waited for a lock.
          if (isReleased) throw new Error('The connection was given back')
          return this.#run(query)
        }),
      streamQuery: (query) => this.#stream(connection, query),
    }
    const release = (): void => {
      isReleased = true
      try {
        this.#release(connection)
      } finally {
        this.#lent.takeBack()
      }
    }
    return { connection, release }
  }

  /** Waits for running transactions. Without this wait, libsql would end the process. */
  async close(): Promise<void> {
    await this.#lent.allBack()
    this.#database.close()
  }

  async #prepare(): Promise<void> {
    for (const pragma of this.#pragmas)
      await this.#inTurn(this, () => this.#database.prepare(`pragma ${pragma}`).all([]))
  }

  /** Runs `act` when no other transaction runs. Repeats it while another process has the lock. */
  async #inTurn<Result>(connection: object, act: () => Result): Promise<Result> {
    const { acquireTimeout, lockTimeout } = this.#timeouts
    const begin = performance.now()
    for (let pause = 1; ;) {
      if (this.#owner !== undefined && this.#owner.connection !== connection) {
        const left = Math.max(1, Math.ceil(begin + acquireTimeout - performance.now()))
        await withDeadline(this.#owner.ended, left, 'The transaction of another request')
        continue
      }
      try {
        return this.#act(connection, act)
      } catch (error) {
        if (!isBusy(error) || performance.now() > begin + lockTimeout) throw error
        await setTimeout(pause)
        pause = Math.min(2 * pause, maxPauseMs)
      }
    }
  }

  #act<Result>(connection: object, act: () => Result): Result {
    try {
      return act()
    } finally {
      // Checks after each statement, because SQLite ends a transaction when the disk is full.
      if (this.#database.inTransaction) this.#own(connection)
      else this.#disown(connection)
    }
  }

  #own(connection: object): void {
    if (this.#owner !== undefined) return
    let end: (() => void) | undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    this.#owner = { connection, ended, end: () => end?.() }
  }

  #disown(connection: object): void {
    if (this.#owner?.connection !== connection) return
    const { end } = this.#owner
    this.#owner = undefined
    end()
  }

  #release(connection: object): void {
    if (this.#owner?.connection !== connection) return
    try {
      this.#act(connection, () => this.#database.prepare('rollback').run([]))
    } catch (error) {
      // SQLite may have ended the transaction itself.
      if (this.#owner?.connection === connection) throw error
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#database.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *#stream<Row>(
    connection: object,
    { sql, parameters }: CompiledQuery,
  ): AsyncIterableIterator<QueryResult<Row>> {
    const rows = await this.#inTurn(connection, () => this.#database.prepare(sql).iterate(parameters))
    for (const row of rows) yield { rows: [row as Row] }
  }
}

import type { DatabaseConnection, DialectAdapter } from 'kysely'
import type { DatabaseFamily } from '../database-family.js'
import type { DatabaseTimeouts } from '../database-timeouts.js'
import type { BorrowedConnection, ConnectionSource } from './connection-source.js'
import { LentConnections } from './lent-connections.js'
import { prepareSession, type SessionState } from './prepare-session.js'

/** A connection from a pool, with the driver's own object. */
export interface PooledConnection<Raw> {
  readonly raw: Raw
  readonly release: BorrowedConnection['release']
}

export interface ConnectionPool<Raw> extends Omit<ConnectionSource, 'acquire' | 'close'> {
  borrow(): Promise<PooledConnection<Raw>>
  connectionOf(raw: Raw): DatabaseConnection
  /** Called when all connections are back. */
  end(): Promise<void>
}

/**
 * The connections of a pool. The first use prepares each connection, and finds out whether its server accepts writes.
 */
export class PooledSource<Raw extends object = object> implements ConnectionSource {
  readonly family: DatabaseFamily
  readonly adapter: DialectAdapter
  readonly takesScripts: boolean
  readonly #pool: ConnectionPool<Raw>
  readonly #timeouts: DatabaseTimeouts
  #prepared = new WeakMap<Raw, SessionState & Pick<BorrowedConnection, 'connection'>>()
  readonly #lent = new LentConnections()

  constructor(pool: ConnectionPool<Raw>, timeouts: DatabaseTimeouts) {
    ;({ family: this.family, adapter: this.adapter, takesScripts: this.takesScripts } = pool)
    this.#pool = pool
    this.#timeouts = timeouts
  }

  async acquire(): Promise<BorrowedConnection & SessionState> {
    const { raw, release: giveBack } = await this.#pool.borrow()
    this.#lent.lend()
    const release = (isBroken: boolean): void => {
      // A pool that cannot close the connection lends it again.
      if (isBroken) this.#prepared.delete(raw)
      giveBack(isBroken)
      this.#lent.takeBack()
    }
    try {
      let prepared = this.#prepared.get(raw)
      if (prepared === undefined) {
        const connection = this.#pool.connectionOf(raw)
        prepared = { connection, ...(await prepareSession(connection, this.family, this.#timeouts)) }
        this.#prepared.set(raw, prepared)
      }
      return { ...prepared, release }
    } catch (error) {
      release(true)
      throw error
    }
  }

  /** Waits until all lent connections are back, and ends the pool. */
  async close(): Promise<void> {
    await this.#lent.allBack()
    await this.#pool.end()
  }

  /** Prepares each connection again before its next use, because the server may have changed. */
  distrust(): void {
    this.#prepared = new WeakMap()
  }
}

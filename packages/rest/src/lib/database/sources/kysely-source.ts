import type { DatabaseConnection, DialectAdapter, Kysely, QueryExecutor } from 'kysely'
import type { BorrowedConnection, ConnectionSource } from './connection-source.js'
import { type DatabaseFamily, familyOf, type Tables } from '../database-family.js'
import type { DatabaseTimeouts } from '../database-timeouts.js'
import { prepareSession } from './prepare-session.js'

/** The connections of a Kysely instance, which keeps its own pool and log. */
export class KyselySource implements ConnectionSource {
  readonly family: DatabaseFamily
  readonly adapter: DialectAdapter
  readonly takesScripts = false
  readonly #kysely: Kysely<Tables>
  readonly #executor: QueryExecutor
  readonly #timeouts: DatabaseTimeouts
  readonly #prepared = new WeakSet<DatabaseConnection>()

  /** @throws ConfigurationException for a dialect of another family. */
  constructor(kysely: Kysely<Tables>, timeouts: DatabaseTimeouts) {
    this.#kysely = kysely
    this.#timeouts = timeouts
    this.#executor = kysely.getExecutor()
    this.adapter = this.#executor.adapter
    this.family = familyOf(this.adapter)
  }

  async acquire(): Promise<BorrowedConnection> {
    const borrowed = await this.#borrow()
    const { connection } = borrowed
    if (this.#prepared.has(connection)) return borrowed
    try {
      await prepareSession(connection, this.family, this.#timeouts)
      this.#prepared.add(connection)
      return borrowed
    } catch (error) {
      borrowed.release(true)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#kysely.destroy()
  }

  /** Whether a connection is broken its own pool finds out. */
  async #borrow(): Promise<BorrowedConnection> {
    return new Promise((resolve, reject) => {
      const untilReleased = async (connection: DatabaseConnection): Promise<void> =>
        new Promise((release) => resolve({ connection, release: () => release() }))
      this.#executor.provideConnection(untilReleased).catch(reject)
    })
  }
}

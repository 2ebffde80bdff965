import type { DatabaseConnection, DialectAdapter, Kysely, QueryExecutor } from 'kysely'
import type { DatabaseFamily, Tables } from './database-family.js'
import { familyOf } from './database-family.js'

/** A connection that is ours until it is released. */
export interface BorrowedConnection {
  readonly connection: DatabaseConnection
  /** Gives it back; a broken one must not be used again. */
  release(isBroken: boolean): void
}

/** Where connections come from: a driver's pool, or a Kysely instance of the application's own. */
export interface ConnectionSource {
  readonly family: DatabaseFamily
  readonly adapter: DialectAdapter
  /** Whether a command may be several, with semicolons between them: one way to the server and back instead of two. */
  readonly takesScripts: boolean
  acquire(): Promise<BorrowedConnection>
  close(): Promise<void>
}

/** The connections of a Kysely instance, which keeps its own pool and log. */
export class KyselySource implements ConnectionSource {
  readonly family: DatabaseFamily
  readonly adapter: DialectAdapter
  readonly takesScripts = false
  readonly #kysely: Kysely<Tables>
  readonly #executor: QueryExecutor

  /** @throws ConfigurationException for a dialect of another family. */
  constructor(kysely: Kysely<Tables>) {
    this.#kysely = kysely
    this.#executor = kysely.getExecutor()
    this.adapter = this.#executor.adapter
    this.family = familyOf(this.adapter)
  }

  async acquire(): Promise<BorrowedConnection> {
    return new Promise((resolve, reject) => {
      const isReleased = async (connection: DatabaseConnection): Promise<void> =>
        new Promise((release) => resolve({ connection, release: () => release() }))
      this.#executor.provideConnection(isReleased).catch(reject)
    })
  }

  async close(): Promise<void> {
    await this.#kysely.destroy()
  }
}

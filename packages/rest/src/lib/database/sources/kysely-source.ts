import type { DatabaseConnection, DialectAdapter, Kysely, QueryExecutor } from 'kysely'
import { type DatabaseFamily, familyOf, type Tables } from '../database-family.js'
import type { DatabaseTimeouts } from '../database-timeouts.js'
import { type PooledConnection, PooledSource } from './pooled-source.js'

/** The connections of a Kysely instance, which keeps its own pool and log. */
export class KyselySource extends PooledSource<DatabaseConnection> {
  readonly family: DatabaseFamily
  readonly adapter: DialectAdapter
  readonly takesScripts = false
  readonly #kysely: Kysely<Tables>
  readonly #executor: QueryExecutor

  /** @throws ConfigurationException for a dialect of another family. */
  constructor(kysely: Kysely<Tables>, timeouts: DatabaseTimeouts) {
    super(timeouts)
    this.#kysely = kysely
    this.#executor = kysely.getExecutor()
    this.adapter = this.#executor.adapter
    this.family = familyOf(this.adapter)
  }

  protected async end(): Promise<void> {
    await this.#kysely.destroy()
  }

  /** Whether a connection is broken its own pool finds out. */
  protected async borrow(): Promise<PooledConnection<DatabaseConnection>> {
    return new Promise((resolve, reject) => {
      const untilReleased = async (connection: DatabaseConnection): Promise<void> =>
        new Promise((release) => resolve({ raw: connection, release: () => release() }))
      this.#executor.provideConnection(untilReleased).catch(reject)
    })
  }

  protected connectionOf(raw: DatabaseConnection): DatabaseConnection {
    return raw
  }
}

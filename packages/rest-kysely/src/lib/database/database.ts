import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, Kysely, type QueryResult } from 'kysely'
import type { ConnectionSource } from './sources/connection-source.js'
import type { DatabaseFamily, Tables } from './database-family.js'
import { type DatabaseTimeouts, databaseTimeouts } from './database-timeouts.js'
import type { CurrentLevel, ExecuteOptions } from './guarded-connection.js'
import { guardedDialect, GuardedDriver } from './guarded-driver.js'
import { kyselyPool } from './sources/kysely-pool.js'
import { PooledSource } from './sources/pooled-source.js'
import { retried, type TransactionOptions } from '@mvc-router/rest/store'

/** A Kysely instance with any tables. */
export interface AnyKysely {
  withoutPlugins(): object
  destroy(): Promise<void>
}

/** A database with a current transaction. Repositories need no transaction object as a parameter. */
export class Database {
  readonly family: DatabaseFamily
  /** Runs your own queries, in the current transaction if there is one. */
  readonly kysely: Kysely<Tables>
  readonly #driver: GuardedDriver
  readonly #current = new AsyncLocalStorage<CurrentLevel>()

  /** @throws ConfigurationException for an unsupported dialect, or a timeout that is not a positive integer. */
  constructor(kysely: AnyKysely | ConnectionSource, options: Partial<DatabaseTimeouts> = {}) {
    const timeouts = databaseTimeouts(options)
    // Plugins could rename the columns that a repository selects.
    const source =
      'withoutPlugins' in kysely
        ? new PooledSource(kyselyPool(kysely.withoutPlugins() as Kysely<Tables>), timeouts)
        : kysely
    this.family = source.family
    this.#driver = new GuardedDriver(source, timeouts, this.#current)
    this.kysely = new Kysely({ dialect: guardedDialect(source, this.#driver) })
  }

  /** Runs a compiled query. Outside of a transaction, the query is repeated after a conflict. */
  async execute<Row>(
    sql: string,
    parameters: readonly unknown[],
    options: ExecuteOptions = {},
  ): Promise<QueryResult<Row>> {
    const query = CompiledQuery.raw(sql, [...parameters])
    return await retried(this.#current.getStore() === undefined, async () => {
      const connection = await this.#driver.acquireConnection()
      try {
        return await connection.executeQuery<Row>(query, options)
      } finally {
        await this.#driver.releaseConnection(connection)
      }
    })
  }

  /**
   * Runs `work` in a transaction. If `work` throws, its writes are undone. If an outer transaction is undone, its inner
   * transactions are undone too. A failed write undoes only itself. After errors such as a deadlock, the database
   * undoes more. Then the transaction rejects with this error, even if `work` caught the error.
   */
  async transaction<Result>(
    work: () => Promise<Result>,
    { isRepeatable = false, ...settings }: TransactionOptions = {},
  ): Promise<Result> {
    const outer = this.#current.getStore()
    return retried(isRepeatable && outer === undefined, async () =>
      outer === undefined ? this.#begin(work, settings) : outer.connection.nested(outer.level, work),
    )
  }

  async close(): Promise<void> {
    await this.#driver.destroy()
  }

  async #begin<Result>(
    work: () => Promise<Result>,
    { isSerializable = false }: TransactionOptions,
  ): Promise<Result> {
    const connection = await this.#driver.acquireConnection()
    try {
      const level = await connection.begin(isSerializable ? { isolationLevel: 'serializable' } : {})
      try {
        const finished = async (): Promise<Result> => {
          const result = await this.#current.run({ connection, level }, work)
          await connection.commit()
          return result
        }
        return await connection.unlessGivenUp(finished())
      } catch (error) {
        await connection.rollback()
        throw error
      }
    } finally {
      await this.#driver.releaseConnection(connection)
    }
  }
}

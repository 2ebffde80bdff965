import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, Kysely, type QueryResult } from 'kysely'
import { type ConnectionSource, KyselySource } from './connection-source.js'
import { toException } from './database-errors.js'
import type { DatabaseFamily, Tables } from './database-family.js'
import type { CurrentLevel, ExecuteOptions } from './guarded-connection.js'
import { guardedDialect, GuardedDriver } from './guarded-driver.js'

/** A Kysely instance, whatever its tables are. */
export interface AnyKysely {
  withoutPlugins(): object
  destroy(): Promise<void>
}

/**
 * A database and its current transaction. All repositories of one database share its transactions: what they do
 * inside of `transaction` is one transaction, without anything to be passed on.
 */
export class Database {
  readonly family: DatabaseFamily
  /** For queries of one's own: part of the current transaction, where there is one. */
  readonly kysely: Kysely<Tables>
  readonly #driver: GuardedDriver
  readonly #current = new AsyncLocalStorage<CurrentLevel>()

  /** @throws ConfigurationException for a dialect of another family. */
  constructor(kysely: AnyKysely | ConnectionSource) {
    // Plugins would rename the columns that a repository asks for.
    const source =
      'withoutPlugins' in kysely ? new KyselySource(kysely.withoutPlugins() as Kysely<Tables>) : kysely
    this.family = source.family
    this.#driver = new GuardedDriver(source, this.#current)
    this.kysely = new Kysely({ dialect: guardedDialect(source, this.#driver) })
  }

  /** Runs a query that was compiled before. */
  async execute<Row>(
    sql: string,
    parameters: readonly unknown[],
    options: ExecuteOptions = {},
  ): Promise<QueryResult<Row>> {
    const query = CompiledQuery.raw(sql, [...parameters])
    try {
      const connection = await this.#driver.acquireConnection()
      try {
        return await connection.executeQuery<Row>(query, options)
      } finally {
        await this.#driver.releaseConnection(connection)
      }
    } catch (error) {
      throw toException(error)
    }
  }

  /**
   * Runs `work` in a transaction. Inside of another one it is a part of that: undone with it, and undone alone when
   * `work` throws and the other one catches that. A write that fails undoes itself alone. Where the database undid
   * more than that, the transaction rejects with the error that did it, even if `work` caught that.
   */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const outer = this.#current.getStore()
    try {
      if (outer !== undefined) return await outer.connection.nested(outer.level, work)
      return await this.#begin(work)
    } catch (error) {
      throw toException(error)
    }
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.kysely.destroy()
    await this.#driver.destroy()
  }

  async #begin<Result>(work: () => Promise<Result>): Promise<Result> {
    const connection = await this.#driver.acquireConnection()
    try {
      const level = await connection.begin()
      try {
        const result = await this.#current.run({ connection, level }, work)
        await connection.commit()
        return result
      } catch (error) {
        await connection.rollback()
        throw error
      }
    } finally {
      await this.#driver.releaseConnection(connection)
    }
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { ConfigurationException } from '@mvc-router/router-core'
import { CompiledQuery, type Kysely, type QueryResult } from 'kysely'
import { toException } from './database-errors.js'

/** The families of databases; MariaDB speaks as MySQL does. */
export type DatabaseFamily = 'sqlite' | 'postgres' | 'mysql'

/** Tables of any columns: their names come from the entities. */
export type Tables = Record<string, Record<string, unknown>>

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
  readonly #kysely: Kysely<Tables>
  readonly #current = new AsyncLocalStorage<Kysely<Tables>>()

  /** @throws ConfigurationException for a dialect of another family. */
  constructor(kysely: AnyKysely) {
    // Plugins would rename the columns that a repository asks for.
    this.#kysely = kysely.withoutPlugins() as Kysely<Tables>
    this.family = familyOf(this.#kysely)
  }

  /** The Kysely instance for queries of one's own: the current transaction, where there is one. */
  get kysely(): Kysely<Tables> {
    return this.#current.getStore() ?? this.#kysely
  }

  /** Runs a query that was compiled before. */
  async execute<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    try {
      return await this.kysely.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))
    } catch (error) {
      throw toException(error)
    }
  }

  /** Runs `work` in a transaction; inside of another one it joins that. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#current.getStore() !== undefined) return work()
    try {
      return await this.#kysely
        .transaction()
        .execute(async (transaction) => this.#current.run(transaction, work))
    } catch (error) {
      throw toException(error)
    }
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#kysely.destroy()
  }
}

/** Adapters are named after their dialect; a dialect of one's own usually borrows one of the four. */
function familyOf(kysely: Kysely<Tables>): DatabaseFamily {
  const { adapter } = kysely.getExecutor()
  for (
    let type: unknown = adapter.constructor;
    typeof type === 'function';
    type = Object.getPrototypeOf(type)
  ) {
    if (type.name === 'SqliteAdapter') return 'sqlite'
    if (type.name === 'PostgresAdapter') return 'postgres'
    if (type.name === 'MysqlAdapter') return 'mysql'
  }
  throw new ConfigurationException(
    'kysely',
    `The dialect of ${adapter.constructor.name} is not supported; SQLite, PostgreSQL, MySQL and MariaDB are`,
  )
}

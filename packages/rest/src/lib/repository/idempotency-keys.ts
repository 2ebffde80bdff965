import { sql } from 'kysely'
import type { Database } from '../database/database.js'
import {
  EntityExistsException,
  exceptionStatus,
  NotImplementedException,
} from '../exceptions/rest-exceptions.js'
import type { IdempotentRequest } from './idempotent-request.js'

const TABLE = 'idempotency_keys'
const KEPT_MS = 24 * 60 * 60 * 1000

/**
 * The requests of a database that were done, in a table beside the entities, so that a request and its name are written
 * in one transaction: both or none. They are kept for a day.
 */
export class IdempotencyKeys {
  readonly #database: Database
  #lastCleaning = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** Creates the table, where there is none. */
  static async createTable({ kysely }: Database): Promise<void> {
    const text = sql.raw('varchar(64)')
    const create = kysely.schema
      .createTable(TABLE)
      .ifNotExists()
      .addColumn('name', text, (column) => column.notNull().primaryKey())
      .addColumn('fingerprint', text, (column) => column.notNull())
      .addColumn('id', sql.raw('varchar(255)'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
    // Two processes that create it at the same time may both find none, in PostgreSQL.
    await create.execute().catch(async () => create.execute())
  }

  /**
   * Takes the name of a request for itself until the end of the transaction, and waits for another transaction that has
   * it. Gives the id of what the request has created when it was done before, `null` when it was not.
   *
   * @throws EntityExistsException when the name was another request's.
   * @throws NotImplementedException where there is no table for it.
   */
  async claim({ key, fingerprint }: IdempotentRequest): Promise<string | null> {
    const { kysely, family } = this.#database
    try {
      await this.#database.execute(
        ...compiled(kysely.insertInto(TABLE).values({ name: key, fingerprint, created_at: Date.now() })),
      )
      return null
    } catch (error) {
      if (!(error instanceof EntityExistsException))
        throw exceptionStatus(error) === undefined ? noTable(error) : error
    }
    const query = kysely.selectFrom(TABLE).select(['fingerprint', 'id']).where('name', '=', key)
    const { rows } = await this.#database.execute<{ readonly fingerprint: string; readonly id: string }>(
      ...compiled(family === 'sqlite' ? query : query.forUpdate()),
    )
    const [done] = rows
    if (done?.fingerprint === fingerprint) return done.id
    throw new EntityExistsException('This Idempotency-Key was that of another request')
  }

  /** Says what the request has created. */
  async fulfil({ key }: IdempotentRequest, id: string): Promise<void> {
    const { kysely } = this.#database
    await this.#database.execute(...compiled(kysely.updateTable(TABLE).set({ id }).where('name', '=', key)))
  }

  /** Forgets the old ones, once in an hour; nobody waits for it. */
  clean(): void {
    const now = Date.now()
    if (now - this.#lastCleaning < KEPT_MS / 24) return
    this.#lastCleaning = now
    const query = this.#database.kysely.deleteFrom(TABLE).where('created_at', '<', now - KEPT_MS)
    this.#database.execute(...compiled(query)).catch(() => undefined)
  }
}

function compiled(query: {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] }
}): readonly [string, readonly unknown[]] {
  const { sql: text, parameters } = query.compile()
  return [text, parameters]
}

function noTable(cause: unknown): NotImplementedException {
  return new NotImplementedException(
    `An Idempotency-Key needs the table ${TABLE}, which createTables makes`,
    { cause },
  )
}

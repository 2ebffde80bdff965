import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  IdentifierNode,
  type Dialect,
  type Driver,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  RawNode,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { ConnectionSource } from './sources/connection-source.js'
import type { DatabaseFamily } from './database-family.js'
import type { DatabaseTimeouts } from './database-timeouts.js'
import { withDeadline } from './deadline.js'
import { type CurrentLevel, GuardedConnection } from './guarded-connection.js'

/** Kysely's own SQL over this driver. */
export function guardedDialect({ family, adapter }: ConnectionSource, driver: GuardedDriver): Dialect {
  const [Compiler, Introspector] = parts[family]
  return {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => new Compiler(),
    createIntrospector: (kysely) => new Introspector(kysely),
  }
}

const parts = {
  sqlite: [SqliteQueryCompiler, SqliteIntrospector],
  postgres: [PostgresQueryCompiler, PostgresIntrospector],
  mysql: [MysqlQueryCompiler, MysqlIntrospector],
} as const satisfies Record<DatabaseFamily, readonly unknown[]>

/** Kysely's driver over connections whose transactions keep their promise. */
export class GuardedDriver implements Driver {
  readonly #source: ConnectionSource
  readonly #timeouts: DatabaseTimeouts
  readonly #current: AsyncLocalStorage<CurrentLevel>
  #isClosed = false

  constructor(
    source: ConnectionSource,
    timeouts: DatabaseTimeouts,
    current: AsyncLocalStorage<CurrentLevel>,
  ) {
    this.#source = source
    this.#timeouts = timeouts
    this.#current = current
  }

  async init(): Promise<void> {
    return
  }

  /** That of the caller's transaction, where it is part of one. */
  async acquireConnection(): Promise<GuardedConnection> {
    if (this.#isClosed) throw new Error('driver has already been destroyed')
    return this.#current.getStore()?.connection ?? this.#acquire()
  }

  async releaseConnection(connection: GuardedConnection): Promise<void> {
    if (this.#current.getStore()?.connection !== connection) connection.release()
  }

  async beginTransaction(connection: GuardedConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings)
  }

  async commitTransaction(connection: GuardedConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: GuardedConnection): Promise<void> {
    await connection.rollback()
  }

  async savepoint(
    connection: GuardedConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await this.#savepoint(connection, 'savepoint', name, compile)
  }

  async rollbackToSavepoint(
    connection: GuardedConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await this.#savepoint(connection, 'rollback to savepoint', name, compile)
  }

  async releaseSavepoint(
    connection: GuardedConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await this.#savepoint(connection, 'release savepoint', name, compile)
  }

  async destroy(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#source.close()
  }

  async #acquire(): Promise<GuardedConnection> {
    const acquired = this.#source.acquire()
    const borrowed =
      acquired instanceof Promise
        ? await withDeadline(acquired, this.#timeouts.acquireTimeout, 'Getting a connection', (late) =>
            late.release(false),
          )
        : acquired
    return new GuardedConnection(this.#source, borrowed, this.#timeouts, this.#current)
  }

  async #savepoint(
    connection: GuardedConnection,
    command: string,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ): Promise<void> {
    const node = RawNode.createWithChildren([
      RawNode.createWithSql(`${command} `),
      IdentifierNode.create(name),
    ])
    const { sql } = compile(node, { queryId: '' })
    await connection.runSavepoint(CompiledQuery.raw(sql))
  }
}

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
  RawNode,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { ConnectionSource } from './sources/connection-source.js'
import type { DatabaseFamily } from './database-family.js'
import type { DatabaseTimeouts } from './database-timeouts.js'
import { requestEnd } from '@mvc-router/rest/store'
import { withDeadline } from './deadline.js'
import { type CurrentLevel, GuardedConnection } from './guarded-connection.js'

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

export class GuardedDriver implements Driver {
  readonly #source: ConnectionSource
  readonly #timeouts: DatabaseTimeouts
  readonly #current: AsyncLocalStorage<CurrentLevel>
  #isClosed = false
  readonly savepoint: SavepointMethod = savepointMethod('savepoint')
  readonly rollbackToSavepoint: SavepointMethod = savepointMethod('rollback to savepoint')
  readonly releaseSavepoint: SavepointMethod = savepointMethod('release savepoint')

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

  /** Returns the connection of the caller's transaction, if there is one. `destroy` waits for running transactions. */
  async acquireConnection(): Promise<GuardedConnection> {
    const { connection } = this.#current.getStore() ?? {}
    if (connection !== undefined) return connection
    if (this.#isClosed) throw new Error('driver has already been destroyed')
    return this.#acquire()
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
    const connection = new GuardedConnection(this.#source, borrowed, this.#timeouts, this.#current)
    connection.endWith(requestEnd())
    return connection
  }
}

type SavepointMethod = NonNullable<Driver['savepoint']>

function savepointMethod(command: string): SavepointMethod {
  return async (connection: GuardedConnection, name, compile) => {
    const node = RawNode.createWithChildren([
      RawNode.createWithSql(`${command} `),
      IdentifierNode.create(name),
    ])
    const { sql } = compile(node, { queryId: '' })
    await connection.runSavepoint(CompiledQuery.raw(sql))
  }
}

import type { DatabaseConnection, DialectAdapter } from 'kysely'
import type { DatabaseFamily } from '../database-family.js'

/** A connection that only the borrower uses until it is released. */
export interface BorrowedConnection {
  readonly connection: DatabaseConnection
  /** Gives the connection back. A broken connection must not be used again. */
  readonly release: (isBroken: boolean) => void
}

/** A source of connections: SQLite, the pool of a driver, or a Kysely instance of the application. */
export interface ConnectionSource {
  readonly family: DatabaseFamily
  readonly adapter: DialectAdapter
  /** True if one message may contain several commands with semicolons between them. This saves a round trip. */
  readonly takesScripts: boolean
  /** Returns a prepared connection, without a promise if there is nothing to wait for. */
  acquire(): BorrowedConnection | Promise<BorrowedConnection>
  close(): Promise<void>
}

import type { DatabaseConnection, DialectAdapter } from 'kysely'
import type { DatabaseFamily } from '../database-family.js'

/** A connection that belongs to one borrower until it is released. */
export interface BorrowedConnection {
  readonly connection: DatabaseConnection
  /** Gives the connection back. A broken connection must not be used again. */
  readonly release: (isBroken: boolean) => void
}

/** A source of connections: SQLite, a driver's pool, or a Kysely instance of the application. */
export interface ConnectionSource {
  readonly family: DatabaseFamily
  readonly adapter: DialectAdapter
  /** True if one message may contain several commands with semicolons between them. Scripts save round trips. */
  readonly takesScripts: boolean
  /** Returns a prepared connection. It is not a promise if there is no wait. */
  acquire(): BorrowedConnection | Promise<BorrowedConnection>
  close(): Promise<void>
}

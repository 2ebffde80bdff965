import type { DatabaseConnection, DialectAdapter } from 'kysely'
import type { DatabaseFamily } from '../database-family.js'

/** A connection that is ours until it is released. */
export interface BorrowedConnection {
  readonly connection: DatabaseConnection
  /** Gives it back; a broken one must not be used again. */
  readonly release: (isBroken: boolean) => void
}

/** Where connections come from: a driver's pool, or a Kysely instance of the application's own. */
export interface ConnectionSource {
  readonly family: DatabaseFamily
  readonly adapter: DialectAdapter
  /** True if a command may be several, with semicolons between them: one way to the server and back instead of two. */
  readonly takesScripts: boolean
  /** Gives a connection that is prepared; at once where there is nothing to wait for. */
  acquire(): BorrowedConnection | Promise<BorrowedConnection>
  close(): Promise<void>
}

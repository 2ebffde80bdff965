import { checkOptions, type OptionNames } from '@mvc-router/router-core/tools'
import { checkDelay } from '@mvc-router/rest/store'

/** Time limits in milliseconds. A longer wait fails with a `ServiceUnavailableException`. */
export interface DatabaseTimeouts {
  /** Time to open a connection. Default: 5000. */
  readonly connectTimeout: number
  /** Time until a connection is free. Default: 5000. */
  readonly acquireTimeout: number
  /** Time for a statement, except in SQLite. The network has half a second more. Default: 5000. */
  readonly statementTimeout: number
  /** Time to wait for a lock, rounded up to seconds on MariaDB and MySQL. Default: 5000. */
  readonly lockTimeout: number
  /** Time until the next statement of a transaction. A longer pause undoes the transaction. Default: 30,000. */
  readonly idleTimeout: number
}

const defaults: DatabaseTimeouts = {
  connectTimeout: 5000,
  acquireTimeout: 5000,
  statementTimeout: 5000,
  lockTimeout: 5000,
  idleTimeout: 30_000,
}

export const timeoutNames = Object.fromEntries(
  Object.keys(defaults).map((name) => [name, true]),
) as OptionNames<DatabaseTimeouts>

/** @throws ConfigurationException for an unknown name, or a timeout that is not a positive integer. */
export function databaseTimeouts(given: Partial<DatabaseTimeouts> = {}): DatabaseTimeouts {
  checkOptions('A database', given, timeoutNames)
  for (const [name, value] of Object.entries(given)) checkDelay(name, value)
  return { ...defaults, ...given }
}

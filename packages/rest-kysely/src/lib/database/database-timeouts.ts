import { checkOptions, type OptionNames } from '@mvc-router/router-core/tools'
import { checkDelay } from '@mvc-router/rest/store'

/** How long to wait for a database, in milliseconds; whoever waits longer gets a `ServiceUnavailableException`. */
export interface DatabaseTimeouts {
  /** For a connection to be made. Default: 5000. */
  readonly connectTimeout: number
  /** For a connection to be free. Default: 5000. */
  readonly acquireTimeout: number
  /** For one statement, in the database, and half a second more for its answer. Default: 5000. */
  readonly statementTimeout: number
  /** For a lock that somebody else has; whole seconds on MariaDB and MySQL. Default: 5000. */
  readonly lockTimeout: number
  /** For the next statement of a transaction, after which the database undoes it. Default: 30,000. */
  readonly idleTimeout: number
}

const defaults: DatabaseTimeouts = {
  connectTimeout: 5000,
  acquireTimeout: 5000,
  statementTimeout: 5000,
  lockTimeout: 5000,
  idleTimeout: 30_000,
}

export const timeoutNames: OptionNames<DatabaseTimeouts> = {
  connectTimeout: true,
  acquireTimeout: true,
  statementTimeout: true,
  lockTimeout: true,
  idleTimeout: true,
}

/** @throws ConfigurationException for a name that is none, or a timeout that is no positive integer. */
export function databaseTimeouts(given: Partial<DatabaseTimeouts> = {}): DatabaseTimeouts {
  checkOptions('A database', given, timeoutNames)
  for (const [name, value] of Object.entries(given)) checkDelay(name, value)
  return { ...defaults, ...given }
}

import { ConfigurationException } from '@mvc-router/router-core'
import type { DialectAdapter } from 'kysely'

/** A family of databases. MariaDB belongs to `mysql`. */
export type DatabaseFamily = 'sqlite' | 'postgres' | 'mysql'

/** Tables with any columns. */
export type Tables = Record<string, Record<string, unknown>>

/** @throws ConfigurationException for an adapter that does not extend Kysely's adapter for a supported database */
export function familyOf(adapter: DialectAdapter): DatabaseFamily {
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

import { ConfigurationException } from '@mvc-router/router-core'
import type { DialectAdapter } from 'kysely'

/** The families of databases; MariaDB speaks as MySQL does. */
export type DatabaseFamily = 'sqlite' | 'postgres' | 'mysql'

/** Tables of any columns: their names come from the entities. */
export type Tables = Record<string, Record<string, unknown>>

/**
 * Adapters are named after their dialect; a custom dialect usually borrows one of the four.
 *
 * @throws ConfigurationException for a dialect of another family.
 */
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

import type { DatabaseConnection, Kysely } from 'kysely'
import { familyOf, type Tables } from '../database-family.js'
import type { ConnectionPool } from './pooled-source.js'

/**
 * The connections of a Kysely instance, which keeps its own pool and log.
 *
 * @throws ConfigurationException for a dialect of another family.
 */
export function kyselyPool(kysely: Kysely<Tables>): ConnectionPool<DatabaseConnection> {
  const executor = kysely.getExecutor()
  const { adapter } = executor
  return {
    family: familyOf(adapter),
    adapter,
    takesScripts: false,
    // Kysely takes no flag for a broken connection. Its pool notices that by itself.
    borrow: async () =>
      new Promise((resolve, reject) => {
        const untilReleased = async (raw: DatabaseConnection): Promise<void> =>
          new Promise((release) => resolve({ raw, release: () => release() }))
        executor.provideConnection(untilReleased).catch(reject)
      }),
    connectionOf: (raw) => raw,
    end: async () => kysely.destroy(),
  }
}

import { CompiledQuery, type DatabaseConnection, type Kysely } from 'kysely'
import { familyOf, type Tables } from '../database-family.js'
import type { ConnectionPool } from './pooled-source.js'

/**
 * The connections of a Kysely instance, which keeps its own pool and log. Kysely cannot close a broken connection. So
 * its transaction is undone before the next borrower gets the connection. If the server does not respond, the borrower
 * waits.
 *
 * @throws ConfigurationException for an unsupported dialect.
 */
export function kyselyPool(kysely: Kysely<Tables>): ConnectionPool<DatabaseConnection> {
  const executor = kysely.getExecutor()
  const { adapter } = executor
  const broken = new Set<() => void>()
  const undo = async (raw: DatabaseConnection, release: () => void): Promise<void> => {
    broken.add(release)
    await rollback(raw)
    broken.delete(release)
    release()
  }
  return {
    family: familyOf(adapter),
    adapter,
    takesScripts: false,
    borrow: async () =>
      new Promise((resolve, reject) => {
        const untilReleased = async (raw: DatabaseConnection): Promise<void> =>
          new Promise((end) => {
            const release = (isBroken: boolean): void => (isBroken ? void undo(raw, end) : end())
            resolve({ raw, release })
          })
        executor.provideConnection(untilReleased).catch(reject)
      }),
    connectionOf: (raw) => raw,
    end: async () => {
      for (const release of broken) release()
      await kysely.destroy()
    },
  }
}

async function rollback(raw: DatabaseConnection): Promise<void> {
  try {
    await raw.executeQuery(CompiledQuery.raw('rollback'))
  } catch (error) {
    // After its `query_timeout`, `pg` abandons a query, but leaves the connection open.
    if (error instanceof Error && error.message === 'Query read timeout') await rollback(raw)
  }
}

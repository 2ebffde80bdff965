import { type CompiledQuery, MysqlAdapter, type QueryResult } from 'kysely'
import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2'
import type { PoolSockets } from './pool-sockets.js'
import type { ConnectionPool } from './pooled-source.js'
import type { Turns } from './turns.js'

/**
 * Adapts a pool of `mysql2`. Borrowers wait in `turns` and not in the pool, because the pool would connect even for a
 * borrower that has given up.
 *
 * @param turns must have as many turns as the pool has connections
 */
export function mysqlPool(pool: Pool, sockets: PoolSockets, turns: Turns): ConnectionPool<PoolConnection> {
  return {
    family: 'mysql',
    adapter: new MysqlAdapter(),
    takesScripts: false,
    borrow: async () => {
      await turns.take()
      try {
        const raw = await new Promise<PoolConnection>((resolve, reject) => {
          pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)))
        })
        const release = (isBroken: boolean): void => {
          if (isBroken) raw.destroy()
          else raw.release()
          turns.give()
        }
        return { raw, release }
      } catch (error) {
        turns.give()
        throw error
      }
    },
    connectionOf: (raw) => ({
      executeQuery: async (query) => execute(raw, query),
      streamQuery: (query) => stream(raw, query),
    }),
    end: async () => {
      // `pool.end` reports an error for a connection that is not open. The error is ignored.
      const ended = new Promise<void>((resolve) => pool.end(() => resolve()))
      sockets.end()
      await ended
    },
  }
}

async function execute<Row>(
  raw: PoolConnection,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const result = await new Promise<unknown>((resolve, reject) => {
    raw.query(sql, [...parameters], (error, answer) => (error ? reject(error) : resolve(answer)))
  })
  if (Array.isArray(result)) return { rows: result as Row[] }
  const { affectedRows, insertId } = result as ResultSetHeader
  return {
    rows: [],
    numAffectedRows: BigInt(affectedRows),
    ...(String(insertId) !== '0' && { insertId: BigInt(insertId) }),
  }
}

async function* stream<Row>(
  raw: PoolConnection,
  { sql, parameters }: CompiledQuery,
): AsyncIterableIterator<QueryResult<Row>> {
  const rows = raw.query(sql, [...parameters]).stream({ objectMode: true })
  for await (const row of rows) yield { rows: [row as Row] }
}

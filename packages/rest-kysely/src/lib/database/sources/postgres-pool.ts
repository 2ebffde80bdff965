import { type CompiledQuery, PostgresAdapter, type QueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { PoolSockets } from './pool-sockets.js'
import type { ConnectionPool } from './pooled-source.js'

const writeCommands: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

export function postgresPool(pool: Pool, sockets: PoolSockets): ConnectionPool<PoolClient> {
  // The pool replaces a broken connection. Without these listeners, its error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    family: 'postgres',
    adapter: new PostgresAdapter(),
    takesScripts: true,
    borrow: async () => {
      const raw = await pool.connect()
      return { raw, release: (isBroken) => raw.release(isBroken) }
    },
    connectionOf: (client) => ({
      executeQuery: async (query) => execute(client, query),
      streamQuery: () => {
        throw new Error(
          'Streams need a Kysely instance of your own with pg-cursor; pass it to the constructor of Database',
        )
      },
    }),
    end: async () => {
      const ended = pool.end()
      sockets.end()
      await ended
    },
  }
}

async function execute<Row>(
  client: PoolClient,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const { command, rowCount, rows } = await client.query(sql, [...parameters])
  const numAffectedRows = writeCommands.has(command) ? BigInt(rowCount ?? 0) : undefined
  // For a script, `pg` returns a list of results, which has no `rows`.
  return { rows: rows ?? [], ...(numAffectedRows !== undefined && { numAffectedRows }) }
}

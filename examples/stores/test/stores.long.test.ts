import { readFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { afterAll, describe, expect, test } from '@jest/globals'
import { type EntityDefinition, StoreRepository } from '@mvc-router/rest'
import { repositoryContract } from '@mvc-router/rest/contract'
import { createTables, dropTables, openDatabase } from '@mvc-router/rest/kysely'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, types } from 'pg'
import { DataSource } from 'typeorm'
import { drizzleStore } from '../dist/drizzle-store.js'
import { typeormSchema, typeormStore } from '../dist/typeorm-store.js'

const url = 'postgres://postgres@127.0.0.1:5432/test'
const lacks = ['filters', 'cursors', 'relations'] as const
const isThere = process.env['REQUIRE_SERVICES'] === '1' || (await answers(5432))

if (!isThere) test.skip('stores: skipped, since nothing answers on port 5432', () => undefined)
else {
  // A day is a text in every library.
  types.setTypeParser(types.builtins.DATE, String)
  const tables = await openDatabase(url)
  const pool = new Pool({ connectionString: url })
  const db = drizzle({ client: pool })
  const sources = new Map<string, DataSource>()
  afterAll(async () => {
    await pool.end()
    await tables.close()
  })

  describe('Drizzle on PostgreSQL', () => {
    const contract = repositoryContract({
      open: async (entity) => {
        await createTables(tables, [entity])
        return new StoreRepository(entity, drizzleStore(db, entity))
      },
      close: async (entity) => dropTables(tables, [entity]),
      lacks,
    })
    for (const { name, run } of contract) test(name, run)
  })

  describe('TypeORM on PostgreSQL', () => {
    const contract = repositoryContract({
      open: async (entity) => {
        await createTables(tables, [entity])
        const schema = typeormSchema(entity)
        const source = new DataSource({ type: 'postgres', url, entities: [schema], poolSize: 10 })
        sources.set(entity.table, await source.initialize())
        return new StoreRepository(entity, typeormStore(source, schema, entity.key.name))
      },
      close: async (entity: EntityDefinition) => {
        await sources.get(entity.table)?.destroy()
        await dropTables(tables, [entity])
      },
      lacks,
    })
    for (const { name, run } of contract) test(name, run)
  })
}

test('each recipe has at most 40 lines, beside the types of its columns', async () => {
  for (const name of ['drizzle-store', 'typeorm-store']) {
    const text = await readFile(new URL(`../src/${name}.ts`, import.meta.url), 'utf8')
    const recipe = text.slice(text.indexOf('/** The rows'))
    expect(recipe.trim().split('\n').length).toBeLessThanOrEqual(40)
  }
})

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

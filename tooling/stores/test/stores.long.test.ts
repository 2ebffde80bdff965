import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import { type Client, createClient } from '@libsql/client'
import { MikroORM } from '@mikro-orm/postgresql'
import {
  defineEntity,
  type EntityDefinition,
  IdempotencyKey,
  ServiceUnavailableException,
  StoreRepository,
} from '@mvc-router/rest'
import { repositoryContract } from '@mvc-router/rest/contract'
import { createTables, dropTables, openDatabase } from '@mvc-router/rest-kysely'
import { drizzle } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleSqlite } from 'drizzle-orm/libsql'
import { sql } from 'kysely'
import { Pool, types } from 'pg'
import { DataSource } from 'typeorm'
import { drizzlePostgresStore } from '../dist/drizzle-postgres-store.js'
import { drizzleSqliteStore } from '../dist/drizzle-sqlite-store.js'
import { mikroormSchema, mikroormStore } from '../dist/mikroorm-store.js'
import { typeormSchema, typeormStore } from '../dist/typeorm-store.js'

const url = 'postgres://postgres@127.0.0.1:5432/test'
const isThere = process.env['REQUIRE_SERVICES'] === '1' || (await answers(5432))

describe('Drizzle on SQLite', () => {
  const opened: { readonly client: Client; readonly folder: string }[] = []
  afterEach(async () => {
    for (const { client, folder } of opened.splice(0)) {
      client.close()
      await rm(folder, { recursive: true })
    }
  })
  const contract = repositoryContract({
    open: async (entity) => {
      const folder = await mkdtemp(join(tmpdir(), 'stores-'))
      const file = `file:${join(folder, 'test.db')}`
      const tables = await openDatabase(file)
      await createTables(tables, [entity])
      await tables.close()
      const client = createClient({ url: file, intMode: 'bigint' })
      opened.push({ client, folder })
      return new StoreRepository(entity, drizzleSqliteStore(drizzleSqlite({ client })))
    },
  })
  for (const { name, run } of contract) test(name, run)
})

if (!isThere) test.skip('stores: skipped, because nothing answers on port 5432', () => undefined)
else {
  // The libraries expect days as texts.
  types.setTypeParser(types.builtins.DATE, String)
  const tables = await openDatabase(url)
  const pool = new Pool({ connectionString: url, application_name: 'stores' })
  pool.on('error', () => undefined)
  // Connections in use also need a listener, because otherwise a lost connection ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = drizzle({ client: pool })
  const sources = new Map<string, { close(): Promise<void> }>()
  const close = async (entity: EntityDefinition): Promise<void> => {
    await sources.get(entity.table)?.close()
    await dropTables(tables, [entity])
  }
  afterAll(async () => {
    await pool.end()
    await tables.close()
  })

  describe('Drizzle on PostgreSQL', () => {
    const store = drizzlePostgresStore(db)
    const contract = repositoryContract({
      open: async (entity) => {
        await createTables(tables, [entity])
        return new StoreRepository(entity, store)
      },
      close,
    })
    for (const { name, run } of contract) test(name, run)

    const Shelf = defineEntity({
      name: 'Shelf',
      table: `shelf_${process.pid}`,
      key: { id: 'integer' },
      fields: { name: 'string' },
    })
    const shelves = new StoreRepository(Shelf, store)

    test('repositories of one store share transactions', async () => {
      await createTables(tables, [Shelf])
      const others = new StoreRepository(Shelf, store)
      const work = shelves.transaction(async () => {
        await others.insert(Shelf.create({ name: 'a' }))
        expect(await shelves.count()).toBe(1)
        throw new RangeError('no')
      })
      await expect(work).rejects.toThrow(RangeError)
      expect(await others.count()).toBe(0)
      await dropTables(tables, [Shelf])
    })

    test('a repeatable transaction runs again after a deadlock', async () => {
      await createTables(tables, [Shelf])
      const { id: a } = await shelves.insert(Shelf.create({ name: 'a' }))
      const { id: b } = await shelves.insert(Shelf.create({ name: 'b' }))
      let times = 0
      const swap = async (first: number, second: number): Promise<void> =>
        shelves.transaction(
          async () => {
            times++
            await shelves.findOne(first, { lock: true })
            await setTimeout(100)
            await shelves.findOne(second, { lock: true })
          },
          { isRepeatable: true },
        )
      await Promise.all([swap(a, b), swap(b, a)])
      expect(times).toBeGreaterThan(2)
      await dropTables(tables, [Shelf])
    })

    test('a serializable transaction does not see rows that are inserted after its start', async () => {
      await createTables(tables, [Shelf])
      const work = shelves.transaction(
        async () => {
          const before = await shelves.count()
          await tables.kysely.insertInto(Shelf.table).values({ name: 'other' }).execute()
          expect(await shelves.count()).toBe(before)
        },
        { isSerializable: true },
      )
      await work
      await dropTables(tables, [Shelf])
    })

    test('an unreachable database and a lost connection throw ServiceUnavailableException', async () => {
      const nowhere = drizzle({ client: new Pool({ host: '127.0.0.1', port: 1 }) })
      const away = new StoreRepository(Shelf, drizzlePostgresStore(nowhere))
      await expect(away.ping()).rejects.toThrow(ServiceUnavailableException)
      await createTables(tables, [Shelf])
      const cut = shelves.transaction(async () => {
        await shelves.insert(Shelf.create({ name: 'a' }))
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'stores' and state = 'idle in transaction'`.execute(tables.kysely)
        await shelves.insert(Shelf.create({ name: 'b' }))
      })
      await expect(cut).rejects.toThrow(ServiceUnavailableException)
      await shelves.ping()
      expect(await shelves.count()).toBe(0)
      await dropTables(tables, [Shelf])
    })
  })

  describe('TypeORM on PostgreSQL', () => {
    const contract = repositoryContract({
      open: async (entity) => {
        await createTables(tables, [entity])
        const entities = [entity, IdempotencyKey].map((one) => typeormSchema(one))
        const source = new DataSource({ type: 'postgres', url, entities, poolSize: 10 })
        await source.initialize()
        sources.set(entity.table, { close: async () => source.destroy() })
        return new StoreRepository(entity, typeormStore(source))
      },
      close,
    })
    for (const { name, run } of contract) test(name, run)
  })

  describe('MikroORM on PostgreSQL', () => {
    const contract = repositoryContract({
      open: async (entity) => {
        await createTables(tables, [entity])
        const entities = [entity, IdempotencyKey].map((one) => mikroormSchema(one))
        const orm = await MikroORM.init({
          clientUrl: url,
          entities,
          discovery: { warnWhenNoEntities: false },
        })
        sources.set(entity.table, orm)
        return new StoreRepository(entity, mikroormStore(orm.em))
      },
      close,
    })
    for (const { name, run } of contract) test(name, run)
  })
}

test('each recipe has at most 40 lines after the types of its columns', async () => {
  const lines = async (name: string): Promise<number> => {
    const text = await readFile(new URL(`../src/${name}.ts`, import.meta.url), 'utf8')
    const start = text.search(/\/\*\* (?:A condition|The rows)/)
    expect(start).toBeGreaterThan(0)
    return text.slice(start).trim().split('\n').length
  }
  for (const name of ['drizzle-postgres-store', 'drizzle-sqlite-store', 'typeorm-store', 'mikroorm-store'])
    expect([name, (await lines(name)) <= 40]).toEqual([name, true])
})

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

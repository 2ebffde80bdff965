import { randomBytes } from 'node:crypto'
import { afterAll, describe } from '@jest/globals'
import { MemoryRepository } from '@mvc-router/rest'
import {
  createTables,
  DocumentRepository,
  dropTables,
  KyselyRepository,
  openDatabase,
} from '@mvc-router/rest-kysely'
import { describeDatabases } from '../databases.js'
import { noteEntity, thingEntity } from './fuzzed-api.js'
import { testFuzzedRequests } from './fuzzed-requests.js'

const count = Number(process.env['FUZZ_RUNS'] ?? 1000)
const entities = (): readonly [ReturnType<typeof thingEntity>, ReturnType<typeof noteEntity>] => {
  const table = `fuzz_${randomBytes(8).toString('hex')}`
  return [thingEntity(table), noteEntity(`${table}_note`)]
}

describe('an API in memory', () =>
  testFuzzedRequests(async () => {
    const [Thing, Note] = entities()
    const things: MemoryRepository<never, never> = new MemoryRepository(Thing, {
      relations: { parent: () => things },
    }) as never
    return { things, notes: new MemoryRepository(Note) }
  }, count))

describe('an API on documents', () =>
  testFuzzedRequests(async () => {
    const database = await openDatabase(':memory:')
    const [Thing, Note] = entities()
    const things = new DocumentRepository(database, Thing, { indexes: ['tenant', 'title', 'count'] })
    const notes = new DocumentRepository(database, Note, { indexes: ['tenant'] })
    await things.createTable()
    await notes.createTable()
    return { things, notes }
  }, count))

await describeDatabases('an API', ({ open, close }) => {
  const [Thing, Note] = entities()
  let clean = async (): Promise<void> => undefined
  afterAll(async () => clean())
  testFuzzedRequests(async () => {
    const database = await open()
    await createTables(database, [Thing, Note])
    clean = async () => {
      await dropTables(database, [Thing, Note])
      await database.close()
      await close()
    }
    return {
      things: new KyselyRepository(database, Thing, { fetch: ['parent'] }),
      notes: new KyselyRepository(database, Note),
    }
  }, count)
})

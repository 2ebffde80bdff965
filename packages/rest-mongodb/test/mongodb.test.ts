import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  databaseException,
  defineEntity,
  EntityExistsException,
  type EntityDefinition,
  OptimisticLockException,
  ServiceUnavailableException,
  StoreRepository,
} from '@mvc-router/rest'
import { repositoryContract } from '@mvc-router/rest/contract'
import { createCollections, mongoStore } from '@mvc-router/rest-mongodb'
import { type Db, MongoClient, MongoNetworkError, MongoServerError } from 'mongodb'
import { MongoStandIn } from './mongo-stand-in.js'

const url = process.env['MONGODB_URL']

if (url === undefined) test.skip('a MongoDB server: skipped, because MONGODB_URL is not set', () => undefined)
else describe('a MongoDB server', () => describeStore(async () => ({ url, close: async () => undefined })))

describe('a stand-in for a MongoDB server', () => {
  describeStore(async () => {
    const standIn = new MongoStandIn()
    return { url: await standIn.open(), close: async () => standIn.close() }
  })
})

function describeStore(
  open: () => Promise<{ readonly url: string; readonly close: () => Promise<void> }>,
): void {
  let client: MongoClient
  let db: Db
  let store: ReturnType<typeof mongoStore>
  let close: () => Promise<void>

  beforeAll(async () => {
    const server = await open()
    close = server.close
    client = new MongoClient(server.url, { serverApi: '1' })
    db = client.db(`mvc_router_${process.pid}`)
    store = mongoStore(db)
  })
  afterAll(async () => {
    await db.dropDatabase()
    await client.close()
    await close()
  })

  const contract = repositoryContract({
    open: async (entity) => {
      await createCollections(db, [entity])
      return new StoreRepository(entity, store)
    },
    close: async ({ table }: EntityDefinition) => void (await db.dropCollection(table)),
    keyTypes: ['string', 'uuid', 'objectId'],
  })
  for (const { name, run } of contract) test(name, run)

  test('the conflict of a unique value names its field, with and without a transaction', async () => {
    const Shelf = defineEntity({
      name: 'Shelf',
      table: 'shelves',
      key: { id: 'objectId' },
      fields: { roomCode: { type: 'string', unique: true }, floor: { type: 'integer?', index: true } },
    })
    await createCollections(db, [Shelf])
    const shelves = new StoreRepository(Shelf, store)
    await shelves.insert(Shelf.create({ roomCode: 'A' }))
    const again = async (): Promise<unknown> => shelves.insert(Shelf.create({ roomCode: 'A' }))
    await expect(again()).rejects.toMatchObject({ name: 'EntityExistsException', property: 'roomCode' })
    await expect(shelves.transaction(again)).rejects.toMatchObject({ property: 'roomCode' })
    await expect(shelves.transaction(again, { isSerializable: true })).rejects.toThrow(
      'MongoDB has no serializable',
    )
    await db.dropCollection('shelves')
  })

  test('MongoDB refuses an entity with a generated integer key', () => {
    const Counted = defineEntity({ name: 'Counted', key: { id: 'integer' }, fields: { name: 'string' } })
    expect(() => new StoreRepository(Counted, store)).toThrow(
      'MongoDB does not count keys: the key of Counted must be',
    )
  })

  test.each(['_id', '_lock'])('MongoDB refuses an entity whose field has the column %s', (column) => {
    const fields = { name: { type: 'string', column } } as const
    const Taken = defineEntity({ name: 'Taken', key: { id: 'objectId' }, fields })
    expect(() => new StoreRepository(Taken, store)).toThrow(`Taken has a field in the column "${column}"`)
  })
}

test('databaseException maps errors of the MongoDB driver to exceptions', () => {
  const ofServer = (code: number): unknown => databaseException(new MongoServerError({ code, message: 'no' }))
  expect(ofServer(11000)).toBeInstanceOf(EntityExistsException)
  expect(ofServer(112)).toBeInstanceOf(OptimisticLockException)
  expect(ofServer(10107)).toBeInstanceOf(ServiceUnavailableException)
  expect(databaseException(new MongoNetworkError('no'))).toBeInstanceOf(ServiceUnavailableException)
  const other = Object.assign(new Error('no'), { code: 7 })
  expect(databaseException(other)).toBe(other)
})

test('ping of an unreachable MongoDB server throws a ServiceUnavailableException', async () => {
  const client = new MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 100 })
  const Item = defineEntity({ name: 'Item', key: { id: 'objectId' }, fields: { name: 'string' } })
  const items = new StoreRepository(Item, mongoStore(client.db('test')))
  await expect(items.ping()).rejects.toThrow(ServiceUnavailableException)
  await client.close()
})

test.each([
  [{ locktimeout: 1 }, 'mongoStore has no option "locktimeout"; did you mean lockTimeout?'],
  [{ statementTimeout: 0 }, 'statementTimeout: expected a number of milliseconds'],
])('mongoStore refuses the options %j: %s', (options, message) => {
  const db = new MongoClient('mongodb://127.0.0.1:1').db('test')
  expect(() => mongoStore(db, options as object)).toThrow(message)
})

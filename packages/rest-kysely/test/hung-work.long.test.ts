import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createWebServer,
  CrudServiceImpl,
  defineEntity,
  MemoryRepository,
  type PagingAndSortingRepository,
  type RequestContext,
  RepositoryBasedRestController,
  ResponseEntityExceptionHandler,
  ServiceBasedRestController,
  ServiceUnavailableException,
} from '@mvc-router/rest'
import {
  createTables,
  type Database,
  dropTables,
  KyselyRepository,
  openDatabase,
} from '@mvc-router/rest-kysely'
import { describeDatabases } from '../../rest/test/databases.js'
import { type Answer, start, type RunningServer } from '../../rest/test/http/http-client.js'

interface Item {
  id: number
  name: string
}

const Item = defineEntity({
  name: 'HungItem',
  table: 'hung_item',
  key: { id: 'integer' },
  fields: { name: 'string' },
})

const never = async (): Promise<never> => new Promise<never>(() => undefined)

/** A service with calls that never settle. */
class HangingService extends CrudServiceImpl<Item, number, PagingAndSortingRepository<Item, number>> {
  override async update(item: Item, context?: RequestContext): Promise<Item> {
    if (item.name === 'hang') await never()
    return super.update(item, context)
  }
  override async findById(id: number, context?: RequestContext): Promise<Item | undefined> {
    if (id === 666) await never()
    return super.findById(id, context)
  }
}

class ItemController extends ServiceBasedRestController<Item, number, HangingService> {
  requestMapping = '/items'
}

/** Actions of an application that hold a connection forever. */
function holders(database: Database): Record<string, () => Promise<unknown>> {
  const { kysely } = database
  return {
    transaction: async () => database.transaction(never),
    nested: async () => database.transaction(async () => database.transaction(never)),
    forgotten: async () =>
      database.transaction(async () => {
        void database.transaction(never).catch(() => undefined)
      }),
    kyselyTransaction: async () => kysely.transaction().execute(never),
    connection: async () => kysely.connection().execute(never),
    written: async () =>
      database.transaction(async () => {
        await kysely.insertInto('hung_item').values({ name: 'half' }).execute()
        return never()
      }),
    late: async () =>
      database.transaction(async () => {
        await wait(400)
        await kysely.insertInto('hung_item').values({ name: 'half' }).execute()
      }),
    stream: async () => {
      for await (const row of kysely.selectFrom('hung_item').selectAll().stream()) {
        if (row !== undefined) await never()
      }
    },
  }
}

const requestTimeout = 150

/** Expects answers after some attempts, because a busy machine may answer too late for `requestTimeout`. */
async function isAlive(server: RunningServer): Promise<void> {
  await untilStatus(200, async () => server.get('/items'))
  await untilStatus(201, async () => server.post('/items', { name: 'y' }))
  await untilStatus(200, async () => server.get('/health/ready'))
}

async function untilStatus(expected: number, ask: () => Promise<Answer>): Promise<void> {
  let { status } = await ask()
  for (let attempt = 0; attempt < 20 && status !== expected; attempt++) ({ status } = await ask())
  expect(status).toBe(expected)
}

await describeDatabases('work that never settles', ({ open, close, name }) => {
  let database: Database
  let server: RunningServer
  let items: KyselyRepository<Item, number>
  beforeAll(async () => {
    database = await open()
    await createTables(database, [Item])
    items = new KyselyRepository(database, Item)
    const hanging = holders(database)
    const app = await createWebServer({
      controllers: { item: new ItemController(new HangingService(items)), hanging },
      routes: Object.keys(hanging)
        .map((action) => `POST /hang/${action} hanging.${action}`)
        .join('\n'),
      documents: false,
      health: true,
      requestTimeout,
      logError: () => undefined,
    })
    server = await start(app)
    for (let number = 0; number < 12; number++)
      await untilStatus(201, async () => server.post('/items', { name: 'x' }))
  })
  afterAll(async () => {
    await server.close()
    await dropTables(database, [Item])
    await database.close()
    await close()
  })

  test('updates and reads that never settle fail with 503, and other requests go on', async () => {
    for (let round = 0; round < 3; round++) {
      const updates = Array.from({ length: 12 }, async (_, index) =>
        server.call({
          method: 'PUT',
          path: `/items/${index + 1}`,
          headers: { 'content-type': 'application/json' },
          body: { name: 'hang' },
        }),
      )
      const reads = Array.from({ length: 12 }, async () => server.get('/items/666'))
      const statuses = (await Promise.all([...updates, ...reads])).map(({ status }) => status)
      expect(statuses.filter((status) => status !== 503)).toEqual([])
      await isAlive(server)
    }
  })

  test.each(
    Object.keys(holders({} as Database)).filter((holder) => holder !== 'stream' || name !== 'PostgreSQL'),
  )('an action that never settles (%s) loses its connection after requestTimeout', async (holder) => {
    const held = await Promise.all(Array.from({ length: 12 }, async () => server.post(`/hang/${holder}`, {})))
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set([503]))
    await isAlive(server)
  })

  test('work that goes on after the 503 of its request writes nothing', async () => {
    await wait(600)
    expect(await items.count({ where: { name: 'half' } })).toBe(0)
    expect(await items.count({ where: { name: 'hang' } })).toBe(0)
  })

  test('the connection of work that never settles is released even if the client has disconnected', async () => {
    const controller = new AbortController()
    const gone = fetch(`http://127.0.0.1:${server.port}/hang/transaction`, {
      method: 'POST',
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(), 20)
    await expect(gone).rejects.toThrow()
    await wait(requestTimeout)
    await isAlive(server)
  })
})

test('while a transaction holds the only session, /health/ready answers 503 and /health/live answers 200', async () => {
  const database = await openDatabase(':memory:', { acquireTimeout: 50 })
  await createTables(database, [Item])
  let release = (): void => undefined
  const hold = async (): Promise<object> =>
    database.transaction(async () => {
      await new Promise<void>((resolve) => (release = resolve))
      return {}
    })
  const server = await start(
    await createWebServer({
      controllers: {
        item: new ItemController(new HangingService(new KyselyRepository(database, Item))),
        own: { hold },
      },
      routes: 'POST /hold own.hold',
      documents: false,
      health: true,
      requestTimeout: false,
      logError: () => undefined,
    }),
  )
  expect((await server.get('/health/ready')).status).toBe(200)
  const held = server.post('/hold', {})
  await untilStatus(503, async () => server.get('/health/ready'))
  expect((await server.get('/health/live')).status).toBe(200)
  release()
  expect((await held).status).toBe(200)
  expect((await server.get('/health/ready')).status).toBe(200)
  await server.close()
  await database.close()
})

test('a transaction ends after requestTimeout even if the advice for the 503 never settles', async () => {
  const database = await openDatabase(':memory:', { acquireTimeout: 50 })
  class HangingAdvice extends ResponseEntityExceptionHandler {
    constructor() {
      super()
      this.handle(ServiceUnavailableException, never)
    }
  }
  const server = await start(
    await createWebServer({
      controllers: { own: { hold: async () => database.transaction(never) } },
      routes: 'POST /hold own.hold',
      documents: false,
      advice: new HangingAdvice(),
      requestTimeout,
      logError: () => undefined,
    }),
  )
  const held = fetch(`http://127.0.0.1:${server.port}/hold`, { method: 'POST' }).catch(() => undefined)
  await wait(requestTimeout / 3)
  let isFree = false
  for (let attempt = 0; attempt < 100 && !isFree; attempt++)
    isFree = await database.transaction(async () => true).catch(() => false)
  expect(isFree).toBe(true)
  await server.close()
  await held
  await database.close()
})

test('an update in memory that never settles fails with 503 and does not block the row', async () => {
  const items = new MemoryRepository(Item)
  class Plain extends RepositoryBasedRestController<Item, number, MemoryRepository<Item, number>> {
    requestMapping = '/plain'
  }
  const app = await createWebServer({
    controllers: { item: new ItemController(new HangingService(items)), plain: new Plain(items) },
    documents: false,
    health: true,
    requestTimeout,
    logError: () => undefined,
  })
  const server = await start(app)
  await untilStatus(201, async () => server.post('/items', { name: 'x' }))
  const hung = server.call({
    method: 'PUT',
    path: '/items/1',
    headers: { 'content-type': 'application/json' },
    body: { name: 'hang' },
  })
  expect((await hung).status).toBe(503)
  await isAlive(server)
  expect((await server.get('/plain/1')).text).toBe('{"id":1,"name":"x"}')
  await server.close()
})

test('a transaction outside of a request fails with 503 if it has no statement for idleTimeout', async () => {
  const database = await openDatabase(':memory:', { idleTimeout: 50 })
  await createTables(database, [Item])
  await expect(database.transaction(never)).rejects.toMatchObject({ status: 503 })
  await expect(database.transaction(async () => database.transaction(never))).rejects.toMatchObject({
    status: 503,
  })
  const items = new KyselyRepository(database, Item)
  await database.transaction(async () => {
    for (let number = 0; number < 6; number++) {
      await wait(20)
      await items.insert(Item.create({ name: 'in time' }))
    }
  })
  expect(await items.count()).toBe(6)
  await database.close()
})

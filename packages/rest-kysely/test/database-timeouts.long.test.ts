import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { CrudServiceImpl, defineEntity, type EntityOf, OptimisticLockException } from '@mvc-router/rest'
import {
  createTables,
  type Database,
  dropTables,
  KyselyRepository,
  openDatabase,
} from '@mvc-router/rest-kysely'
import { answers, freshTable, servers } from '../../rest/test/databases.js'
import { TcpProxy } from './tcp-proxy.js'

const Item = defineEntity({
  name: 'Item',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { name: { type: 'string', unique: true, maxLength: 40 } },
})
type Item = EntityOf<typeof Item>
const Counted = defineEntity({
  name: 'Counted',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { code: { type: 'string', unique: true, maxLength: 40 } },
  version: 'version',
})
type Counted = EntityOf<typeof Counted>

const notNow = { name: 'ServiceUnavailableException', status: 503 }
/** Long enough for the answers of a busy machine. */
const timeouts = { connectTimeout: 2000, acquireTimeout: 2000, statementTimeout: 2000, lockTimeout: 2000 }

/** Repeats a query while it fails with 503, because a busy machine may be slower than these timeouts. */
async function inTheEnd<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; attempt < 30; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (Reflect.get(Object(error) as object, 'status') !== 503) throw error
    }
  }
  return ask()
}

for (const { name, address, port } of servers) {
  const isThere = process.env['REQUIRE_SERVICES'] === '1' || (await answers(port))
  const describeServer = isThere ? describe : describe.skip
  describeServer(`timeouts of ${name}`, () => {
    const way = new TcpProxy(port)
    let database: Database
    let direct: Database
    let items: KyselyRepository<Item, number>

    beforeAll(async () => {
      const reached = address.replace(String(port), String(await way.open()))
      database = await openDatabase(reached, { ...timeouts, maxConnections: 3 })
      direct = await openDatabase(address)
      await createTables(direct, [Item, Counted])
      items = new KyselyRepository(database, Item)
    })
    afterAll(async () => {
      await database.close()
      await dropTables(direct, [Item, Counted])
      await direct.close()
      await way.close()
    })

    test('queries fail with 503 while the server does not answer, and work again when it answers', async () => {
      const { id } = await items.insert(Item.create({ name: 'before' }))
      way.pause()
      const waiting = Array.from({ length: 8 }, async (_, index) =>
        index % 2 === 0 ? items.findOne(id) : items.insert(Item.create({ name: `mute ${index}` })),
      )
      for (const result of await Promise.allSettled(waiting))
        expect(result).toMatchObject({ status: 'rejected', reason: notNow })
      way.resume()
      await expect(inTheEnd(async () => items.findOne(id))).resolves.toMatchObject({ name: 'before' })
      // An insert that is not acknowledged may have been written.
      const insert = async (): Promise<Item> => items.insert(Item.create({ name: `after ${randomInt(1e9)}` }))
      await expect(inTheEnd(insert)).resolves.toBeDefined()
    })

    test('if the server stops answering during a transaction, the transaction fails with 503 and keeps no write', async () => {
      const transaction = database.transaction(async () => {
        await items.insert(Item.create({ name: 'half' }))
        way.pause()
        await items.insert(Item.create({ name: 'other half' })).catch(() => undefined)
      })
      await expect(transaction).rejects.toMatchObject(notNow)
      way.resume()
      await expect(inTheEnd(async () => items.findOneBy({ name: 'half' }))).resolves.toBeUndefined()
    })

    test('writers of a locked row get 503, and other queries still work', async () => {
      const { id } = await items.insert(Item.create({ name: 'locked' }))
      const locking = new KyselyRepository(direct, Item)
      await direct.transaction(async () => {
        await locking.findOne(id, { lock: true })
        const writes = Array.from({ length: 6 }, async (_, index) =>
          items.save(Item.create({ id, name: `locked ${index}` })),
        )
        const results = await Promise.allSettled(writes)
        for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: notNow })
        await expect(inTheEnd(async () => items.count())).resolves.toBeGreaterThan(0)
      })
      const save = async (): Promise<Item> => items.save(Item.create({ id, name: 'free' }))
      await expect(inTheEnd(save)).resolves.toMatchObject({ name: 'free' })
    })

    test('statements that take too long or wait for the full pool fail with 503', async () => {
      const sleep =
        name === 'PostgreSQL' ? 'select pg_sleep(20)' : 'select sleep(20) from dual where sleep(20) = 0'
      const sleeping = Array.from({ length: 5 }, async () => database.execute(sleep, []))
      for (const result of await Promise.allSettled(sleeping))
        expect(result).toMatchObject({ status: 'rejected', reason: notNow })
      await expect(inTheEnd(async () => items.count())).resolves.toBeGreaterThan(0)
    })

    test('a database can be closed while its server does not answer a query or a connection attempt', async () => {
      const reached = address.replace(String(port), String(way.port))
      const patient = { connectTimeout: 600_000, acquireTimeout: 600_000, statementTimeout: 500 }
      const working = await openDatabase(reached, patient)
      await working.execute('select 1', [])
      way.pause()
      const work = expect(working.execute('select 2', [])).rejects.toMatchObject(notNow)
      const connecting = await openDatabase([reached, reached], patient)
      const connection = expect(connecting.execute('select 3', [])).rejects.toMatchObject(notNow)
      // Waits until the query and the connection attempt have started.
      await new Promise((resolve) => setTimeout(resolve, 20))
      await Promise.all([working.close(), connecting.close(), work, connection])
      way.resume()
    })

    test('a repeatable transaction is repeated after a deadlock', async () => {
      const [a, b] = [
        await items.insert(Item.create({ name: 'A' })),
        await items.insert(Item.create({ name: 'B' })),
      ]
      const patient = new KyselyRepository(direct, Item)
      const swap = async (first: Item, second: Item): Promise<unknown> =>
        direct.transaction(
          async () => {
            await patient.findOne(first.id, { lock: true })
            await new Promise((resolve) => setTimeout(resolve, 20))
            await patient.findOne(second.id, { lock: true })
            return patient.save(Item.create({ ...first, name: `${first.name}.` }))
          },
          { isRepeatable: true },
        )
      await Promise.all([swap(a, b), swap(b, a)])
      await expect(items.findAll({ ids: [a.id, b.id] })).resolves.toMatchObject([
        { name: 'A.' },
        { name: 'B.' },
      ])
    })

    test('save is repeated after a deadlock', async () => {
      const held = new KyselyRepository<Counted, number>(direct, Counted)
      const saved = new KyselyRepository<Counted, number>(database, Counted)
      await untilUndone('after', async (code) => {
        const { id } = await held.insert(Counted.create({ code: `not ${code}` }))
        let saving: Promise<Counted> | undefined
        try {
          await direct.transaction(async () => {
            // MariaDB undoes the transaction with fewer writes.
            // PostgreSQL undoes the transaction that has waited for a second.
            for (let count = 0; count < 20; count++)
              await held.insert(Counted.create({ code: `${code}, ${count}` }))
            const taken = await held.insert(Counted.create({ code }))
            saving = saved.save(Counted.create({ id, code }))
            await new Promise((resolve) => setTimeout(resolve, 100))
            await held.findOne(id, { lock: true })
            await held.delete(taken.id)
          })
        } finally {
          await saving
        }
        await expect(saving).resolves.toMatchObject({ code, version: 2 })
      })
    })

    test('deleteAll is repeated after a deadlock', async () => {
      const held = new KyselyRepository<Counted, number>(direct, Counted)
      const service = new CrudServiceImpl(new KyselyRepository<Counted, number>(database, Counted))
      await untilUndone('second', async (code) => {
        await held.deleteAll()
        const first = await held.insert(Counted.create({ code: 'first' }))
        const second = await held.insert(Counted.create({ code }))
        let deleting: Promise<void> | undefined
        try {
          await direct.transaction(async () => {
            for (let count = 0; count < 20; count++)
              await held.save(Counted.create({ ...second, code: `${code}, ${count}` }))
            deleting = service.deleteAll()
            await new Promise((resolve) => setTimeout(resolve, 100))
            await held.findOne(first.id, { lock: true })
          })
        } finally {
          await deleting
        }
        await expect(deleting).resolves.toBeUndefined()
        await expect(held.count()).resolves.toBe(0)
      })
    })
  })
}

/** Tries again if a busy machine has undone the other transaction of the deadlock. */
async function untilUndone(code: string, deadlock: (code: string) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deadlock(`${code} ${attempt}`)
    } catch (error) {
      if (!(error instanceof OptimisticLockException) || attempt === 5) throw error
    }
  }
}

describe('timeouts of SQLite', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mvc-router-locked-'))
  })
  afterAll(async () => rm(directory, { recursive: true }))

  test('writes to a locked SQLite file do not block the event loop or reads, and fail with 503 after lockTimeout', async () => {
    const path = join(directory, 'locked.db')
    const database = await openDatabase(`file:${path}`, { lockTimeout: 300 })
    await createTables(database, [Item])
    const items = new KyselyRepository(database, Item)
    const { id } = await items.insert(Item.create({ name: 'there' }))
    const other = spawn(process.execPath, ['-e', lockingProgram, path], {
      cwd: process.cwd(),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(other.stdout, 'data')
    let turns = 0
    const counting = setInterval(() => (turns += 1), 10)
    const writes = Promise.allSettled([
      items.insert(Item.create({ name: 'refused' })),
      database.transaction(async () => items.insert(Item.create({ name: 'refused, too' }))),
    ])
    await expect(items.findOne(id)).resolves.toMatchObject({ name: 'there' })
    for (const result of await writes) expect(result).toMatchObject({ status: 'rejected', reason: notNow })
    clearInterval(counting)
    // Waiting inside of SQLite would block the event loop, and the timer would not run.
    expect(turns).toBeGreaterThan(3)
    const patient = items.insert(Item.create({ name: 'taken' }))
    other.stdin.write('\n')
    await expect(patient).resolves.toMatchObject({ name: 'taken' })
    other.stdin.end()
    await once(other, 'close')
    await expect(items.findAll()).resolves.toHaveLength(2)
    await database.close()
  })

  test('writes to a full SQLite file fail with 503, and a transaction with a failed write is undone', async () => {
    const database = await openDatabase(`file:${join(directory, 'full.db')}`)
    await createTables(database, [Item])
    const items = new KyselyRepository(database, Item)
    await items.insert(Item.create({ name: 'there' }))
    await database.execute('create table bulk (text text)', [])
    const { rows } = await database.execute<{ page_count: number }>('pragma page_count', [])
    await database.execute(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 1}`, [])
    const fill = async (): Promise<unknown> =>
      database.execute('insert into bulk values (?)', ['x'.repeat(100_000)])
    await expect(fill()).rejects.toMatchObject(notNow)
    const transaction = database.transaction(async () => {
      await items.insert(Item.create({ name: 'lost' }))
      await fill().catch(() => undefined)
      await items.insert(Item.create({ name: 'after' })).catch(() => undefined)
    })
    await expect(transaction).rejects.toMatchObject(notNow)
    await expect(items.findAll()).resolves.toMatchObject([{ name: 'there' }])
    await database.execute('pragma max_page_count = 100000', [])
    await fill()
    await expect(items.insert(Item.create({ name: 'room' }))).resolves.toMatchObject({ name: 'room' })
    await database.close()
  })

  test('a query that waits for another transaction fails with 503 after acquireTimeout', async () => {
    const database = await openDatabase(':memory:', { acquireTimeout: 50 })
    await createTables(database, [Item])
    const items = new KyselyRepository(database, Item)
    const outside = new Map<string, unknown>()
    await database.transaction(async () => {
      await items.insert(Item.create({ name: 'a' }))
      await new Promise((resolve) => setTimeout(resolve, 100))
      outside.set('inside', await items.count())
    })
    const endless = database.transaction(async () => new Promise((resolve) => setTimeout(resolve, 150)))
    await expect(items.count()).rejects.toMatchObject(notNow)
    await endless
    await expect(items.count()).resolves.toBe(outside.get('inside'))
    await database.close()
  })
})

/** A program that locks a file, prints a line, and unlocks the file when it reads a line. */
const lockingProgram = `
  const Libsql = require('libsql')
  const database = new Libsql(process.argv[1])
  database.exec('begin immediate')
  console.log('locked')
  process.stdin.once('data', () => { database.exec('commit'); database.close() })
`

test.each([
  [{ lockTimeout: 0 }, /lockTimeout: expected a number of milliseconds/],
  [{ acquireTimeout: 1.5 }, /acquireTimeout: expected/],
  [{ statementTimeout: Infinity }, /statementTimeout: expected/],
  [{ timeout: 5 }, /no option "timeout"/],
])('openDatabase refuses the timeouts %p', async (options, message) => {
  await expect(openDatabase(':memory:', options as object)).rejects.toThrow(message)
})

import { expect, test } from '@jest/globals'
import {
  type Condition,
  createWebServer,
  defineEntity,
  type EntityOf,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
  type Sort,
} from '@mvc-router/rest'
import { createTables, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'
import fc from 'fast-check'
import { freshTable } from '../../rest/test/databases.js'
import { describeTables } from '../../rest/test/stores.js'
import { start } from '../../rest/test/http/http-client.js'

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 8)

const Thing = defineEntity({
  name: 'Thing',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    text: { type: 'string?', maxLength: 20 },
    code: { type: 'string', maxLength: 20 },
    count: 'integer?',
    price: 'decimal?',
    open: 'boolean?',
    day: 'date?',
  },
})
type Thing = EntityOf<typeof Thing>

const texts = fc.constantFrom('', 'a', 'A', 'á', 'ab', 'a%', 'a_', 'b!', '\\', ' ', 'a ', '😀', '\uFFFD', '%')
const values = {
  text: texts,
  code: texts,
  count: fc.integer({ min: -2, max: 3 }),
  price: fc.constantFrom('-1', '-0.5', '0', '9.5', '10', '10.000001'),
  open: fc.boolean(),
  day: fc.constantFrom('0999-01-01', '2024-02-29', '2024-03-01'),
}
type Field = keyof typeof values
const fields = Object.keys(values) as Field[]

const row = fc.record({
  text: fc.option(texts),
  code: texts,
  count: fc.option(values.count),
  price: fc.option(values.price),
  open: fc.option(values.open),
  day: fc.option(values.day),
})
const condition: fc.Arbitrary<Condition> = fc.constantFrom(...fields).chain((field) => {
  const value = values[field] as fc.Arbitrary<string>
  const comparators = [
    value.map((eq) => ({ eq })),
    fc.option(value).map((ne) => ({ ne })),
    fc.array(fc.option(value), { maxLength: 3 }).map((list) => ({ in: list })),
    fc.boolean().map((isNull) => ({ null: isNull })),
    ...(field === 'open' ? [] : [value.map((lt) => ({ lt })), value.map((gte) => ({ gte }))]),
    ...(field === 'text' || field === 'code'
      ? [texts.map((contains) => ({ contains })), texts.map((startsWith) => ({ startsWith }))]
      : []),
  ]
  return fc
    .oneof(...(comparators as fc.Arbitrary<object>[]))
    .map((asked) => ({ [field]: asked }) as Condition)
})
const sort: fc.Arbitrary<Sort> = fc
  .uniqueArray(fc.constantFrom(...fields, 'id' as const), { maxLength: 3 })
  .chain((names) =>
    fc
      .tuple(...names.map(() => fc.constantFrom('asc' as const, 'desc' as const)))
      .map((directions) =>
        Object.fromEntries(names.map((name, index) => [name, directions[index] ?? 'asc'])),
      ),
  )

await describeTables('conditions, orders and positions', [Thing], (database) => {
  test('random conditions, orders and positions select the same rows as in memory', async () => {
    const memory = new MemoryRepository<Thing, number>(Thing)
    const stored = new KyselyRepository<Thing, number>(database(), Thing)
    for (const one of fc.sample(row, { numRuns: 60, seed: 7 })) {
      await memory.insert(Thing.create(one))
      await stored.insert(Thing.create(one))
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { maxLength: 3 }),
        sort,
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 0, max: 59 }),
        async (where, order, limit, place) => {
          const all = await memory.findAll({ sort: order })
          const selection = { where, sort: order, limit }
          expect(await stored.findAll(selection)).toEqual(await memory.findAll(selection))
          expect(await stored.count({ where })).toBe(await memory.count({ where }))
          const after = { ...all[place] }
          expect(await stored.findAll({ ...selection, after })).toEqual(
            await memory.findAll({ ...selection, after }),
          )
        },
      ),
      { numRuns },
    )
  })
})

@RequestMapping('/things')
class ThingController extends RepositoryBasedRestController<Thing, number> {
  override readonly totals = 'none'
  override readonly filters = { count: ['gte'] } as const
}

test('a page of a list with totals none takes one statement, with and without a cursor', async () => {
  const database = await openDatabase(':memory:')
  await createTables(database, [Thing])
  const things = new KyselyRepository<Thing, number>(database, Thing)
  for (const one of fc.sample(row, { numRuns: 30, seed: 1 })) await things.insert(Thing.create(one))
  const statements: string[] = []
  const execute = database.execute.bind(database)
  Object.assign(database, {
    execute: async (sql: string, parameters: readonly unknown[]) => {
      statements.push(sql)
      return execute(sql, parameters)
    },
  })
  const server = await start(await createWebServer({ controllers: [new ThingController(things)] }))
  try {
    for (const path of [
      '/things?size=5',
      '/things?page=3&size=5',
      '/things?count[gte]=0&sort=code',
      '/things?after=&size=5',
    ]) {
      statements.length = 0
      expect((await server.get(path)).status).toBe(200)
      expect([path, statements.length]).toEqual([path, 1])
    }
    const { next } = JSON.parse((await server.get('/things?after=&size=5&sort=-code')).text) as {
      next: string
    }
    statements.length = 0
    await server.get(`/things?after=${next}&size=5&sort=-code`)
    expect(statements).toHaveLength(1)
    expect(statements[0]).toMatch(/\("\w+"\."code", "\w+"\."id"\) < \(\?, \?\)/)
  } finally {
    await server.close()
    await database.close()
  }
})

test('a MemoryRepository compares decimals as numbers, so 9.50 finds 9.5', async () => {
  const things = new MemoryRepository(Thing)
  for (const price of ['9.5', '10', '11']) await things.insert(Thing.create({ code: price, price }))
  const found = await things.findAll({ where: { price: { in: ['9.50', '10.0'] } } })
  expect(found.map(({ code }) => code)).toEqual(['9.5', '10'])
  await things.insert(Thing.create({ code: 'free' }))
  expect(await things.count({ where: { price: { null: false } } })).toBe(3)
})

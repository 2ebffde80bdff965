import { describe, expect, test } from '@jest/globals'
import {
  type Condition,
  CrudServiceImpl,
  defineEntity,
  EntityNotFoundException,
  MemoryRepository,
  NotImplementedException,
  type EntityDefinition,
  type Filtered,
  type FindOptions,
  type PagingAndSortingRepository,
  type Selection,
} from '@mvc-router/rest'
import { repositoryContract } from '@mvc-router/rest/contract'

describe('a repository in memory', () => {
  for (const { name, run } of repositoryContract({ open: async (entity) => new MemoryRepository(entity) }))
    test(name, run)
})

test('findBy of a MemoryRepository finds the rows that match all given values', async () => {
  const Pen = defineEntity({
    name: 'Pen',
    key: { id: 'integer' },
    fields: { colour: 'string', price: 'integer?' },
  })
  const pens = new MemoryRepository(Pen)
  for (const [colour, price] of [
    ['red', 1],
    ['red', null],
    ['blue', 1],
  ] as const)
    await pens.insert(Pen.create({ colour, price }))
  const idsOf = async (values: object): Promise<unknown> => (await pens.findBy(values)).map(({ id }) => id)
  expect(await idsOf({ colour: 'red' })).toEqual([1, 2])
  expect(await idsOf({ colour: 'red', price: 1 })).toEqual([1])
  expect(await idsOf({ colour: 'red', price: null })).toEqual([2])
  expect(await idsOf({ colour: 'green', price: 1 })).toEqual([])
})

test('a write inside the transactions of two repositories belongs to the transaction of its own repository', async () => {
  const Item = defineEntity({ name: 'Item', key: { id: 'integer' }, fields: { name: 'string' } })
  const outer = new MemoryRepository(Item)
  const inner = new MemoryRepository(Item)
  const insertBoth = async (): Promise<void> => {
    await outer.insert(Item.create({ name: 'a' }))
    await inner.insert(Item.create({ name: 'b' }))
  }
  const undoInner = async (): Promise<void> => {
    await inner
      .transaction(async () => insertBoth().then(() => Promise.reject(new Error('no'))))
      .catch(() => 0)
  }
  await outer.transaction(undoInner)
  expect([await outer.count(), await inner.count()]).toEqual([1, 0])
  await outer
    .transaction(async () => inner.transaction(insertBoth).then(() => Promise.reject(new Error('no'))))
    .catch(() => undefined)
  expect([await outer.count(), await inner.count()]).toEqual([1, 1])
})

test('a condition on a bigint or datetime field refuses a value of another type', async () => {
  const Reading = defineEntity({
    name: 'Reading',
    key: { id: 'bigint' },
    fields: { takenAt: 'datetime' },
  })
  const readings = new MemoryRepository(Reading)
  const found = async (where: Condition): Promise<unknown> => readings.findAll({ where })
  await expect(found({ id: '1' })).rejects.toThrow('A condition gives Reading.id string, not a bigint')
  const message = 'A condition gives Reading.takenAt string, not a datetime'
  await expect(found({ takenAt: '2024-02-29T12:00:00Z' })).rejects.toThrow(message)
  await expect(found({ takenAt: new Date(Number.NaN) })).rejects.toThrow(
    'Reading.takenAt a Date, not a datetime',
  )
})

/** Returns a repository with only the methods that each repository must have. */
function withoutInsertAndTransaction<Entity extends object, Id>(
  entity: EntityDefinition<Entity, Id>,
): PagingAndSortingRepository<Entity, Id> {
  const items = new MemoryRepository(entity)
  return {
    entity,
    save: async (item, options) => items.save(item, options),
    findOne: async (id, options) => items.findOne(id, options),
    exists: async (id, options) => items.exists(id, options),
    findAll: async (selection) => items.findAll(selection),
    count: async (options) => items.count(options),
    delete: async (id, options) => items.delete(id, options),
    deleteAll: async (options) => items.deleteAll(options),
  }
}

describe('a repository without insert and transactions', () => {
  const contract = repositoryContract({
    open: async (entity) => withoutInsertAndTransaction(entity),
    keyTypes: ['string'],
    lacks: ['once'],
  })
  test('a repository without insert and transactions breaks only the contract rules about transactions', async () => {
    const broken: string[] = []
    for (const { name, run } of contract)
      await run().catch((error: unknown) => broken.push(`${name}: ${String(error)}`))
    const messages = broken.map((text) => text.replace(/^.*: AssertionError[^:]*: /, ''))
    expect(new Set(messages)).toEqual(new Set(['the repository has no method transaction']))
    expect(broken.filter((text) => !/transaction|locked/.test(text))).toEqual([])
  })

  test('a service works with a repository without insert and transactions', async () => {
    const Item = defineEntity({ name: 'Item', key: { id: 'integer' }, fields: { name: 'string' } })
    const service = new CrudServiceImpl(withoutInsertAndTransaction(Item))
    const { id } = await service.create(Item.create({ name: 'a' }))
    await service.update(Item.create({ id, name: 'b' }))
    await expect(service.findById(id)).resolves.toMatchObject({ name: 'b' })
    await service.deleteAllWithCascade()
    await expect(service.count()).resolves.toBe(0)
  })

  test('delete of a service removes a stored entity, and throws if the entity is not stored', async () => {
    const Item = defineEntity({ name: 'Item', key: { id: 'integer' }, fields: { name: 'string' } })
    const service = new CrudServiceImpl(new MemoryRepository(Item))
    const item = await service.create(Item.create({ name: 'a' }))
    await service.delete(item)
    await expect(service.count()).resolves.toBe(0)
    await expect(service.delete(item)).rejects.toThrow(EntityNotFoundException)
    await expect(service.delete(Item.create({ name: 'b' }))).rejects.toThrow(EntityNotFoundException)
    await expect(service.deleteById(item.id)).rejects.toThrow(EntityNotFoundException)
  })
})

/** A repository that finds rows only by key, and refuses conditions, positions and relations. */
class KeyValueRepository<Entity extends object, Id> extends MemoryRepository<Entity, Id> {
  override async findOne(id: Id, options: FindOptions = {}): Promise<Entity | undefined> {
    refuse(options.where ?? options.scope ?? options.include)
    return super.findOne(id, options)
  }

  override async exists(id: Id, options: Filtered = {}): Promise<boolean> {
    refuse(options.where ?? options.scope)
    return super.exists(id)
  }

  override async findAll(selection: Selection<Id> = {}): Promise<readonly Entity[]> {
    refuse(selection.where ?? selection.scope ?? selection.include)
    if (selection.ids === undefined) refuse(selection.after)
    return super.findAll(selection)
  }

  override async count(options: Filtered = {}): Promise<number> {
    refuse(options.where ?? options.scope)
    return super.count()
  }

  override async deleteAll(options: Filtered = {}): Promise<void> {
    refuse(options.where ?? options.scope)
    return super.deleteAll()
  }
}

function refuse(asked: unknown): void {
  if (asked !== undefined) throw new NotImplementedException('This repository finds rows only by key')
}

describe('a repository that lacks conditions, positions and relations', () => {
  const contract = repositoryContract({
    open: async (entity) => new KeyValueRepository(entity),
    keyTypes: [],
    lacks: ['filters', 'cursors', 'relations'],
  })
  for (const { name, run } of contract) test(name, run)
})

test('findAll of a MemoryRepository returns rows in key order after each write', async () => {
  const Item = defineEntity({ name: 'Item', key: { key: { type: 'string' } }, fields: { name: 'string' } })
  const items = new MemoryRepository(Item)
  const keys = new Set<string>()
  for (let step = 0; step < 300; step++) {
    const key = `k${(step * 7919) % 101}`
    if (step % 3 === 2) {
      await items.delete(key)
      keys.delete(key)
    } else {
      await items.save(Item.create({ key, name: `${step}` }))
      keys.add(key)
    }
    const found = await items.findAll()
    expect(found.map((item) => item.key)).toEqual(Array.from(keys).toSorted())
  }
  await items
    .transaction(async () => items.deleteAll().then(() => Promise.reject(new Error('no'))))
    .catch(() => undefined)
  const kept = await items.findAll({ offset: 1, limit: 2 })
  expect(kept.map((item) => item.key)).toEqual(Array.from(keys).toSorted().slice(1, 3))
})

test.each(
  (
    [
      ['findOne', ['where', 'scope', 'include']],
      ['exists', ['where', 'scope']],
      ['findAll', ['where', 'scope', 'include', 'after']],
      ['findAll of ids', ['where', 'scope']],
      ['count', ['where', 'scope']],
      ['deleteAll', ['where', 'scope']],
    ] as const
  ).flatMap(([question, options]) => options.map((option) => [question, option] as const)),
)('the contract detects a key-value store whose %s ignores %s', async (question, option) => {
  const [method = '', , isOfIds] = question.split(' ')
  const heard = (given: unknown): unknown => {
    const isAsked = typeof given === 'object' && given !== null && Object.hasOwn(given, option)
    const isMeant = isAsked && Object.hasOwn(given, 'ids') === (isOfIds !== undefined)
    return isMeant ? { ...given, [option]: undefined } : given
  }
  const open = async <Entity extends object, Id>(entity: EntityDefinition<Entity, Id>) => {
    const repository = new KeyValueRepository(entity)
    const right: unknown = Reflect.get(repository, method)
    const deaf = async (...given: unknown[]): Promise<unknown> =>
      Reflect.apply(right as () => unknown, repository, given.map(heard))
    return Object.assign(repository, { [method]: deaf })
  }
  const broken: string[] = []
  const lacks = ['filters', 'cursors', 'relations'] as const
  for (const { name, run } of repositoryContract({ open, keyTypes: [], lacks }))
    await run().catch(() => broken.push(name))
  expect(broken).toEqual([expect.stringMatching(/refuses conditions|refuses a position|refuses to include/)])
})

test('the contract detects a repository whose save ignores options', async () => {
  class Careless<Entity extends object, Id> extends MemoryRepository<Entity, Id> {
    override async save(entity: Entity): Promise<Entity> {
      return super.save(entity)
    }
  }
  const broken: string[] = []
  for (const { name, run } of repositoryContract({
    open: async (entity) => new Careless(entity),
    keyTypes: [],
  }))
    await run().catch(() => broken.push(name))
  expect(broken).toEqual([
    'save with mustExist never inserts',
    'save overwrites only the expected version',
    'only one of several concurrent saves of a version succeeds',
  ])
})

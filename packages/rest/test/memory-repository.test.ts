import { describe, expect, test } from '@jest/globals'
import {
  CrudServiceImpl,
  defineEntity,
  MemoryRepository,
  type EntityDefinition,
  type PagingAndSortingRepository,
} from '@mvc-router/rest'
import { repositoryContract } from '@mvc-router/rest/contract'

describe('a repository in memory', () => {
  for (const { name, run } of repositoryContract({ open: async (entity) => new MemoryRepository(entity) }))
    test(name, run)
})

/** What every repository has, and nothing else. */
function withoutInsertAndTransaction<Entity extends object, Id>(
  entity: EntityDefinition<Entity, Id>,
): PagingAndSortingRepository<Entity, Id> {
  const items = new MemoryRepository(entity)
  return {
    entity,
    save: async (item, options) => items.save(item, options),
    findOne: async (id) => items.findOne(id),
    exists: async (id) => items.exists(id),
    findAll: async (selection) => items.findAll(selection),
    count: async () => items.count(),
    delete: async (id, options) => items.delete(id, options),
    deleteAll: async () => items.deleteAll(),
  }
}

describe('a repository without insert and transactions', () => {
  const contract = repositoryContract({
    open: async (entity) => withoutInsertAndTransaction(entity),
    keyTypes: ['string'],
  })
  for (const { name, run } of contract) test(name, run)

  test('serves a service', async () => {
    const Item = defineEntity({ name: 'Item', key: { id: 'integer' }, fields: { name: 'string' } })
    const service = new CrudServiceImpl(withoutInsertAndTransaction(Item))
    const { id } = await service.create(Item.create({ name: 'a' }))
    await service.update(Item.create({ id, name: 'b' }))
    await expect(service.findById(id)).resolves.toMatchObject({ name: 'b' })
    await service.deleteAllWithCascade()
    await expect(service.count()).resolves.toBe(0)
  })
})

test('the contract finds what is wrong with a repository', async () => {
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
    'save never inserts what must exist',
    'save writes over the expected version only',
    'of many writers over one version one wins',
  ])
})

import { deepStrictEqual, rejects } from 'node:assert/strict'
import type { ContractItem } from './contract-entities.js'
import { insert, type RepositoryRules } from './repository-rules.js'

/** Rules for inserting, saving and deleting. */
export const writeRules: RepositoryRules<ContractItem, number> = {
  'insert returns the stored row, with a key and version 1': async (items) => {
    const item = await insert(items, { name: 'a', code: 'A', rank: 1 })
    deepStrictEqual({ ...item }, { id: item.id, name: 'a', code: 'A', rank: 1, version: 1 })
    deepStrictEqual(await items.findOne(item.id), item)
  },
  'insert chooses key and version itself, and ignores the key and version of the entity': async (items) => {
    if (items.insert === undefined || !items.entity.key.generated) return
    const first = await insert(items, { name: 'a' })
    const second = await insert(items, { id: first.id, name: 'b', version: 9 })
    deepStrictEqual([second.id === first.id, second.version, await items.count()], [false, 1, 2])
  },
  'insert refuses a unique value that exists, and stores nothing': async (items) => {
    await insert(items, { name: 'a', code: 'A' })
    await rejects(insert(items, { name: 'b', code: 'A' }), { name: 'EntityExistsException' })
    deepStrictEqual(await items.count(), 1)
  },
  'unique values are compared exactly, and several nulls are allowed': async (items) => {
    for (const code of ['a', 'A', 'ä', 'a ', null, null, '']) await insert(items, { name: 'n', code })
    deepStrictEqual(await items.count(), 7)
  },
  'a unique value that is inserted twice at once is stored once': async (items) => {
    const writers = [insert(items, { name: 'a', code: 'A' }), insert(items, { name: 'b', code: 'A' })]
    const results = await Promise.allSettled(writers)
    deepStrictEqual(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results)
      if (result.status === 'rejected')
        await rejects(Promise.reject(result.reason as Error), { name: 'EntityExistsException' })
    deepStrictEqual(await items.count(), 1)
  },
  'save writes all fields of an existing row, raises its version, and changes no other row': async (
    items,
  ) => {
    const other = await insert(items, { name: 'other', code: 'O', rank: 5 })
    const { id } = await insert(items, { name: 'a', code: 'A', rank: 1 })
    const saved = await items.save(items.entity.create({ id, name: 'b' }))
    deepStrictEqual({ ...saved }, { id, name: 'b', code: null, rank: null, version: 2 })
    deepStrictEqual(await items.findOne(id), saved)
    deepStrictEqual(await items.findOne(other.id), other)
  },
  'save inserts an entity without a key, or with an unknown key': async (items) => {
    const { generated } = items.entity.key
    const saved = await items.save(items.entity.create({ name: 'a', ...(!generated && { id: 7 }) }))
    deepStrictEqual([saved.version, (await items.findOne(saved.id))?.name], [1, 'a'])
    const unknown = await items.save(items.entity.create({ id: saved.id + 1000, name: 'b' }))
    deepStrictEqual([unknown.version, (await items.findOne(unknown.id))?.name], [1, 'b'])
  },
  'save with mustExist never inserts': async (items) => {
    const gone = await insert(items, { name: 'a' })
    await items.delete(gone.id)
    await rejects(items.save(gone, { mustExist: true }), { name: 'EntityNotFoundException' })
    await rejects(items.save(gone, { mustExist: true, expectedVersion: 1 }), {
      name: 'EntityNotFoundException',
    })
    deepStrictEqual(await items.count(), 0)
  },
  'save refuses a unique value of another row, and changes nothing': async (items) => {
    await insert(items, { name: 'a', code: 'A' })
    const second = await insert(items, { name: 'b', code: 'B' })
    await rejects(items.save(items.entity.create({ ...second, name: 'c', code: 'A' })), {
      name: 'EntityExistsException',
    })
    deepStrictEqual(await items.findOne(second.id), second)
  },
  'save accepts the unique value that the row already has': async (items) => {
    const item = await insert(items, { name: 'a', code: 'A' })
    deepStrictEqual((await items.save(items.entity.create({ ...item, name: 'b' }))).code, 'A')
  },
  'save overwrites only the expected version': async (items) => {
    const item = await insert(items, { name: 'a' })
    const changed = items.entity.create({ ...item, name: 'b' })
    deepStrictEqual((await items.save(changed, { expectedVersion: 1 })).version, 2)
    await rejects(items.save(changed, { expectedVersion: 1 }), { name: 'OptimisticLockException' })
    deepStrictEqual((await items.findOne(item.id))?.version, 2)
    await items.delete(item.id)
    await rejects(items.save(changed, { expectedVersion: 2 }), { name: 'OptimisticLockException' })
    deepStrictEqual(await items.count(), 0)
  },
  'only one of several concurrent saves of a version succeeds': async (items) => {
    const item = await insert(items, { name: 'a' })
    const names = Array.from({ length: 10 }, (_, index) => `writer ${index}`)
    const results = await Promise.allSettled(
      names.map(async (name) => items.save(items.entity.create({ ...item, name }), { expectedVersion: 1 })),
    )
    deepStrictEqual(results.filter(({ status }) => status === 'fulfilled').length, 1)
    deepStrictEqual((await items.findOne(item.id))?.version, 2)
  },
  'delete returns true only if it deleted a row': async (items) => {
    const item = await insert(items, { name: 'a' })
    const other = await insert(items, { name: 'b' })
    deepStrictEqual([await items.delete(item.id), await items.delete(item.id)], [true, false])
    deepStrictEqual(await items.findAll(), [other])
  },
  'delete deletes only the expected version': async (items) => {
    const { id } = await insert(items, { name: 'a' })
    await rejects(items.delete(id, { expectedVersion: 2 }), { name: 'OptimisticLockException' })
    deepStrictEqual(await items.exists(id), true)
    deepStrictEqual(await items.delete(id, { expectedVersion: 1 }), true)
    deepStrictEqual(await items.delete(id, { expectedVersion: 1 }), false)
  },
  'the unique value of a deleted row can be stored again': async (items) => {
    const { id } = await insert(items, { name: 'a', code: 'A' })
    await items.delete(id)
    deepStrictEqual((await insert(items, { name: 'b', code: 'A' })).name, 'b')
  },
  'deleteAll deletes all rows': async (items) => {
    for (const code of ['A', 'B']) await insert(items, { name: 'a', code })
    await items.deleteAll()
    deepStrictEqual([await items.count(), await items.findAll()], [0, []])
  },
  'a change of an entity by its caller does not change the store': async (items) => {
    const item = await insert(items, { name: 'a' })
    item.name = 'changed'
    const found = await items.findOne(item.id)
    deepStrictEqual(found?.name, 'a')
    if (found !== undefined) found.name = 'changed'
    const listed = await items.findAll()
    deepStrictEqual(listed.length, 1)
    for (const one of listed) one.name = 'changed'
    deepStrictEqual((await items.findOne(item.id))?.name, 'a')
  },
}

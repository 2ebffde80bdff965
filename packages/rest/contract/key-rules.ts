import { deepStrictEqual, rejects } from 'node:assert/strict'
import type { KeyType } from '@mvc-router/rest'
import { recordOf } from '@mvc-router/rest/store'
import type { ContractKeyed } from './contract-entities.js'
import { insert, type RepositoryRules } from './repository-rules.js'

/** Keys of each type, in ascending order. */
const keysInOrder: Readonly<Record<KeyType, readonly unknown[]>> = {
  integer: [0, 2, 10, 2 ** 31, Number.MAX_SAFE_INTEGER],
  bigint: [0n, 2n, 10n, 2n ** 31n, 2n ** 63n - 1n],
  string: [
    "' or '1'='1",
    '1; drop table x',
    'A',
    '__proto__',
    'a',
    'a ',
    'a b/c?#%',
    'ab',
    'constructor',
    'é',
    '😀',
  ],
  uuid: [
    '00000000-0000-4000-8000-000000000000',
    '0123abcd-0000-4000-8000-000000000000',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ],
  objectId: ['000000000000000000000000', '0123456789abcdef01234567', 'ffffffffffffffffffffffff'],
}

/** Rules for keys that the client chooses. */
export function givenKeyRules(type: KeyType): RepositoryRules<ContractKeyed, unknown> {
  const keys = keysInOrder[type]
  return {
    [`given keys of type ${type} are stored, found exactly, and listed in order`]: async (entities) => {
      for (const key of keys.toReversed()) await insert(entities, { key, name: `of ${String(key)}` })
      deepStrictEqual(
        (await entities.findAll()).map(({ key }) => key),
        keys,
      )
      for (const key of keys) {
        const found = await entities.findOne(key)
        deepStrictEqual([found?.key, found?.name], [key, `of ${String(key)}`])
        deepStrictEqual(await entities.exists(key), true)
      }
      const [first] = keys
      deepStrictEqual(
        (await entities.findAll({ ids: keys.toReversed() })).map(({ key }) => key),
        keys.toReversed(),
      )
      deepStrictEqual([await entities.delete(first), await entities.count()], [true, keys.length - 1])
    },
    [`a given key of type ${type} that exists is refused by insert and overwritten by save`]: async (
      entities,
    ) => {
      const [, key] = keys
      await insert(entities, { key, name: 'a' })
      if (entities.insert !== undefined)
        await rejects(insert(entities, { key, name: 'b' }), { name: 'EntityExistsException' })
      deepStrictEqual((await entities.findOne(key))?.name, 'a')
      await entities.save(entities.entity.create({ key, name: 'c' }))
      deepStrictEqual([(await entities.findOne(key))?.name, await entities.count()], ['c', 1])
    },
    [`each write of a row with a given key of type ${type} has another row token`]: async (entities) => {
      const [, key] = keys
      const { rowToken = '' } = entities.entity
      const row = entities.entity.create({ key, name: 'a' })
      const tokens = new Set<unknown>([null, undefined])
      const takeToken = async (written: ContractKeyed): Promise<void> => {
        const token = recordOf(written)[rowToken]
        deepStrictEqual([recordOf((await entities.findOne(key)) ?? {})[rowToken]], [token])
        deepStrictEqual(tokens.has(token), false)
        tokens.add(token)
      }
      await takeToken(await insert(entities, { key, name: 'a' }))
      await takeToken(await entities.save(row))
      await takeToken(await entities.save(row, { mustExist: true }))
      await entities.delete(key)
      await takeToken(await insert(entities, { key, name: 'a' }))
      await entities.delete(key)
      await takeToken(await entities.save(row))
    },
  }
}

/** Rules for keys that the store generates. */
export function generatedKeyRules(type: KeyType): RepositoryRules<ContractKeyed, unknown> {
  return {
    [`generated keys of type ${type} are all different, and can be parsed from their texts`]: async (
      entities,
    ) => {
      const stored = await Promise.all(['a', 'b', 'c'].map(async (name) => insert(entities, { name })))
      deepStrictEqual(new Set(stored.map(({ key }) => key)).size, 3)
      for (const { key, name } of stored) {
        deepStrictEqual(entities.entity.parseKey(String(key)), key)
        deepStrictEqual((await entities.findOne(key))?.name, name)
      }
    },
    [`a generated key of type ${type} is never generated again, even after its row was deleted`]: async (
      entities,
    ) => {
      const { key } = await insert(entities, { name: 'a' })
      await entities.delete(key)
      const other = await insert(entities, { name: 'a' })
      await entities.deleteAll()
      const third = await insert(entities, { name: 'a' })
      deepStrictEqual(new Set([key, other.key, third.key]).size, 3)
    },
  }
}

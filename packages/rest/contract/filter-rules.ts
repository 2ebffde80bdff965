import { deepStrictEqual, rejects } from 'node:assert/strict'
import type { Condition, Conditions, NumberedSlice } from '@mvc-router/rest'
import type { ContractItem, ContractValues } from './contract-entities.js'
import { insert, type Items, type RepositoryRules } from './repository-rules.js'

/** Rules for conditions, which have the same meaning in every store. */
export const filterRules: RepositoryRules<ContractItem, number> = {
  'a condition without an operator means equality, and all conditions must hold': async (items) => {
    await fillRanks(items)
    deepStrictEqual(await found(items, { rank: 1 }), ['one', 'uno'])
    deepStrictEqual(await found(items, { rank: 1, name: 'uno' }), ['uno'])
    deepStrictEqual(await found(items, [{ rank: 1 }, { rank: 2 }]), [])
    deepStrictEqual(await found(items, [{ rank: { gte: 1 } }, { rank: { lt: 2 } }]), ['one', 'uno'])
    deepStrictEqual(await found(items, []), ['none', 'one', 'two', 'uno'])
    deepStrictEqual(await found(items, {}), ['none', 'one', 'two', 'uno'])
  },
  'null differs from every other value, and is neither less nor greater': async (items) => {
    await fillRanks(items)
    deepStrictEqual(await found(items, { rank: { ne: 1 } }), ['none', 'two'])
    deepStrictEqual(await found(items, { rank: null }), ['none'])
    deepStrictEqual(await found(items, { rank: { ne: null } }), ['one', 'two', 'uno'])
    deepStrictEqual(await found(items, { rank: { null: true } }), ['none'])
    deepStrictEqual(await found(items, { rank: { null: false } }), ['one', 'two', 'uno'])
    deepStrictEqual(await found(items, { rank: { lt: 2 } }), ['one', 'uno'])
    deepStrictEqual(await found(items, { rank: { lte: 1 } }), ['one', 'uno'])
    deepStrictEqual(await found(items, { rank: { gt: 1 } }), ['two'])
    deepStrictEqual(await found(items, { rank: { gte: 1 } }), ['one', 'two', 'uno'])
  },
  '"in" matches any value of its list, and an empty list matches nothing': async (items) => {
    await fillRanks(items)
    deepStrictEqual(await found(items, { rank: { in: [2, 3] } }), ['two'])
    deepStrictEqual(await found(items, { rank: { in: [2, null] } }), ['none', 'two'])
    deepStrictEqual(await found(items, { rank: { in: [] } }), [])
    deepStrictEqual(await found(items, { rank: { in: [null] } }), ['none'])
    const many = Array.from({ length: 60 }, (_, index) => index)
    deepStrictEqual(await found(items, { rank: { in: many } }), ['one', 'two', 'uno'])
  },
  'texts are compared by characters, so case, accents, blanks and special characters count': async (
    items,
  ) => {
    const texts = [
      '',
      ' ',
      '%',
      'A',
      'Ab',
      '_',
      'a',
      'a ',
      'a!b',
      'a%b',
      'a[b]',
      'a\\b',
      'a_b',
      'ab',
      'á',
      '😀b',
    ]
    for (const name of texts) await insert(items, { name })
    for (const text of texts) {
      deepStrictEqual(await found(items, { name: text }), [text])
      const others = texts.filter((other) => other !== text)
      deepStrictEqual(await found(items, { name: { ne: text } }), others)
      const containing = texts.filter((other) => other.includes(text))
      deepStrictEqual(await found(items, { name: { contains: text } }), containing, `contains ${text}`)
      const starting = texts.filter((other) => other.startsWith(text))
      deepStrictEqual(await found(items, { name: { startsWith: text } }), starting, `startsWith ${text}`)
    }
    deepStrictEqual(await found(items, { name: { gt: 'a ', lte: 'a%b' } }), ['a!b', 'a%b'])
    deepStrictEqual(await found(items, { code: { contains: '' } }), [])
  },
  'the key is compared like any other field': async (items) => {
    const { id } = await insert(items, { name: 'a' })
    await insert(items, { name: 'b' })
    deepStrictEqual(await found(items, { id }), ['a'])
    deepStrictEqual(await found(items, { id: { gt: id } }), ['b'])
  },
  'finding, counting and deleting obey conditions and a scope': async (items) => {
    const { id: a } = await insert(items, { name: 'a', rank: 1 })
    const { id: b } = await insert(items, { name: 'b', rank: 2 })
    for (const option of ['where', 'scope'] as const) {
      const one = { [option]: { rank: 1 } }
      deepStrictEqual((await items.findOne(a, one))?.name, 'a')
      deepStrictEqual(await items.findOne(b, one), undefined)
      deepStrictEqual(await items.findOne(b, { ...one, lock: true }), undefined)
      deepStrictEqual([await items.exists(a, one), await items.exists(b, one)], [true, false])
      deepStrictEqual(
        (await items.findAll({ ids: [b, a], ...one })).map(({ name }) => name),
        ['a'],
      )
      deepStrictEqual(
        (await items.findAll({ ...one, sort: { name: 'desc' } })).map(({ name }) => name),
        ['a'],
      )
      deepStrictEqual(await items.count(one), 1)
    }
    deepStrictEqual(await items.count({ where: { rank: 1 }, scope: { rank: 2 } }), 0)
    await items.deleteAll({ where: { rank: 1 }, scope: { rank: 2 } })
    deepStrictEqual(await items.count(), 2)
    await items.deleteAll({ scope: { rank: 1 } })
    deepStrictEqual([await items.exists(a), await items.exists(b)], [false, true])
  },
  'an invalid condition is an error, and is never ignored': async (items) => {
    await insert(items, { name: 'a', rank: 1 })
    const wrong: unknown[] = [
      { nobody: 1 },
      { rank: undefined },
      { rank: {} },
      { rank: { eq: undefined } },
      { rank: { like: 1 } },
      { rank: { contains: '1' } },
      { rank: { lt: null } },
      { rank: '1' },
      { rank: 1.5 },
      { rank: { in: 1 } },
      { rank: { in: [undefined] } },
      { rank: { null: 'yes' } },
      { name: 1 },
      { name: 'a\0' },
      { constructor: 'a' },
      JSON.parse('{"__proto__":"a"}'),
      'rank',
      null,
    ]
    for (const condition of wrong) {
      const where = condition as Condition
      for (const option of ['where', 'scope'] as const) {
        await rejects(items.findAll({ [option]: where }), JSON.stringify(condition))
        await rejects(items.count({ [option]: where }))
        await rejects(items.findOne(1, { [option]: where }))
        await rejects(items.deleteAll({ [option]: where }))
      }
    }
    await rejects(items.findAll({ sort: { nobody: 'asc' } }))
    await rejects(items.findAll({ sort: { name: 'up' as 'asc' } }))
    deepStrictEqual(await items.count(), 1)
  },
  'findCounted returns the same slice as findAll, and the same number as count': async (items) => {
    for (let index = 0; index < 7; index++) await insert(items, { name: `${index}`, rank: index % 3 })
    const selections: readonly NumberedSlice[] = [
      {},
      { limit: 2 },
      { offset: 2, limit: 3, sort: { rank: 'desc' } },
      { offset: 6, limit: 5 },
      { offset: 7, limit: 5 },
      { where: { rank: { gt: 0 } }, offset: 1, limit: 2 },
      { where: { rank: 2, name: { in: ['2', '5', '6'] } }, scope: { name: { ne: '5' } }, limit: 9 },
      { where: { rank: { null: true } }, limit: 9 },
    ]
    for (const selection of selections) {
      const expected = { found: await items.findAll(selection), count: await items.count(selection) }
      deepStrictEqual((await items.findCounted?.(selection)) ?? expected, expected)
    }
  },
}

/** Conditions on each type of field. */
export const typedFilterRules: RepositoryRules<ContractValues, string> = {
  'values of every type are compared by size': async (values) => {
    for (const [index, [low, high]] of pairs.entries()) {
      const property = propertyOf(low)
      const first = await insert(values, low)
      const second = await insert(values, high)
      await insert(values, {})
      const [small, large] = [low, high].map((one) => one[property] as number)
      const ids = async (where: Conditions): Promise<readonly string[]> =>
        (await values.findAll({ where, sort: { [property]: 'asc' } })).map(({ id }) => id)
      const what = `${index} ${property}`
      deepStrictEqual(await ids({ [property]: small as never }), [first.id], what)
      deepStrictEqual(
        await ids({ [property]: { in: [small ?? 0, large ?? 0] } }),
        [first.id, second.id],
        what,
      )
      deepStrictEqual(await ids({ [property]: { ne: small as never, null: false } }), [second.id], what)
      if (property !== 'boolean') {
        deepStrictEqual(await ids({ [property]: { gt: small as never } }), [second.id], what)
        deepStrictEqual(await ids({ [property]: { gte: small as never } }), [first.id, second.id], what)
        deepStrictEqual(await ids({ [property]: { lt: large as never } }), [first.id], what)
        deepStrictEqual(await ids({ [property]: { lte: large as never } }), [first.id, second.id], what)
      }
      await values.deleteAll()
    }
  },
  'a json field can only be compared with null': async (values) => {
    const { id } = await insert(values, { json: { a: 1 } })
    await insert(values, {})
    deepStrictEqual(
      (await values.findAll({ where: { json: { null: false } } })).map((one) => one.id),
      [id],
    )
    await rejects(values.findAll({ where: { json: 'a' } }))
  },
}

const pairs: readonly (readonly [Partial<ContractValues>, Partial<ContractValues>])[] = [
  [{ string: 'B' }, { string: 'a' }],
  [{ string: '\uFFFD' }, { string: '😀' }],
  [{ integer: -2 }, { integer: 10 }],
  [{ integer: Number.MIN_SAFE_INTEGER }, { integer: Number.MAX_SAFE_INTEGER }],
  [{ bigint: 2n ** 62n }, { bigint: 2n ** 62n + 1n }],
  [{ number: -0.25 }, { number: 0.1 }],
  [{ decimal: '-10' }, { decimal: '-9.5' }],
  [{ decimal: '123456789012.123455' }, { decimal: '123456789012.123456' }],
  [{ boolean: false }, { boolean: true }],
  [{ date: '0999-12-31' }, { date: '2024-02-29' }],
  [{ datetime: new Date('2024-02-29T12:00:00.001Z') }, { datetime: new Date('2024-02-29T12:00:00.002Z') }],
  [{ uuid: '0fffffff-ffff-ffff-ffff-ffffffffffff' }, { uuid: 'a0000000-0000-0000-0000-000000000000' }],
  [{ objectId: '0fffffffffffffffffffffff' }, { objectId: 'a00000000000000000000000' }],
]

function propertyOf(values: Partial<ContractValues>): keyof ContractValues {
  return Object.keys(values)[0] as keyof ContractValues
}

async function fillRanks(items: Items): Promise<void> {
  for (const [name, rank] of [
    ['none', null],
    ['one', 1],
    ['two', 2],
    ['uno', 1],
  ] as const)
    await insert(items, { name, rank })
}

/** Returns the sorted names of the found rows. */
async function found(items: Items, where: Conditions): Promise<readonly string[]> {
  const list = await items.findAll({ where, sort: { name: 'asc' } })
  deepStrictEqual(await items.count({ where }), list.length)
  return list.map(({ name }) => name)
}

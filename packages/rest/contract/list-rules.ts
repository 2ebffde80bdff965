import { deepStrictEqual } from 'node:assert/strict'
import type { Selection, Sort } from '@mvc-router/rest'
import type { ContractItem } from './contract-entities.js'
import { insert, type Items, type RepositoryRules } from './repository-rules.js'

/** Rules for finding, listing, sorting and counting. */
export const listRules: RepositoryRules<ContractItem, number> = {
  'an empty repository has nothing': async (items) => {
    deepStrictEqual(await items.findAll(), [])
    deepStrictEqual(
      [await items.count(), await items.exists(1), await items.findOne(1)],
      [0, false, undefined],
    )
  },
  'a key that no row can have finds nothing': async (items) => {
    await insert(items, { name: 'a' })
    const id = Number.MAX_SAFE_INTEGER
    deepStrictEqual(
      [await items.findOne(id), await items.exists(id), await items.delete(id)],
      [undefined, false, false],
    )
    deepStrictEqual(await items.findAll({ ids: [id] }), [])
  },
  'what is found is an instance of the entity’s class': async (items) => {
    const { id } = await insert(items, { name: 'a' })
    const found = [
      await items.findOne(id),
      ...(await items.findAll()),
      ...(await items.findAll({ ids: [id] })),
    ]
    deepStrictEqual(
      found.map((item) => item instanceof items.entity.type),
      [true, true, true],
    )
  },
  'ids are found in their order, each once, unknown ones ignored': async (items) => {
    const [a, b, c] = await fill(items, ['a', 'b', 'c'])
    const ids = [c, a, c, -1, b].map((id) => id ?? 0)
    deepStrictEqual(await names(items, { ids }), ['c', 'a', 'b'])
    deepStrictEqual(await names(items, { ids: [] }), [])
  },
  'without a sort the order is that of the keys': async (items) => {
    const expected = Array.from({ length: 12 }, (_, index) => `item ${index}`)
    await fill(items, expected)
    deepStrictEqual(await names(items, {}), expected)
  },
  'a slice begins at its offset and has at most its limit': async (items) => {
    await fill(items, ['a', 'b', 'c'])
    deepStrictEqual(await names(items, { limit: 2 }), ['a', 'b'])
    deepStrictEqual(await names(items, { offset: 1, limit: 1 }), ['b'])
    deepStrictEqual(await names(items, { offset: 2 }), ['c'])
    deepStrictEqual(await names(items, { offset: 3, limit: 2 }), [])
    deepStrictEqual(await names(items, { offset: 99_999_999_900, limit: 100 }), [])
  },
  'texts sort by their characters, in both directions': async (items) => {
    const sorted = ['', 'A', 'B', 'a', 'a b', 'ab', 'b', 'é', '\uFFFD', '😀']
    await fill(items, sorted.toReversed())
    deepStrictEqual(await names(items, { sort: { name: 'asc' } }), sorted)
    deepStrictEqual(await names(items, { sort: { name: 'desc' } }), sorted.toReversed())
  },
  'numbers sort by size, nulls before them, ties in key order': async (items) => {
    const ranks = [10, null, 9, 10, -1, null]
    for (const [index, rank] of ranks.entries()) await insert(items, { name: `${index}`, rank })
    deepStrictEqual(await names(items, { sort: { rank: 'asc' } }), Array.from('154203'))
    deepStrictEqual(await names(items, { sort: { rank: 'desc' } }), Array.from('032415'))
  },
  'several properties sort one after the other, each in its direction': async (items) => {
    for (const [name, rank] of [
      ['a', 1],
      ['b', 1],
      ['a', 2],
    ] as const)
      await insert(items, { name, rank, code: `${name}${rank}` })
    const codes = async (order: Sort): Promise<unknown> =>
      (await items.findAll({ sort: order })).map(({ code }) => code)
    deepStrictEqual(await codes({ name: 'desc', rank: 'desc' }), ['b1', 'a2', 'a1'])
    deepStrictEqual(await codes({ name: 'asc', rank: 'desc' }), ['a2', 'a1', 'b1'])
    deepStrictEqual(await codes({ id: 'desc' }), ['a2', 'b1', 'a1'])
  },
  'pages of a sorted list have each row once': async (items) => {
    for (let index = 0; index < 10; index++) await insert(items, { name: `${index}`, rank: index % 2 })
    const sort = { rank: 'desc' } as const
    const pages: string[] = []
    for (let offset = 0; offset < 10; offset += 3)
      pages.push(...(await names(items, { offset, limit: 3, sort })))
    deepStrictEqual(pages, Array.from('1357902468'))
  },
  'count and exists say what is there': async (items) => {
    const [a = 0] = await fill(items, ['a', 'b'])
    deepStrictEqual([await items.count(), await items.exists(a)], [2, true])
  },
}

async function fill(items: Items, itemNames: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of itemNames) ids.push((await insert(items, { name })).id)
  return ids
}

async function names(items: Items, selection: Selection<number>): Promise<string[]> {
  return (await items.findAll(selection)).map(({ name }) => name)
}

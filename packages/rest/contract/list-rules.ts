import { deepStrictEqual } from 'node:assert/strict'
import type { Selection, Sort } from '@mvc-router/rest'
import type { ContractItem } from './contract-entities.js'
import { insert, type Items, type RepositoryRules } from './repository-rules.js'

/** Rules for finding, listing, sorting and counting. */
export const listRules: RepositoryRules<ContractItem, number> = {
  'an empty repository finds, lists and counts nothing': async (items) => {
    deepStrictEqual(await items.findAll(), [])
    deepStrictEqual(
      [await items.count(), await items.exists(1), await items.findOne(1)],
      [0, false, undefined],
    )
  },
  'a key without a row finds nothing': async (items) => {
    await insert(items, { name: 'a' })
    const id = Number.MAX_SAFE_INTEGER
    deepStrictEqual(
      [await items.findOne(id), await items.exists(id), await items.delete(id)],
      [undefined, false, false],
    )
    deepStrictEqual(await items.findAll({ ids: [id] }), [])
  },
  'a row is found as an instance of the class of the entity': async (items) => {
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
  'rows with given ids are listed once each, in the order of the ids, without unknown ids': async (items) => {
    const [a, b, c] = await fill(items, ['a', 'b', 'c'])
    const ids = [c, a, c, -1, b].map((id) => id ?? 0)
    deepStrictEqual(await names(items, { ids }), ['c', 'a', 'b'])
    deepStrictEqual(await names(items, { ids: [] }), [])
  },
  'a list without a sort is in the order of the keys': async (items) => {
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
  'texts are sorted by their characters, in both directions': async (items) => {
    const sorted = ['', 'A', 'B', 'a', 'a b', 'ab', 'b', 'é', '\uFFFD', '😀']
    await fill(items, sorted.toReversed())
    deepStrictEqual(await names(items, { sort: { name: 'asc' } }), sorted)
    deepStrictEqual(await names(items, { sort: { name: 'desc' } }), sorted.toReversed())
  },
  'numbers are sorted by size after nulls, and equal numbers by key': async (items) => {
    const ranks = [10, null, 9, 10, -1, null]
    for (const [index, rank] of ranks.entries()) await insert(items, { name: `${index}`, rank })
    deepStrictEqual(await names(items, { sort: { rank: 'asc' } }), Array.from('154203'))
    deepStrictEqual(await names(items, { sort: { rank: 'desc' } }), Array.from('032415'))
  },
  'a list can be sorted by several properties, each in its own direction': async (items) => {
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
  'the pages of a sorted list contain each row once': async (items) => {
    for (let index = 0; index < 10; index++) await insert(items, { name: `${index}`, rank: index % 2 })
    const sort = { rank: 'desc' } as const
    const pages: string[] = []
    for (let offset = 0; offset < 10; offset += 3)
      pages.push(...(await names(items, { offset, limit: 3, sort })))
    deepStrictEqual(pages, Array.from('1357902468'))
  },
  'count and exists agree with the stored rows': async (items) => {
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

import { deepStrictEqual, rejects } from 'node:assert/strict'
import type { Sort } from '@mvc-router/rest'
import type { ContractItem } from './contract-entities.js'
import { insert, type Items, type RepositoryRules } from './repository-rules.js'

/** Rules for lists after a position. */
export const cursorRules: RepositoryRules<ContractItem, number> = {
  'slices after each position contain each row once, in the order of the whole list': async (items) => {
    await fill(items)
    for (const sort of sorts) {
      const expected = (await items.findAll({ sort })).map(({ id }) => id)
      for (const limit of [1, 2, 5, 100])
        deepStrictEqual(await walk(items, sort, limit), expected, `${JSON.stringify(sort)} by ${limit}`)
    }
    deepStrictEqual((await items.findAll({ after: { id: 0 }, limit: 2 })).length, 2, 'without a sort, by key')
  },
  'conditions also hold in a list after a position': async (items) => {
    await fill(items)
    for (const sort of sorts) {
      const where = { rank: { gte: 1 } }
      const all = (await items.findAll({ sort })).filter(({ rank }) => rank !== null && rank >= 1)
      const [first] = all
      if (first === undefined) throw new TypeError('nothing was found')
      const after = { ...first }
      deepStrictEqual(await items.findAll({ sort, where, after }), all.slice(1))
      deepStrictEqual(await items.findAll({ sort, scope: where, after, limit: 2 }), all.slice(1, 3))
    }
  },
  'a list continues after the position of a deleted row': async (items) => {
    await fill(items)
    const sort = { name: 'desc', rank: 'asc' } as const
    const all = await items.findAll({ sort })
    const gone = all[2]
    if (gone === undefined) throw new TypeError('nothing was found')
    await items.delete(gone.id)
    deepStrictEqual(await items.findAll({ sort, after: { ...gone } }), all.slice(3))
  },
  'a position without a valid value for each sorted property is an error': async (items) => {
    await insert(items, { name: 'a' })
    await rejects(items.findAll({ after: {} }))
    await rejects(items.findAll({ sort: { name: 'asc' }, after: { id: 1 } }))
    await rejects(items.findAll({ sort: { name: 'asc' }, after: { name: 1, id: 1 } }))
    await rejects(items.findAll({ sort: { name: 'asc' }, after: { name: 'a' } }))
  },
}

const sorts: readonly Sort[] = [
  { id: 'asc' },
  { id: 'desc' },
  { rank: 'asc' },
  { rank: 'desc' },
  { rank: 'desc', id: 'desc' },
  { rank: 'asc', id: 'desc' },
  { name: 'asc', rank: 'asc', id: 'asc' },
  { name: 'desc', rank: 'desc', id: 'desc' },
  { name: 'asc', rank: 'desc' },
  { name: 'desc', rank: 'asc' },
  { rank: 'asc', name: 'desc', id: 'asc' },
  { rank: 'desc', code: 'asc', name: 'asc' },
]

async function fill(items: Items): Promise<void> {
  let count = 0
  for (const name of ['b', 'a', 'B'])
    for (const rank of [2, null, 1, 1, null])
      await insert(items, { name, rank, code: count++ % 3 === 0 ? null : `${count}` })
}

async function walk(items: Items, sort: Sort, limit: number): Promise<readonly number[]> {
  const ids: number[] = []
  let page = await items.findAll({ sort, limit })
  while (page.length > 0 && ids.length < 100) {
    ids.push(...page.map(({ id }) => id))
    page = await items.findAll({ sort, limit, after: { ...page.at(-1) } })
  }
  return ids
}

import { deepStrictEqual, rejects } from 'node:assert/strict'
import { NotImplementedException, type Position } from '@mvc-router/rest'
import type { ContractItem } from './contract-entities.js'
import { insert, type RepositoryRules } from './repository-rules.js'

/** Abilities that a store may lack. */
export type Ability = 'filters' | 'cursors' | 'relations' | 'once'

/** Rules for calls that the store does not support. It refuses such a call completely. */
export const refusalRules: Readonly<Record<Ability, RepositoryRules<ContractItem, number>>> = {
  filters: {
    'a store without filters refuses conditions': async (items) => {
      const { id } = await insert(items, { name: 'a' })
      for (const option of ['where', 'scope'] as const) {
        const asked = { [option]: { name: 'a' } }
        await refuses(items.findOne(id, asked))
        await refuses(items.exists(id, asked))
        await refuses(items.findAll(asked))
        await refuses(items.findAll({ ids: [id], ...asked }))
        await refuses(items.count(asked))
        await refuses(items.deleteAll(asked))
      }
      deepStrictEqual(await items.count(), 1)
    },
  },
  cursors: {
    'a store without cursors refuses a position': async (items) => {
      const after = (await insert(items, { name: 'a' })) as unknown as Position
      await refuses(items.findAll({ after, limit: 1 }))
    },
  },
  relations: {
    'a store that loads no relations refuses to include them': async (items) => {
      const { id } = await insert(items, { name: 'a' })
      await refuses(items.findAll({ include: ['parent'] }))
      await refuses(items.findOne(id, { include: ['parent'] }))
    },
  },
  once: {
    'a store that does not record requests has no method once': async (items) =>
      deepStrictEqual('once' in items && items.once !== undefined, false),
  },
}

async function refuses(answer: Promise<unknown>): Promise<void> {
  await rejects(answer, NotImplementedException)
}

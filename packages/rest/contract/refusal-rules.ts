import { deepStrictEqual, rejects } from 'node:assert/strict'
import { NotImplementedException, type Position } from '@mvc-router/rest'
import type { ContractItem } from './contract-entities.js'
import { insert, type RepositoryRules } from './repository-rules.js'

/** Abilities that a store may lack. */
export type Ability = 'filters' | 'cursors' | 'relations' | 'once'

/** Rules for a question beyond the store's abilities: it refuses, and never answers a part of it. */
export const refusalRules: Readonly<Record<Ability, RepositoryRules<ContractItem, number>>> = {
  filters: {
    'conditions are refused, since there are none here': async (items) => {
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
    'a position to go on after is refused, since there are none here': async (items) => {
      const after = (await insert(items, { name: 'a' })) as unknown as Position
      await refuses(items.findAll({ after, limit: 1 }))
    },
  },
  relations: {
    'relations to include are refused, since none are loaded here': async (items) => {
      const { id } = await insert(items, { name: 'a' })
      await refuses(items.findAll({ include: ['parent'] }))
      await refuses(items.findOne(id, { include: ['parent'] }))
    },
  },
  once: {
    'without a memory of requests there is no method once': async (items) =>
      deepStrictEqual('once' in items && items.once !== undefined, false),
  },
}

async function refuses(answer: Promise<unknown>): Promise<void> {
  await rejects(answer, NotImplementedException)
}

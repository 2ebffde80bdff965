import { deepStrictEqual, rejects } from 'node:assert/strict'
import type { PagingAndSortingRepository } from '@mvc-router/rest'
import type { ContractNode } from './contract-entities.js'
import { insert, type RepositoryRules } from './repository-rules.js'

type Nodes = PagingAndSortingRepository<ContractNode, number>

/** Rules for including relations. */
export const relationRules: RepositoryRules<ContractNode, number> = {
  'relations are loaded when they are included': async (nodes) => {
    const { root, leaf } = await fill(nodes)
    const found = await nodes.findOne(leaf, { include: ['parent', 'children'] })
    deepStrictEqual([found?.parent?.name, found?.children], ['root', []])
    const [first, second] = await nodes.findAll({ ids: [leaf, root], include: ['parent', 'children'] })
    deepStrictEqual([first?.parent?.id, second?.parent], [root, null])
    deepStrictEqual(
      second?.children?.map(({ name }) => name),
      ['leaf', 'foreign'],
    )
    const alone = await nodes.findOne(leaf)
    deepStrictEqual([alone?.name, Object.hasOwn(alone ?? {}, 'parent')], ['leaf', false])
    await rejects(nodes.findAll({ include: ['name'] }))
  },
  'a scope also limits the relations that are loaded': async (nodes) => {
    const { root, leaf } = await fill(nodes)
    const found = await nodes.findAll({ scope: { owner: 'a' }, include: ['parent', 'children'] })
    deepStrictEqual(
      found.map(({ name, parent, children }) => [name, parent?.name, children?.map((child) => child.name)]),
      [
        ['root', undefined, ['leaf']],
        ['leaf', 'root', []],
      ],
    )
    const foreign = await nodes.findAll({ scope: { owner: 'b' }, include: ['parent'] })
    deepStrictEqual(
      foreign.map(({ name, parent }) => [name, parent]),
      [['foreign', null]],
    )
    deepStrictEqual(await nodes.findOne(root, { scope: { owner: 'b' }, include: ['children'] }), undefined)
    const byKey = await nodes.findOne(root, { scope: { id: { lte: leaf } }, include: ['children'] })
    deepStrictEqual(
      byKey?.children?.map(({ name }) => name),
      ['leaf'],
    )
  },
}

async function fill(nodes: Nodes): Promise<{ readonly root: number; readonly leaf: number }> {
  const { id: root } = await insert(nodes, { name: 'root', owner: 'a' })
  const { id: leaf } = await insert(nodes, { name: 'leaf', owner: 'a', parentId: root })
  await insert(nodes, { name: 'foreign', owner: 'b', parentId: root })
  return { root, leaf }
}

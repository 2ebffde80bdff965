import { expect, test } from '@jest/globals'
import { MemoryRepository } from '@mvc-router/rest'
import { repositoryContract, type RepositoryContractOptions } from '@mvc-router/rest/contract'
import { type Definition, type Fault, faultyRepository } from './faulty-repository.js'
import { questionFaults } from './question-faults.js'
import { writeFaults } from './write-faults.js'

const faults: Readonly<Record<string, Fault>> = { ...writeFaults, ...questionFaults }

/** Returns the names of the rules that a repository with this fault breaks. */
async function brokenRules(fault: Fault, isTried = (_name: string) => true): Promise<readonly string[]> {
  const open = async (entity: unknown): Promise<unknown> => faultyRepository(entity as Definition, fault)
  const broken: string[] = []
  for (const { name, run } of repositoryContract({ open: open as RepositoryContractOptions['open'] }))
    if (isTried(name)) await run().catch(() => broken.push(name))
  return broken
}

test.each(Object.entries(faults))('the contract detects a repository that %s', async (_, fault) => {
  const broken = await brokenRules(fault, (name) => fault.breaks.includes(name))
  expect(broken.toSorted()).toEqual(fault.breaks.toSorted())
})

test('the contract finds no fault in a correct repository', async () => {
  expect(await brokenRules({ breaks: [] })).toEqual([])
})

test('each rule of the contract is broken by at least one faulty repository', () => {
  const open = async (): Promise<never> => Promise.reject(new Error('only the names are needed'))
  // The rules for one key type represent the rules for all key types.
  const ruleOf = (name: string): string => name.replace(/ (keys?) of type \w+/, ' $1')
  const broken = new Set(Object.values(faults).flatMap(({ breaks }) => breaks.map(ruleOf)))
  const rules = repositoryContract({ open }).map(({ name }) => ruleOf(name))
  expect(rules.filter((rule) => !broken.has(rule))).toEqual([])
})

test('the contract detects an ability that a repository claims to lack', async () => {
  const lacks = ['filters', 'cursors', 'relations', 'once'] as const
  const broken: string[] = []
  const open: RepositoryContractOptions['open'] = async (entity) => new MemoryRepository(entity)
  for (const { name, run } of repositoryContract({ open, lacks, keyTypes: [] }))
    await run().catch(() => broken.push(name))
  expect(broken).toEqual([
    'a store without filters refuses conditions',
    'a store without cursors refuses a position',
    'a store that loads no relations refuses to include them',
    'a store that does not record requests has no method once',
  ])
})

import { checkOptions } from '@mvc-router/router-core/tools'
import type { EntityDefinition, KeyType, PagingAndSortingRepository } from '@mvc-router/rest'
import { itemEntity, keyedEntity, nodeEntity, valuesEntity } from './contract-entities.js'
import { cursorRules } from './cursor-rules.js'
import { filterRules, typedFilterRules } from './filter-rules.js'
import { generatedKeyRules, givenKeyRules } from './key-rules.js'
import { listRules } from './list-rules.js'
import { onceRules } from './once-rules.js'
import { type Ability, refusalRules } from './refusal-rules.js'
import { relationRules } from './relation-rules.js'
import type { RepositoryRules } from './repository-rules.js'
import { transactionRules } from './transaction-rules.js'
import { valueRules } from './value-rules.js'
import { writeRules } from './write-rules.js'

/** Options of the contract. */
export interface RepositoryContractOptions {
  /** Creates an empty repository for an entity. Each entity has another table name. */
  open<Entity extends object, Id>(
    entity: EntityDefinition<Entity, Id>,
  ): Promise<PagingAndSortingRepository<Entity, Id>>
  /** Removes everything that `open` created. */
  close?(entity: EntityDefinition): Promise<void>
  /**
   * The key types that the store generates and accepts. Default: all. Without `integer`, the rules choose integer keys.
   */
  readonly keyTypes?: readonly KeyType[]
  /** Abilities that the store does not have. The contract checks that the store refuses to use them. */
  readonly lacks?: readonly Ability[]
}

/** A test for any test runner. `run` rejects if the store breaks the rule. */
export interface ContractCase {
  readonly name: string
  readonly run: () => Promise<void>
}

const allKeyTypes: readonly KeyType[] = ['integer', 'bigint', 'string', 'uuid', 'objectId']

const abilities = ['filters', 'cursors', 'relations', 'once'] as const

const abilityCases: Readonly<
  Record<Ability, (options: RepositoryContractOptions) => readonly ContractCase[]>
> = {
  filters: (options) => [
    ...casesOf(options, itemsOf(options), filterRules),
    ...casesOf(options, valuesEntity, typedFilterRules),
  ],
  cursors: (options) => casesOf(options, itemsOf(options), cursorRules),
  relations: (options) => casesOf(options, nodesOf(options), relationRules),
  once: (options) => casesOf(options, itemsOf(options), onceRules),
}

/**
 * Returns the rules for implementations of `PagingAndSortingRepository`.
 *
 * ```ts
 * const open = async (entity) => new MemoryRepository(entity)
 * for (const { name, run } of repositoryContract({ open })) test(name, run)
 * ```
 */
export function repositoryContract(options: RepositoryContractOptions): readonly ContractCase[] {
  checkOptions('repositoryContract', options, { open: true, close: true, keyTypes: true, lacks: true })
  const { keyTypes = allKeyTypes, lacks = [] } = options
  return [
    ...casesOf(options, itemsOf(options), writeRules),
    ...casesOf(options, itemsOf(options), listRules),
    ...abilities.flatMap((ability) =>
      lacks.includes(ability)
        ? casesOf(options, itemsOf(options), refusalRules[ability])
        : abilityCases[ability](options),
    ),
    ...casesOf(options, itemsOf(options), transactionRules),
    ...casesOf(options, valuesEntity, valueRules),
    ...keyTypes.flatMap((type) => [
      ...casesOf(options, () => keyedEntity(type, false), givenKeyRules(type)),
      ...casesOf(options, () => keyedEntity(type, true), generatedKeyRules(type)),
    ]),
  ]
}

/** If the store does not generate integers, the rules choose the keys. */
function itemsOf({ keyTypes = allKeyTypes }: RepositoryContractOptions): () => ReturnType<typeof itemEntity> {
  return () => itemEntity(keyTypes.includes('integer'))
}

function nodesOf({ keyTypes = allKeyTypes }: RepositoryContractOptions): () => ReturnType<typeof nodeEntity> {
  return () => nodeEntity(keyTypes.includes('integer'))
}

function casesOf<Entity extends object, Id>(
  options: RepositoryContractOptions,
  makeEntity: () => EntityDefinition<Entity, Id>,
  rules: RepositoryRules<Entity, Id>,
): readonly ContractCase[] {
  return Object.entries(rules).map(([name, rule]) => ({
    name,
    run: async () => {
      const entity = makeEntity()
      try {
        await rule(await options.open(entity))
      } finally {
        await options.close?.(entity)
      }
    },
  }))
}

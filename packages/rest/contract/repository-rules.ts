import type { PagingAndSortingRepository } from '@mvc-router/rest'
import type { ContractItem } from './contract-entities.js'

/** The repository of most rules. */
export type Items = PagingAndSortingRepository<ContractItem, number>

/** Rules about the repository of one entity, by the sentences that say them. Each gets an empty repository. */
export type RepositoryRules<Entity extends object, Id> = Readonly<
  Record<string, (repository: PagingAndSortingRepository<Entity, Id>) => Promise<void>>
>

/** Counts the keys that the contract gives where a store makes none. */
let lastKey = 0

/** Stores one more, with `insert` or, where a repository has none, `save`. */
export async function insert<Entity extends object>(
  repository: {
    readonly entity: {
      readonly key: { readonly name: string; readonly generated: boolean }
      create(values: Readonly<Record<string, unknown>>): Entity
    }
    insert?(entity: Entity): Promise<Entity>
    save(entity: Entity): Promise<Entity>
  },
  values: Partial<Entity>,
): Promise<Entity> {
  const { key } = repository.entity
  const given = key.generated || key.name in values ? values : { [key.name]: ++lastKey, ...values }
  const entity = repository.entity.create({ ...given })
  return repository.insert === undefined ? repository.save(entity) : repository.insert(entity)
}

import type { PagingAndSortingRepository } from '@mvc-router/rest'
import type { ContractItem } from './contract-entities.js'

/** The repository of most rules. */
export type Items = PagingAndSortingRepository<ContractItem, number>

/** Rules by name, for the repository of one entity. Each rule gets an empty repository. */
export type RepositoryRules<Entity extends object, Id> = Readonly<
  Record<string, (repository: PagingAndSortingRepository<Entity, Id>) => Promise<void>>
>

/** The last key that the contract has chosen, for stores that do not generate keys. */
let lastKey = 0

/** Inserts a row with `insert`, or with `save` if the repository has no `insert`. */
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

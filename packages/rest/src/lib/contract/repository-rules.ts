import type { PagingAndSortingRepository } from '../repository/paging-and-sorting-repository.js'

/** Rules about the repository of one entity, by the sentences that say them. Each gets an empty repository. */
export type RepositoryRules<Entity extends object, Id> = ReadonlyMap<
  string,
  (repository: PagingAndSortingRepository<Entity, Id>) => Promise<void>
>

/** Stores one more, with `insert` or, where a repository has none, `save`. */
export async function insert<Entity extends object>(
  repository: {
    readonly entity: { create(values: Readonly<Record<string, unknown>>): Entity }
    insert?(entity: Entity): Promise<Entity>
    save(entity: Entity): Promise<Entity>
  },
  values: Partial<Entity>,
): Promise<Entity> {
  const entity = repository.entity.create({ ...values })
  return repository.insert === undefined ? repository.save(entity) : repository.insert(entity)
}

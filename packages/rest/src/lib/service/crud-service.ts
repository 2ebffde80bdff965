import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Sort } from '../repository/paging-and-sorting-repository.js'
import type { Page } from '../view/page.js'

/** A page to find: `page` counts from 1. */
export interface PageRequest {
  readonly page: number
  readonly size: number
  readonly sort?: Sort | undefined
}

/** What a three-layer controller needs of its service; `CrudServiceImpl` is the generic one. */
export interface CrudService<Entity extends object, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  create(resource: Entity): Promise<Entity>
  update(resource: Entity): Promise<Entity>
  delete(resource: Entity): Promise<void>
  deleteById(id: Id): Promise<void>
  deleteAll(): Promise<void>
  deleteAllWithCascade(): Promise<void>
  findById(id: Id, options?: { readonly lock?: boolean }): Promise<Entity | undefined>
  findByIds(ids: readonly Id[]): Promise<readonly Entity[]>
  findAll(options?: { readonly sort?: Sort | undefined; readonly limit?: number }): Promise<readonly Entity[]>
  findPaginated(request: PageRequest): Promise<Page<Entity>>
  count(): Promise<number>
  transaction<Result>(work: () => Promise<Result>): Promise<Result>
}

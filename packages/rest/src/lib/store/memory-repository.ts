import { checkOptions } from '@mvc-router/router-core/tools'
import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { askRelated, type FindRelated, type RelatedRepositories } from '../repository/relation-loader.js'
import { MemoryStore, type MemoryTransaction } from './memory-store.js'
import { StoreRepository } from './store-repository.js'

/** Options of `MemoryRepository`. */
export interface MemoryRepositoryOptions {
  readonly relations?: RelatedRepositories
}

/**
 * Keeps entities in memory, for tests and small tools. Keys, unique fields, versions and transactions work as in a
 * database. References to other repositories are not checked. Entities are copied on reads and writes.
 */
export class MemoryRepository<Entity extends object, Id> extends StoreRepository<
  Entity,
  Id,
  MemoryTransaction
> {
  protected override readonly findRelated: FindRelated

  constructor(entity: EntityDefinition<Entity, Id> | Type<Entity>, options: MemoryRepositoryOptions = {}) {
    checkOptions('MemoryRepository', options, { relations: true })
    const { relations = {} } = options
    super(entity, new MemoryStore())
    this.findRelated = askRelated(this, relations)
  }
}

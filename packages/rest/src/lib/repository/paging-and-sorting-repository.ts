import type { EntityDefinition } from '../entity/entity-definition.js'

/** By all `properties`, in one direction. Nulls come first, ties are in key order, so that pages never overlap. */
export interface Sort {
  readonly direction: 'asc' | 'desc'
  readonly properties: readonly string[]
}

/** Which entities `findAll` gives: those of some ids, or a slice of all, sorted. Without a sort: in key order. */
export type Selection<Id> =
  | { readonly ids: readonly Id[] }
  | {
      readonly ids?: undefined
      readonly offset?: number
      readonly limit?: number
      readonly sort?: Sort | undefined
    }

export interface VersionOptions {
  /** Write only this version of the row. */
  readonly expectedVersion?: number | undefined
}

export interface SaveOptions extends VersionOptions {
  /** Never insert. */
  readonly mustExist?: boolean
}

/**
 * The port between controllers or services and a store. Every write is all or nothing. The contract suite of
 * `@mvc-router/rest/contract` says in tests what an implementation must do.
 */
export interface PagingAndSortingRepository<Entity extends object, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  /**
   * Inserts, and gives what is stored now. A generated key is made here, whatever the entity says; the version
   * starts at 1. Without this method `save` must insert what does not exist.
   * @throws EntityExistsException when the key or a unique value exists.
   */
  insert?(entity: Entity): Promise<Entity>
  /**
   * Writes an entity that exists, or inserts it, and gives what is stored now.
   * @throws EntityNotFoundException when there is no such row although it must exist.
   * @throws OptimisticLockException when the row has another version than the expected one, or is gone.
   * @throws EntityExistsException when a unique value exists.
   */
  save(entity: Entity, options?: SaveOptions): Promise<Entity>
  /** `lock` keeps others from writing the row until the end of the transaction. */
  findOne(id: Id, options?: { readonly lock?: boolean }): Promise<Entity | undefined>
  exists(id: Id): Promise<boolean>
  /** Those of `ids` that exist, each once, in the order of `ids`; or a slice of all. */
  findAll(selection?: Selection<Id>): Promise<readonly Entity[]>
  count(): Promise<number>
  /**
   * Says whether there was something to delete.
   * @throws OptimisticLockException when the row has another version than the expected one.
   */
  delete(id: Id, options?: VersionOptions): Promise<boolean>
  deleteAll(): Promise<void>
  /** Runs `work` so that all its writes happen or none; transactions inside of it join it. */
  transaction?<Result>(work: () => Promise<Result>): Promise<Result>
}

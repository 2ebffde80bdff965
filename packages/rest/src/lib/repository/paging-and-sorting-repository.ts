import type { EntityDefinition } from '../entity/entity-definition.js'

/** All by `properties`, in one direction; ties are in key order, so that pages never overlap. */
export interface Sort {
  readonly direction: 'asc' | 'desc'
  readonly properties: readonly string[]
}

/** Which entities `findAll` gives: those of some ids, or a slice of all, sorted. Without a sort: in key order. */
export type Selection<Id> =
  | { readonly ids: readonly Id[] }
  | { readonly offset?: number; readonly limit?: number; readonly sort?: Sort | undefined }

/**
 * The port between controllers or services and a store. Every write is all or nothing. The contract suite of
 * `@mvc-router/rest/contract` says in tests what an implementation must do.
 */
export interface PagingAndSortingRepository<Entity extends object, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  /**
   * Inserts, and gives what is stored now. A generated key is made here, and the version starts at 1.
   * Without this method `save` must insert what does not exist.
   * @throws EntityExistsException when the key or a unique value exists.
   */
  insert?(entity: Entity): Promise<Entity>
  /**
   * Writes an entity that exists, or inserts it, and gives what is stored now.
   * With `expectedVersion`, writes only that version.
   * @throws OptimisticLockException when the version is another one.
   */
  save(entity: Entity, options?: { readonly expectedVersion?: number | undefined }): Promise<Entity>
  /** `lock` keeps others from writing the row until the end of the transaction. */
  findOne(id: Id, options?: { readonly lock?: boolean }): Promise<Entity | undefined>
  exists(id: Id): Promise<boolean>
  /** Those of `ids` that exist, each once, in the order of `ids`; or a slice. */
  findAll(selection?: Selection<Id>): Promise<readonly Entity[]>
  count(): Promise<number>
  /** Says whether there was something to delete. */
  delete(id: Id, options?: { readonly expectedVersion?: number | undefined }): Promise<boolean>
  deleteAll(): Promise<void>
  /** Runs `work` so that all its writes happen or none; transactions inside of it join it. */
  transaction?<Result>(work: () => Promise<Result>): Promise<Result>
}

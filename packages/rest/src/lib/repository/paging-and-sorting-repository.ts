import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Conditions } from './condition.js'

/**
 * Properties and directions, the most important first: `{ year: 'desc', title: 'asc' }`. Null comes before every value.
 * Texts are sorted by code point. Rows with equal values are in key order, so that pages never overlap.
 */
export type Sort = Readonly<Record<string, 'asc' | 'desc'>>

/** A position in a sorted list: the values of the sorted properties and of the key. A row is also a position. */
export type Position = Readonly<Record<string, unknown>>

/** Limits the rows that exist for a caller. */
export interface Scoped {
  /**
   * The condition for every row that is found, counted or deleted. A related row that is loaded must meet each
   * condition whose property also exists in the related entity. A key exists in one entity only.
   */
  readonly scope?: Conditions | undefined
  /** Relations that the answer does not show. A repository that always loads relations may leave them out. */
  readonly unshown?: readonly string[] | undefined
}

/** Conditions for the rows to find. */
export interface Filtered extends Scoped {
  readonly where?: Conditions | undefined
}

/**
 * Selects entities by ids, or a slice of all entities. By default, a slice is in key order. A slice begins at an offset,
 * or after the position `after`, which is equally fast at any depth.
 */
export type Selection<Id> = (Included & { readonly ids: readonly Id[] }) | SliceSelection

interface Included extends Filtered {
  readonly include?: readonly string[] | undefined
}

/** Selects a slice of all entities. */
export interface SliceSelection extends Included {
  readonly ids?: undefined
  readonly offset?: number
  readonly after?: Position | undefined
  readonly limit?: number
  readonly sort?: Sort | undefined
}

/** A slice that begins at an offset. */
export type NumberedSlice = Omit<SliceSelection, 'after'>

/** A slice, and the number of all rows. */
export interface CountedSlice<Entity> {
  readonly found: readonly Entity[]
  readonly count: number
}

/** Options for finding a row. */
export interface FindOptions extends Included {
  /** Locks the row until the end of the transaction. */
  readonly lock?: boolean
}

/** Options for optimistic locking. */
export interface VersionOptions {
  /** The row must still have this version. */
  readonly expectedVersion?: number | undefined
}

/** Options for writing a row. The scope only limits the related rows that are loaded. */
export interface SaveOptions extends VersionOptions, Scoped {
  /** True if the row must exist, so that nothing is inserted. */
  readonly mustExist?: boolean
}

/**
 * The interface between controllers or services and a store. Every write is all or nothing. A store throws
 * `NotImplementedException` for a query that it does not support. The contract suite in `@mvc-router/rest/contract`
 * tests an implementation.
 */
export interface PagingAndSortingRepository<Entity extends object, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  /**
   * Inserts an entity, and returns the stored entity. A generated key is always new, the version starts at 1, and the
   * row token is new. Without this method, `save` must insert an entity that does not exist.
   *
   * @throws EntityExistsException if the key or a unique value exists.
   */
  insert?(entity: Entity, options?: Scoped): Promise<Entity>
  /**
   * Updates or inserts an entity, and returns the stored entity.
   *
   * @throws EntityNotFoundException if the row must exist, but does not exist.
   * @throws OptimisticLockException if the row has another version, or is gone.
   * @throws EntityExistsException if a unique value exists.
   */
  save(entity: Entity, options?: SaveOptions): Promise<Entity>
  findOne(id: Id, options?: FindOptions): Promise<Entity | undefined>
  exists(id: Id, options?: Filtered): Promise<boolean>
  /** Finds a slice, or the existing entities of `ids`, each once and in the order of `ids`. */
  findAll(selection?: Selection<Id>): Promise<readonly Entity[]>
  count(options?: Filtered): Promise<number>
  /** Finds and counts in one step, if the store can. */
  findCounted?(selection: NumberedSlice): Promise<CountedSlice<Entity>>
  /**
   * Returns true if the row existed.
   *
   * @throws OptimisticLockException if the row has another version than the expected version.
   */
  delete(id: Id, options?: VersionOptions): Promise<boolean>
  deleteAll(options?: Filtered): Promise<void>
  /**
   * Runs `create`, which inserts one entity, and remembers the request in the same transaction. If the request was
   * executed before, returns the entity that was created then, in its present state.
   *
   * @throws EntityExistsException if another request had the key, or if that entity is gone or outside of the scope.
   */
  once?(request: IdempotentRequest, create: () => Promise<Entity>, options?: Scoped): Promise<Entity>
  /** Rejects while the store is unavailable. */
  ping?(): Promise<void>
  /** Runs `work` as a transaction, all or nothing. An inner transaction is a part of the outer transaction. */
  transaction?<Result>(work: () => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

/** A request that is executed only once, even if its sender repeats it. */
export interface IdempotentRequest {
  /** Identifies the request. It must include the sender, because two senders may choose the same key. */
  readonly key: string
  /** A hash of the body. A request with the same key and another fingerprint is refused. */
  readonly fingerprint: string
}

/** Options of a transaction. */
export interface TransactionOptions {
  /** True if the work changes nothing outside of the transaction, so that it may run again. Default: false. */
  readonly isRepeatable?: boolean
  /** True if no row that the work reads may change before the end. Default: false. */
  readonly isSerializable?: boolean
}

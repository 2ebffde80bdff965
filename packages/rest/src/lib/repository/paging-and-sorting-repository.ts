import type { IdempotentRequest } from './idempotent-request.js'
import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Conditions } from './condition.js'

/**
 * Properties with their directions, the most important first: `{ year: 'desc', title: 'asc' }`. Null comes before every
 * value, and texts are in the order of their characters. Ties are in key order, so that pages never overlap.
 */
export type Sort = Readonly<Record<string, 'asc' | 'desc'>>

/** A position in an order: the values of the sorted properties and of the key. A row is a position, too. */
export type Position = Readonly<Record<string, unknown>>

/** The rows that exist for a caller. */
export interface Scoped {
  /**
   * The condition for every row that is found, counted or deleted. If a related entity has a property of a
   * condition, a related row that is loaded must meet the condition, too.
   */
  readonly scope?: Conditions | undefined
  /**
   * Relations that the answer does not show. A repository that loads relations with every entity may leave them out.
   */
  readonly unshown?: readonly string[] | undefined
}

/** Conditions for the rows to find. */
export interface Filtered extends Scoped {
  readonly where?: Conditions | undefined
}

/**
 * Selects entities by ids, or a sorted slice of all. The default is key order. The slice begins after the position `after`,
 * or at an offset. `after` is equally fast at any depth.
 */
export type Selection<Id> = (Included & { readonly ids: readonly Id[] }) | SliceSelection

/** Conditions for the rows to find, and the relations to load with each row. */
interface Included extends Filtered {
  readonly include?: readonly string[] | undefined
}

/** A slice of all entities, in an order. */
export interface SliceSelection extends Included {
  readonly ids?: undefined
  readonly offset?: number
  readonly after?: Position | undefined
  readonly limit?: number
  readonly sort?: Sort | undefined
}

/** A slice that begins at an offset. */
export type NumberedSlice = Omit<SliceSelection, 'after'>

/** A slice, and the number of all rows from which it was cut. */
export interface CountedSlice<Entity> {
  readonly found: readonly Entity[]
  readonly count: number
}

/** Options for finding a row. */
export interface FindOptions extends Included {
  /** Keeps others from writing the row until the end of the transaction. */
  readonly lock?: boolean
}

/** The version that a row must still have when it is written or deleted. */
export interface VersionOptions {
  /** Write only this version of the row. */
  readonly expectedVersion?: number | undefined
}

/**
 * Options for writing a row. The scope only limits the related rows that are loaded with it. The caller decides whether the
 * row may be written.
 */
export interface SaveOptions extends VersionOptions, Scoped {
  /** Never insert. */
  readonly mustExist?: boolean
}

/**
 * The interface between controllers or services and a store. Every write is all or nothing. A store refuses a query that it
 * does not support with `NotImplementedException`, and never ignores a part of it. The contract suite in
 * `@mvc-router/rest/contract` tests an implementation.
 */
export interface PagingAndSortingRepository<Entity extends object, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  /**
   * Inserts an entity, and returns the stored entity. A generated key is always new, the version starts at 1, and the row
   * token is new, as after each write. Without this method, `save` must insert an entity that does not exist.
   *
   * @throws EntityExistsException if the key or a unique value exists.
   */
  insert?(entity: Entity, options?: Scoped): Promise<Entity>
  /**
   * Writes an entity that exists, or inserts it, and returns the stored entity.
   *
   * @throws EntityNotFoundException if the row must exist and does not.
   * @throws OptimisticLockException when the row has another version than the expected one, or is gone.
   * @throws EntityExistsException if a unique value exists.
   */
  save(entity: Entity, options?: SaveOptions): Promise<Entity>
  findOne(id: Id, options?: FindOptions): Promise<Entity | undefined>
  exists(id: Id, options?: Filtered): Promise<boolean>
  /** Finds the existing entities of `ids`, each once and in the order of `ids`, or a slice of all. */
  findAll(selection?: Selection<Id>): Promise<readonly Entity[]>
  count(options?: Filtered): Promise<number>
  /** Finds and counts at the same moment, if a store can do both at once. */
  findCounted?(selection: NumberedSlice): Promise<CountedSlice<Entity>>
  /**
   * Deletes a row, and returns true if it existed.
   *
   * @throws OptimisticLockException when the row has another version than the expected one.
   */
  delete(id: Id, options?: VersionOptions): Promise<boolean>
  deleteAll(options?: Filtered): Promise<void>
  /**
   * Runs `create`, which inserts one entity, and remembers the request, all or nothing. If the request was done before, it
   * returns the entity that the request created, if it is in the scope.
   *
   * @throws EntityExistsException if another request had the key, or if the created entity is gone.
   */
  once?(request: IdempotentRequest, create: () => Promise<Entity>, options?: Scoped): Promise<Entity>
  /** Rejects while the store cannot be used. */
  ping?(): Promise<void>
  /** Runs `work` as a transaction: all of its writes happen, or none. Transactions inside of it are parts of it. */
  transaction?<Result>(work: () => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

/** Options of a transaction. */
export interface TransactionOptions {
  /**
   * True if the work may run again after a conflict, because it has no effects outside of this transaction. Default:
   * false.
   */
  readonly isRepeatable?: boolean
  /** True if no row that the work has read may change before its end. Default: false. */
  readonly isSerializable?: boolean
}

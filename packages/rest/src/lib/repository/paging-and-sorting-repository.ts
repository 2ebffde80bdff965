import type { IdempotentRequest } from './idempotent-request.js'
import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Conditions } from './condition.js'

/**
 * Properties with their directions, the most important first: `{ year: 'desc', title: 'asc' }`. Null comes before
 * every value, texts are in the order of their characters, ties in key order, so that pages never overlap.
 */
export type Sort = Readonly<Record<string, 'asc' | 'desc'>>

/** A place in an order: the values of its properties, and of the key. A row of that order is one. */
export type Position = Readonly<Record<string, unknown>>

/** Which rows exist for a caller at all. */
export interface Scoped {
  /**
   * The condition for every row that is found, counted or deleted. Rows that are loaded with them meet each part of it
   * whose property they have as well.
   */
  readonly scope?: Conditions | undefined
  /** Relations that nobody will look at: a repository that loads some with every entity need not load these. */
  readonly unshown?: readonly string[] | undefined
}

/** Which rows are wanted. */
export interface Filtered extends Scoped {
  readonly where?: Conditions | undefined
}

/**
 * Which entities `findAll` gives: those of some ids, or a slice of all, sorted. Without a sort: in key order. `after` is
 * where the slice begins, instead of an offset; it costs the same at any depth.
 */
export type Selection<Id> = (Included & { readonly ids: readonly Id[] }) | SliceSelection

/** Which rows are wanted, and which relations are to be loaded with each. */
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

/** A slice, and how many there are without its limits. */
export interface CountedSlice<Entity> {
  readonly found: readonly Entity[]
  readonly count: number
}

/** How a row is found, and whether it is locked. */
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
 * How a row is written. The scope is that of the rows that are loaded with it; whether it may be written itself is known
 * to the caller.
 */
export interface SaveOptions extends VersionOptions, Scoped {
  /** Never insert. */
  readonly mustExist?: boolean
}

/**
 * The port between controllers or services and a store. Every write is all or nothing. A store refuses a question
 * beyond its abilities with `NotImplementedException`; it never leaves a part of a question out. The contract suite in
 * `@mvc-router/rest/contract` tests an implementation.
 */
export interface PagingAndSortingRepository<Entity extends object, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  /**
   * Inserts, and gives what is stored now. A generated key is made here, whatever the entity says; the version
   * starts at 1, and the row token is a new one, as after each write. Without this method `save` must insert what does not exist.
   *
   * @throws EntityExistsException when the key or a unique value exists.
   */
  insert?(entity: Entity, options?: Scoped): Promise<Entity>
  /**
   * Writes an entity that exists, or inserts it, and gives what is stored now.
   *
   * @throws EntityNotFoundException when there is no such row although it must exist.
   * @throws OptimisticLockException when the row has another version than the expected one, or is gone.
   * @throws EntityExistsException when a unique value exists.
   */
  save(entity: Entity, options?: SaveOptions): Promise<Entity>
  findOne(id: Id, options?: FindOptions): Promise<Entity | undefined>
  exists(id: Id, options?: Filtered): Promise<boolean>
  /** Finds the existing entities among `ids`, each once, in the order of `ids`; or a slice of all. */
  findAll(selection?: Selection<Id>): Promise<readonly Entity[]>
  count(options?: Filtered): Promise<number>
  /** Answers `findAll` and `count` for one question at one moment, if a store can do both at once. */
  findCounted?(selection: NumberedSlice): Promise<CountedSlice<Entity>>
  /**
   * Says whether there was something to delete.
   *
   * @throws OptimisticLockException when the row has another version than the expected one.
   */
  delete(id: Id, options?: VersionOptions): Promise<boolean>
  deleteAll(options?: Filtered): Promise<void>
  /**
   * Runs `create`, which inserts one entity, and remembers the request with it, all or nothing; where the request was done
   * before, gives the entity that it created, where it is in the scope.
   *
   * @throws EntityExistsException when the key was that of another request, or what it created is gone.
   */
  once?(request: IdempotentRequest, create: () => Promise<Entity>, options?: Scoped): Promise<Entity>
  /** Rejects while the store cannot be used. */
  ping?(): Promise<void>
  /** Runs `work` so that all its writes happen or none; transactions inside of it are parts of it. */
  transaction?<Result>(work: () => Promise<Result>, options?: TransactionOptions): Promise<Result>
}

/** Options of a transaction's work. */
export interface TransactionOptions {
  /**
   * The work may run again when others had the rows first: it does nothing that anyone sees but through this
   * transaction. Default: false.
   */
  readonly isRepeatable?: boolean
  /** Nothing that the work has read may change before its end. Default: false. */
  readonly isSerializable?: boolean
}

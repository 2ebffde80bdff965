import type { EntityDefinition } from '../entity/entity-definition.js'
import type { SortKey } from '../repository/sort-order.js'
import type { RowCondition } from '../repository/row-condition.js'
import type { TransactionOptions } from '../repository/paging-and-sorting-repository.js'

/** A row by the names of the properties. */
export type StoredRow = Record<string, unknown>

/** The rows that a store reads: a slice of those that meet a condition, in an order. */
export interface RowQuestion {
  readonly where: RowCondition
  /** Null comes before every value when it is ascending, and behind all when it is descending. */
  readonly order: readonly SortKey[]
  readonly offset: number
  /** All when it is left out. */
  readonly limit?: number
  /** Keeps others from writing the rows until the end of the transaction; there is one then. */
  readonly lock: boolean
}

/**
 * The statements on the rows of one entity, each in a transaction of the library, or outside of any when there is none.
 */
export interface RowStore<Transaction> {
  /** Gives the key of the new row; where the store counts keys, `row` has none. */
  insert(transaction: Transaction | undefined, row: StoredRow): Promise<unknown>
  /** Writes the row of a key. */
  update(transaction: Transaction | undefined, id: unknown, row: StoredRow): Promise<void>
  delete(transaction: Transaction | undefined, where: RowCondition): Promise<void>
  select(transaction: Transaction | undefined, question: RowQuestion): Promise<readonly object[]>
  count(transaction: Transaction | undefined, where: RowCondition): Promise<number | bigint>
}

/** A library as `StoreRepository` uses it. Repositories of one store share their transactions. */
export interface Store<Transaction> {
  /** Begins a transaction, inside of another one as a savepoint; it ends with `work`, and is undone when that throws. */
  begin<Result>(
    outer: Transaction | undefined,
    work: (transaction: Transaction) => Promise<Result>,
    options: TransactionOptions,
  ): Promise<Result>
  rows(entity: EntityDefinition): RowStore<Transaction>
}

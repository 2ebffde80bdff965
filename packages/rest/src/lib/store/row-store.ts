import type { EntityDefinition } from '../entity/entity-definition.js'
import type { SortKey } from '../repository/sort-order.js'
import type { RowCondition } from '../repository/row-condition.js'
import type { TransactionOptions } from '../repository/paging-and-sorting-repository.js'

/** A row by property names. */
export type StoredRow = Record<string, unknown>

/** A query for rows. */
export interface RowQuestion {
  readonly where: RowCondition
  /** Null comes before all values in ascending order, and after all values in descending order. */
  readonly order: readonly SortKey[]
  readonly offset: number
  /** Default: all rows. */
  readonly limit?: number
  /** Locks the rows until the end of the transaction. If true, there is a transaction. */
  readonly lock: boolean
}

/** Statements on the rows of one entity. They run in the given transaction, if there is one. */
export interface RowStore<Transaction> {
  /** Inserts a row and returns its key. If the store counts keys up, `row` has no key. */
  insert(transaction: Transaction | undefined, row: StoredRow): Promise<unknown>
  /** Writes the row with this key. */
  update(transaction: Transaction | undefined, id: unknown, row: StoredRow): Promise<void>
  delete(transaction: Transaction | undefined, where: RowCondition): Promise<void>
  select(transaction: Transaction | undefined, question: RowQuestion): Promise<readonly object[]>
  count(transaction: Transaction | undefined, where: RowCondition): Promise<number | bigint>
}

/** Connects a library to `StoreRepository`. Repositories of one store share their transactions. */
export interface Store<Transaction> {
  /** Runs `work` in a transaction, or in a savepoint of `outer`. If `work` throws, its writes are undone. */
  begin<Result>(
    outer: Transaction | undefined,
    work: (transaction: Transaction) => Promise<Result>,
    options: TransactionOptions,
  ): Promise<Result>
  rows(entity: EntityDefinition): RowStore<Transaction>
}

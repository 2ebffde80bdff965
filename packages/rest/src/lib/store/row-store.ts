import type { SortKey } from '../repository/sort-order.js'

/** A row by the names of the properties. */
export type StoredRow = Record<string, unknown>

/** Which rows a store is asked for: those of some keys, or a slice of all in an order. */
export interface RowQuestion {
  readonly ids?: readonly unknown[]
  /** Null comes before every value when it is ascending, and behind all when it is descending. */
  readonly order: readonly SortKey[]
  readonly offset: number
  /** All when it is left out. */
  readonly limit?: number
  /** Keeps others from writing the rows until the end of the transaction. */
  readonly lock: boolean
}

/**
 * What `StoreRepository` needs of a library: the statements, each in a transaction of the library, or outside of any when there
 * is none.
 */
export interface RowStore<Transaction> {
  /** Begins a transaction, inside of another one as a savepoint; it ends with `work`, and is undone when that throws. */
  begin<Result>(
    outer: Transaction | undefined,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>
  /** Gives the key of the new row; where the store counts keys, `row` has none. */
  insert(transaction: Transaction | undefined, row: StoredRow): Promise<unknown>
  /** Writes the row of a key. */
  update(transaction: Transaction | undefined, id: unknown, row: StoredRow): Promise<void>
  /** Deletes the row of a key; all rows without one. */
  delete(transaction: Transaction | undefined, id?: unknown): Promise<void>
  select(transaction: Transaction | undefined, question: RowQuestion): Promise<readonly object[]>
  count(transaction: Transaction | undefined): Promise<number>
}

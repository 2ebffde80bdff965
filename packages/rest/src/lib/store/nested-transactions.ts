import { AsyncLocalStorage } from 'node:async_hooks'
import { getOrInsert } from '@mvc-router/router-core/tools'
import { untilRequestEnds } from '../request-end.js'
import type { Store } from './row-store.js'
import type { TransactionOptions } from '../repository/paging-and-sorting-repository.js'

/** A transaction that runs, and the last of those that were begun inside of it. */
interface Frame<Transaction> {
  readonly transaction: Transaction
  last: Promise<unknown>
}

/**
 * Transactions that nobody passes on: all of `work` is in its transaction. A connection can undo to its last
 * savepoint only, so those inside of one transaction take turns.
 */
export class NestedTransactions<Transaction> {
  readonly #begin: Store<Transaction>['begin']
  readonly #frames = new AsyncLocalStorage<Frame<Transaction>>()

  constructor(begin: Store<Transaction>['begin']) {
    this.#begin = begin
  }

  /** The one that the caller is in. */
  get current(): Transaction | undefined {
    return this.#frames.getStore()?.transaction
  }

  async run<Result>(work: () => Promise<Result>, options: TransactionOptions = {}): Promise<Result> {
    const outer = this.#frames.getStore()
    const begin = async (): Promise<Result> =>
      this.#begin(
        outer?.transaction,
        async (transaction) =>
          this.#frames.run({ transaction, last: Promise.resolve() }, async () => untilRequestEnds(work)),
        options,
      )
    if (outer === undefined) return begin()
    const turn = outer.last.then(begin)
    outer.last = turn.catch(() => undefined)
    return turn
  }
}

const known = new WeakMap<object, NestedTransactions<unknown>>()

/** The transactions of a store, which all of its repositories share. */
export function transactionsOf<Transaction>(store: Store<Transaction>): NestedTransactions<Transaction> {
  const make = (): NestedTransactions<unknown> => new NestedTransactions<unknown>(store.begin.bind(store))
  return getOrInsert(known, store, make) as NestedTransactions<Transaction>
}

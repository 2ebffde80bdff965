import { AsyncLocalStorage } from 'node:async_hooks'
import { getOrInsert } from '@mvc-router/router-core/tools'
import { requestHasEnded, untilRequestEnds } from '../request-end.js'
import type { Store } from './row-store.js'
import type { TransactionOptions } from '../repository/paging-and-sorting-repository.js'

interface Frame<Transaction> {
  readonly transaction: Transaction
  last: Promise<unknown>
  isOver: boolean
}

/** A connection can only undo to its last savepoint, so inner transactions run one after the other. */
export class NestedTransactions<Transaction> {
  readonly #begin: Store<Transaction>['begin']
  readonly #frames = new AsyncLocalStorage<Frame<Transaction>>()

  constructor(begin: Store<Transaction>['begin']) {
    this.#begin = begin
  }

  /** @throws ServiceUnavailableException after the end, because another transaction may have the connection */
  get current(): Transaction | undefined {
    return this.#frame?.transaction
  }

  get #frame(): Frame<Transaction> | undefined {
    const frame = this.#frames.getStore()
    if (frame?.isOver === true) throw requestHasEnded()
    return frame
  }

  async run<Result>(work: () => Promise<Result>, options: TransactionOptions = {}): Promise<Result> {
    const outer = this.#frame
    const begin = async (): Promise<Result> => {
      if (outer?.isOver === true) throw requestHasEnded()
      return this.#begin(outer?.transaction, async (transaction) => this.#runIn(transaction, work), options)
    }
    if (outer === undefined) return begin()
    const turn = outer.last.then(begin)
    outer.last = turn.catch(() => undefined)
    return turn
  }

  async #runIn<Result>(transaction: Transaction, work: () => Promise<Result>): Promise<Result> {
    const frame = { transaction, last: Promise.resolve(), isOver: false }
    try {
      return await this.#frames.run(frame, async () => untilRequestEnds(work))
    } finally {
      frame.isOver = true
    }
  }
}

const known = new WeakMap<object, NestedTransactions<unknown>>()

/** Returns the transactions that all repositories of a store share. */
export function transactionsOf<Transaction>(store: Store<Transaction>): NestedTransactions<Transaction> {
  const make = (): NestedTransactions<unknown> => new NestedTransactions<unknown>(store.begin.bind(store))
  return getOrInsert(known, store, make) as NestedTransactions<Transaction>
}

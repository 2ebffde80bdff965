import { AsyncLocalStorage } from 'node:async_hooks'
import { requestHasEnded, untilRequestEnds } from '../request-end.js'

/** A running transaction: how to undo each of its changes, and a promise of its end. */
interface Transaction {
  readonly undo: (() => void)[]
  readonly waiting: (() => void)[]
  isOver: boolean
}

/** Transactions in memory. They are all or nothing, and run one after the other. */
export class MemoryTransactions {
  #running: Transaction | undefined
  readonly #current = new AsyncLocalStorage<Transaction>()

  /** Runs `work` in a transaction. An inner transaction is a part of the outer one, which waits for its end. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.inTurn(async () => this.#begin(work))
  }

  /** Remembers how to undo a change, while a transaction runs. */
  onFailure(undo: () => void): void {
    this.#running?.undo.push(undo)
  }

  /** Waits for the end of a running transaction of others. Then it acts before another transaction can begin. */
  async inTurn<Result>(act: () => Result | Promise<Result>): Promise<Result> {
    const own = this.#current.getStore()
    if (own?.isOver === true) throw requestHasEnded()
    while (this.#running !== undefined && this.#running !== own) {
      const { waiting } = this.#running
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    return act()
  }

  async #begin<Result>(work: () => Promise<Result>): Promise<Result> {
    const outer = this.#running
    const transaction: Transaction = { undo: [], waiting: [], isOver: false }
    this.#running = transaction
    try {
      const result = await this.#current.run(transaction, async () => untilRequestEnds(work))
      outer?.undo.push(...transaction.undo)
      return result
    } catch (error) {
      for (const undo of transaction.undo.toReversed()) undo()
      throw error
    } finally {
      transaction.isOver = true
      this.#running = outer
      for (const goOn of transaction.waiting) goOn()
    }
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { requestHasEnded, untilRequestEnds } from '../request-end.js'

interface Transaction {
  readonly undo: (() => void)[]
  readonly waiting: (() => void)[]
  isOver: boolean
}

/** Transactions in memory. Each is all or nothing, and they run one after the other. */
export class MemoryTransactions {
  #running: Transaction | undefined
  readonly #current = new AsyncLocalStorage<Transaction>()

  /** An inner transaction is a part of the outer transaction. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.inTurn(async () => this.#begin(work))
  }

  /** Remembers how to undo a change of the running transaction. */
  onFailure(undo: () => void): void {
    this.#running?.undo.push(undo)
  }

  /** Waits while another transaction runs. Calls `act` before the next transaction can begin. */
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

/**
 * A transaction, or one inside of another. Its statements run one after the other, since they share a
 * connection; a transaction inside of it takes one turn as a whole, so that undoing that undoes nothing else.
 */
export class TransactionLevel {
  /** 0 for the transaction itself. */
  readonly depth: number
  /** True if undoing to the last savepoint of a statement would undo nothing but that statement. */
  hasFreshSavepoint = false
  hasSavepoint = false
  #lastTurn: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor(depth: number) {
    this.depth = depth
  }

  async inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastTurn.then(async () => {
      if (this.#isOver) throw new Error('The transaction is over: await everything that belongs to it')
      return act()
    })
    this.#lastTurn = turn.catch(() => undefined)
    return turn
  }

  /** Waits for what has begun, and refuses what comes later: its connection may be another one's by then. */
  async close(): Promise<void> {
    if (this.#isOver) return
    await this.inTurn(async () => {
      this.#isOver = true
    })
  }
}

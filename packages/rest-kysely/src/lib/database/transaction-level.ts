/** Runs statements one after the other. An inner transaction is one turn, so that undoing it undoes nothing else. */
export class TransactionLevel {
  /** 0 for the outermost transaction. */
  readonly depth: number
  /** True if there was no write since the savepoint, so that the next statement can use it. */
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

  /** Waits for the turns that have begun. Refuses later turns, because another request may have the connection then. */
  async close(): Promise<void> {
    if (this.#isOver) return
    await this.inTurn(async () => {
      this.#isOver = true
    })
  }
}

import { setTimeout } from 'node:timers/promises'
import { type ClientSession, MongoError, type TransactionOptions as SessionOptions } from 'mongodb'
import { isConflict } from '@mvc-router/rest/store'

/** The shortest and the longest pause between attempts to write a locked row, in milliseconds. */
const firstPause = 2
const lastPause = 50

const sessionOptions: SessionOptions = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } }

/**
 * A transaction of a session. Its statements run one after the other. MongoDB has no savepoints, so an inner
 * transaction remembers how to undo its writes. MongoDB does not wait for a locked row, so the first statement is
 * repeated.
 */
export class MongoTransaction {
  readonly #session: ClientSession
  readonly #lockTimeout: number
  #last: Promise<unknown> = Promise.resolve()
  /** True until a statement succeeds, so that the transaction can begin again. */
  #isFresh = true
  /** The error that ended the transaction on the server. */
  #failure: { readonly error: unknown } | undefined
  /** Functions that undo the writes of each inner transaction. The innermost transaction is last. */
  readonly #levels: (() => Promise<void>)[][] = []

  constructor(session: ClientSession, lockTimeout: number) {
    this.#session = session
    this.#lockTimeout = lockTimeout
    session.startTransaction(sessionOptions)
  }

  /** True inside of an inner transaction. */
  get isNested(): boolean {
    return this.#levels.length > 0
  }

  async run<Result>(statement: (session: ClientSession) => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(async () => this.#try(statement))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Remembers how to undo a write of an inner transaction. The server undoes the outermost transaction. */
  remember(undo: () => Promise<void>): void {
    this.#levels.at(-1)?.push(undo)
  }

  async nested<Result>(work: () => Promise<Result>): Promise<Result> {
    const undos: (() => Promise<void>)[] = []
    this.#levels.push(undos)
    try {
      const result = await work()
      this.#levels.pop()
      this.#levels.at(-1)?.push(...undos)
      return result
    } catch (error) {
      this.#levels.pop()
      if (this.#failure === undefined) for (const undo of undos.toReversed()) await undo()
      throw error
    }
  }

  /** @throws the error that broke the transaction. */
  async commit(): Promise<void> {
    await this.#last
    if (this.#failure !== undefined) throw this.#failure.error
    await this.#session.commitTransaction()
  }

  async abort(): Promise<void> {
    await this.#last
    if (this.#session.inTransaction()) await this.#session.abortTransaction()
  }

  async #try<Result>(statement: (session: ClientSession) => Promise<Result>): Promise<Result> {
    if (this.#failure !== undefined) throw this.#failure.error
    const deadline = Date.now() + this.#lockTimeout
    for (let pause = firstPause; ; pause = Math.min(2 * pause, lastPause)) {
      try {
        const result = await statement(this.#session)
        this.#isFresh = false
        return result
      } catch (error) {
        // After an error of the server, the whole transaction is undone.
        const isOver = error instanceof MongoError
        if (!isOver || !this.#isFresh || !isConflict(error) || Date.now() > deadline) {
          if (isOver) this.#failure = { error }
          throw error
        }
        await this.#session.abortTransaction()
        await setTimeout(pause * (0.5 + Math.random()))
        this.#session.startTransaction(sessionOptions)
      }
    }
  }
}

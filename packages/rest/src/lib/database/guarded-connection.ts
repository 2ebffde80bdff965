import type { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, type QueryResult, type TransactionSettings } from 'kysely'
import type { BorrowedConnection, ConnectionSource } from './sources/connection-source.js'
import { endsTransaction, isConnectionLost } from './database-errors.js'
import type { DatabaseTimeouts } from './database-timeouts.js'
import { withDeadline } from './deadline.js'
import { TransactionLevel } from './transaction-level.js'

/** What is known of a query. */
export interface ExecuteOptions {
  /** It writes and locks nothing. */
  readonly isRead?: boolean
}

/** How much longer than the database itself to wait for what it says. */
const answerMs = 500

/** The level of which transaction the caller is part. */
export interface CurrentLevel {
  readonly connection: GuardedConnection
  readonly level: TransactionLevel
}

/**
 * A connection whose transactions keep their promise: a statement that fails undoes itself alone, and where the
 * database undid more than that, nothing further is written, and the commit is refused.
 */
export class GuardedConnection implements DatabaseConnection {
  readonly #source: ConnectionSource
  readonly #borrowed: BorrowedConnection
  readonly #timeouts: DatabaseTimeouts
  readonly #current: AsyncLocalStorage<CurrentLevel>
  #outermost: TransactionLevel | undefined
  /** What broke the transaction. */
  #failure: { readonly error: unknown } | undefined
  #isBroken = false

  constructor(
    source: ConnectionSource,
    borrowed: BorrowedConnection,
    timeouts: DatabaseTimeouts,
    current: AsyncLocalStorage<CurrentLevel>,
  ) {
    this.#source = source
    this.#borrowed = borrowed
    this.#timeouts = timeouts
    this.#current = current
  }

  async executeQuery<Row>(
    query: CompiledQuery,
    { isRead = false }: ExecuteOptions = {},
  ): Promise<QueryResult<Row>> {
    const level = this.#levelOfCaller()
    return level === undefined
      ? this.#run(query)
      : level.inTurn(async () => this.#runIn(level, query, isRead))
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#checkUsable()
    const { connection } = this.#borrowed
    try {
      yield* connection.streamQuery<Row>(query, chunkSize)
    } catch (error) {
      // A cursor leaves its transaction in no state that is known.
      this.#failure ??= { error }
      throw error
    }
  }

  release(): void {
    this.#borrowed.release(this.#isBroken)
  }

  /** Begins a transaction, and gives the level of its work. */
  async begin({ isolationLevel, accessMode }: TransactionSettings = {}): Promise<TransactionLevel> {
    if (this.#outermost !== undefined)
      throw new Error('For a transaction in a transaction use the method of the database')
    const { family, takesScripts } = this.#source
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode]
      .filter(Boolean)
      .join(', ')
    const commands = family === 'mysql' && modes !== '' ? [`set transaction ${modes}`] : []
    // SQLite takes its lock when the transaction begins, so that it cannot fail half-way.
    if (family === 'sqlite') commands.push('begin immediate')
    else commands.push(family === 'postgres' && modes !== '' ? `begin ${modes}` : 'begin')
    const level = new TransactionLevel(0)
    // The first statement has its savepoint for nothing.
    if (takesScripts && family === 'postgres') {
      commands.push(`savepoint ${statementSavepoint(level)}`)
      level.hasSavepoint = level.hasFreshSavepoint = true
    }
    await this.#command(...commands)
    this.#outermost = level
    return level
  }

  /** @throws the error that broke the transaction, after which there is nothing to commit. */
  async commit(): Promise<void> {
    await this.#outermost?.close()
    this.#checkUsable()
    await this.#command('commit')
    this.#outermost = undefined
  }

  /** Undoes the transaction, or gives up the connection, which undoes it too. */
  async rollback(): Promise<void> {
    await this.#outermost?.close()
    try {
      if (!this.#isBroken) await this.#command('rollback')
    } catch {
      this.#isBroken = true
    }
    this.#outermost = undefined
    this.#failure = undefined
  }

  /** Runs `work` as a transaction inside of this one: all its writes happen or none, and only its own. */
  async nested<Result>(outer: TransactionLevel, work: () => Promise<Result>): Promise<Result> {
    return outer.inTurn(async () => {
      this.#checkUsable()
      const inner = new TransactionLevel(outer.depth + 1)
      const savepoint = `mvc_transaction_${inner.depth}`
      await this.#command(`savepoint ${savepoint}`)
      try {
        const result = await this.#current.run({ connection: this, level: inner }, work)
        await inner.close()
        this.#checkUsable()
        await this.#command(`release savepoint ${savepoint}`)
        outer.hasFreshSavepoint = false
        return result
      } catch (error) {
        await inner.close()
        await this.#undoTo(savepoint, `release savepoint ${savepoint}`)
        throw error
      }
    })
  }

  /** Runs a command about a savepoint of the application's own, which must not lie inside of one of a statement. */
  async runSavepoint(command: CompiledQuery): Promise<void> {
    const level = this.#levelOfCaller()
    if (level === undefined) await this.#run(command)
    else
      await level.inTurn(async () => {
        this.#checkUsable()
        if (level.hasSavepoint) await this.#command(`release savepoint ${statementSavepoint(level)}`)
        level.hasSavepoint = level.hasFreshSavepoint = false
        try {
          await this.#run(command)
        } catch (error) {
          this.#failure = { error }
          throw error
        }
      })
  }

  #levelOfCaller(): TransactionLevel | undefined {
    const current = this.#current.getStore()
    return current?.connection === this ? current.level : this.#outermost
  }

  async #runIn<Row>(
    level: TransactionLevel,
    query: CompiledQuery,
    isRead: boolean,
  ): Promise<QueryResult<Row>> {
    this.#checkUsable()
    await this.#setSavepoint(level)
    try {
      const result = await this.#run<Row>(query)
      if (!isRead) level.hasFreshSavepoint = false
      return result
    } catch (error) {
      if (endsTransaction(error, this.#source.family)) this.#failure = { error }
      else if (level.hasSavepoint) await this.#undoTo(statementSavepoint(level))
      throw error
    }
  }

  /** In PostgreSQL alone a statement that fails takes its transaction with it. */
  async #setSavepoint(level: TransactionLevel): Promise<void> {
    if (this.#source.family !== 'postgres' || level.hasFreshSavepoint) return
    const savepoint = statementSavepoint(level)
    const release = level.hasSavepoint ? [`release savepoint ${savepoint}`] : []
    await this.#command(...release, `savepoint ${savepoint}`)
    level.hasSavepoint = level.hasFreshSavepoint = true
  }

  async #undoTo(savepoint: string, ...commands: readonly string[]): Promise<void> {
    if (this.#failure !== undefined) return
    try {
      await this.#command(`rollback to savepoint ${savepoint}`, ...commands)
    } catch (error) {
      this.#failure = { error }
    }
  }

  async #command(...commands: readonly string[]): Promise<void> {
    const scripts = this.#source.takesScripts ? [commands.join('; ')] : commands
    for (const script of scripts) await this.#run(CompiledQuery.raw(script))
  }

  async #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const answer = this.#borrowed.connection.executeQuery<Row>(query)
    try {
      return this.#source.family === 'sqlite' ? await answer : await this.#inTime(answer)
    } catch (error) {
      if (isConnectionLost(error)) this.#isBroken = true
      throw error
    }
  }

  /** The database ends a statement that takes too long; one that says nothing at all is given up. */
  async #inTime<Result>(answer: Promise<Result>): Promise<Result> {
    return withDeadline(answer, this.#timeouts.statementTimeout + answerMs, 'The database’s answer')
  }

  #checkUsable(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }
}

function statementSavepoint({ depth }: TransactionLevel): string {
  return `mvc_statement_${depth}`
}

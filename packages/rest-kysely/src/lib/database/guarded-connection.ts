import type { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, type QueryResult, type TransactionSettings } from 'kysely'
import type { BorrowedConnection, ConnectionSource } from './sources/connection-source.js'
import { databaseProblem, isConnectionLost } from '@mvc-router/rest/store'
import type { DatabaseFamily } from './database-family.js'
import type { DatabaseTimeouts } from './database-timeouts.js'
import { requestHasEnded, type RequestEnd } from '@mvc-router/rest/store'
import { DeadlineException, withDeadline } from './deadline.js'
import { TransactionLevel } from './transaction-level.js'

/** Options of `Database.execute`. */
export interface ExecuteOptions {
  /** True if the query neither writes nor locks. */
  readonly isRead?: boolean
}

/** Time for the answer on the network, after the time limit of the database. */
const answerMs = 500

/** Matches statements that begin a transaction, or that change the automatic commit. */
const beginsByText =
  /^\s*(?:begin|start\s+transaction|savepoint|lock\s+tables?|set\s+(?:session\s+)?autocommit)\b/i

export interface CurrentLevel {
  readonly connection: GuardedConnection
  readonly level: TransactionLevel
}

/** A failed statement undoes only itself. If the database undid more, the transaction refuses further statements. */
export class GuardedConnection implements DatabaseConnection {
  readonly #source: ConnectionSource
  readonly #borrowed: BorrowedConnection
  readonly #timeouts: DatabaseTimeouts
  readonly #current: AsyncLocalStorage<CurrentLevel>
  #outermost: TransactionLevel | undefined
  #failure: { readonly error: unknown; readonly isFinal?: boolean } | undefined
  /** True while `commit` or `rollback` waits for the database. */
  #isEnding = false
  #isBroken = false
  #isReleased = false
  /** The number of statements that wait for the database. */
  #running = 0
  /** Ends a transaction or a stream that the application does not continue. */
  #idle: NodeJS.Timeout | undefined
  #forgetRequest: (() => void) | undefined
  #streamed: AsyncIterableIterator<unknown> | undefined
  #rejectGivenUp: ((error: unknown) => void) | undefined

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
    if (level !== undefined) return level.inTurn(async () => this.#runIn(level, query, isRead))
    // The next borrower would write into this transaction. In SQLite, `release` undoes the transaction.
    if (beginsByText.test(query.sql) && this.#source.family !== 'sqlite') this.#isBroken = true
    return this.#run(query)
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#checkUsable()
    const rows = this.#borrowed.connection.streamQuery<Row>(query, chunkSize)
    this.#streamed = rows
    this.#startIdle()
    try {
      for await (const chunk of rows) {
        yield chunk
        this.#checkUsable()
        this.#idle?.refresh()
      }
    } catch (error) {
      // After an error of a cursor, the state of the transaction is unknown.
      this.#failure ??= { error }
      throw error
    } finally {
      this.#streamed = undefined
      if (this.#outermost === undefined) this.#stopIdle()
    }
  }

  /** Returns the result of `work`. Rejects if the connection is given up before. */
  async unlessGivenUp<Result>(work: Promise<Result>): Promise<Result> {
    const givenUp = new Promise<never>((_, reject) => {
      this.#rejectGivenUp = reject
      if (this.#failure?.isFinal === true) reject(this.#failure.error)
    })
    return Promise.race([work, givenUp])
  }

  /** Gives the connection back at the end of the request, even if it is still in use. */
  endWith(request: RequestEnd | undefined): void {
    this.#forgetRequest = request?.onEnd(() => void this.#giveUp(requestHasEnded()))
  }

  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#forgetRequest?.()
    this.#stopIdle()
    this.#borrowed.release(this.#isBroken)
  }

  /** Undoes an open transaction and gives the connection back. Later statements are refused. */
  async #giveUp(reason: unknown): Promise<void> {
    if (this.#isReleased || this.#failure?.isFinal === true) return
    // `commit` or `rollback` ends the transaction itself, and has its own deadline.
    if (this.#isEnding) return
    this.#failure = { error: reason, isFinal: true }
    this.#rejectGivenUp?.(reason)
    const isOpen = this.#outermost !== undefined
    const isBusy = this.#running > 0
    void this.#streamed?.return?.()
    if (isBusy || this.#streamed !== undefined) this.#isBroken = true
    try {
      if (isOpen && !this.#isBroken) await this.#command('rollback')
    } catch {
      this.#isBroken = true
    }
    this.release()
  }

  #startIdle(): void {
    if (this.#idle !== undefined) return
    const { idleTimeout } = this.#timeouts
    const end = (): void => {
      if (this.#running > 0) this.#idle?.refresh()
      else void this.#giveUp(new DeadlineException('The next statement', idleTimeout))
    }
    this.#idle = setTimeout(end, idleTimeout)
    this.#idle.unref()
  }

  #stopIdle(): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings = {}): Promise<TransactionLevel> {
    this.#checkUsable()
    if (this.#outermost !== undefined)
      throw new Error(
        'To start a transaction inside of a transaction, call the method transaction of the Database',
      )
    const { family, takesScripts } = this.#source
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode]
      .filter(Boolean)
      .join(', ')
    const commands = family === 'mysql' && modes !== '' ? [`set transaction ${modes}`] : []
    // `immediate` locks the SQLite database now, so that no later statement fails because of a lock.
    if (family === 'sqlite') commands.push('begin immediate')
    else commands.push(family === 'postgres' && modes !== '' ? `begin ${modes}` : 'begin')
    const level = new TransactionLevel(0)
    // The savepoint of the first statement is sent in the same message as `begin`.
    if (takesScripts && family === 'postgres') {
      commands.push(`savepoint ${statementSavepoint(level)}`)
      level.hasSavepoint = level.hasFreshSavepoint = true
    }
    await this.#command(...commands)
    this.#outermost = level
    this.#startIdle()
    return level
  }

  /** @throws the error that broke the transaction. */
  async commit(): Promise<void> {
    await this.#outermost?.close()
    this.#checkUsable()
    this.#isEnding = true
    try {
      await this.#command('commit')
    } finally {
      this.#isEnding = false
    }
    this.#outermost = undefined
    this.#stopIdle()
  }

  /** If the command fails, the broken connection is closed, which also undoes the transaction. */
  async rollback(): Promise<void> {
    if (this.#failure?.isFinal === true) return
    await this.#outermost?.close()
    this.#isEnding = true
    try {
      if (!this.#isBroken) await this.#command('rollback')
    } catch {
      this.#isBroken = true
    }
    this.#isEnding = false
    this.#outermost = undefined
    this.#failure = undefined
    this.#stopIdle()
  }

  /** Runs `work` as an inner transaction. If it fails, only its writes are undone. */
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

  /** Runs a command for the application's own savepoint, which must not be inside of a statement's savepoint. */
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

  /** Only in PostgreSQL, a failed statement breaks its transaction. */
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
    // Another borrower may use the connection now.
    if (this.#isReleased) throw this.#failure?.error ?? new Error('The connection was given back')
    const answer = this.#borrowed.connection.executeQuery<Row>(query)
    this.#running++
    try {
      if (this.#source.family === 'sqlite') return await answer
      // The database ends a slow statement. This deadline is for a database that does not answer.
      return await withDeadline(answer, this.#timeouts.statementTimeout + answerMs, 'The database’s answer')
    } catch (error) {
      if (isConnectionLost(error)) this.#isBroken = true
      throw error
    } finally {
      this.#running--
      this.#idle?.refresh()
    }
  }

  #checkUsable(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }
}

function statementSavepoint({ depth }: TransactionLevel): string {
  return `mvc_statement_${depth}`
}

/** True if the error may have undone the transaction. MySQL would then commit each further statement. */
export function endsTransaction(error: unknown, family: DatabaseFamily): boolean {
  if (!(error instanceof Error)) return true
  const problem = databaseProblem(error)
  if (problem === 'conflict' || problem === 'busy' || problem === 'away') return true
  if (problem !== undefined || family !== 'mysql') return false
  // SQLSTATE class 42 is a wrong statement. An error without a state does not come from the server.
  const state: unknown = Reflect.get(error, 'sqlState')
  return typeof state === 'string' && !state.startsWith('42')
}

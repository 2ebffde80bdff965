import { beginningAtOnce, keptStatements, toBindable } from './sqlite-database.js'
import type { SqliteChanges, SqliteDatabase, SqliteStatement } from './sqlite-database.js'

/** The methods of a `libsql` connection that `libsqlDatabase` uses. */
export interface LibsqlDatabase {
  readonly inTransaction?: boolean
  prepare(sql: string): LibsqlStatement
  exec(sql: string): unknown
  close(): unknown
}

/** The methods of a prepared statement in `libsql`. */
export type LibsqlStatement = SqliteStatement

/**
 * Wraps `libsql` in explicit transactions (decisions/databases.md). `libsql` never resets a statement that found the
 * database locked. A later write without a transaction succeeds, but is never committed. So each write runs between
 * `begin immediate` and `commit`. After a lock, the connection is replaced as soon as it has no transaction.
 *
 * @param open opens a connection, and each replacement. A connection that is passed directly is never replaced.
 */
export function libsqlDatabase(open: LibsqlDatabase | (() => LibsqlDatabase)): SqliteDatabase {
  let database = typeof open === 'function' ? open() : open
  let isUnfinished = false
  const { prepare, clear } = keptStatements((sql) => prepareSafely(beginningAtOnce(sql)))

  function prepareSafely(sql: string): SqliteStatement {
    if (isCommand(sql)) return command(() => database.exec(sql))
    const statement = database.prepare(sql)
    const act = isRead(sql) ? watched : writing
    const all = (parameters: readonly unknown[]): unknown[] =>
      act(() => statement.all(parameters.map(toBindable)))
    return {
      reader: statement.reader,
      all,
      run: (parameters) => act(() => statement.run(parameters.map(toBindable))),
      // An iterator of `libsql` cannot be closed early, and would leave its statement unfinished.
      iterate: (parameters) => all(parameters).values(),
    }
  }

  function writing<Result>(act: () => Result): Result {
    if (isOpen()) return watched(act)
    database.exec('begin immediate')
    try {
      const result = watched(act)
      database.exec('commit')
      return result
    } catch (error) {
      if (isOpen()) database.exec('rollback')
      throw error
    }
  }

  function watched<Result>(act: () => Result): Result {
    try {
      return act()
    } catch (error) {
      if (isBusy(error)) isUnfinished = true
      throw error
    }
  }

  function renew(): void {
    if (!isUnfinished || typeof open !== 'function' || isOpen()) return
    const lost = database
    clear()
    database = open()
    isUnfinished = false
    lost.close()
  }

  function isOpen(): boolean {
    return database.inTransaction ?? false
  }

  return {
    get inTransaction() {
      return isOpen()
    },
    prepare(sql) {
      renew()
      return prepare(sql)
    },
    close() {
      clear()
      database.close()
    },
  }
}

/** True for the error of SQLite that says that the database is locked. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code))
}

/** True for a command that controls a transaction, or must not be in one. */
function isCommand(sql: string): boolean {
  return /^\s*(?:begin|commit|end|rollback|savepoint|release|vacuum|attach|detach)\b/i.test(sql)
}

function isRead(sql: string): boolean {
  return /^\s*(?:(?:select|values|explain|pragma)\b|with\b(?!.*\b(?:insert|update|delete|replace)\b))/is.test(
    sql,
  )
}

function command(exec: () => unknown): SqliteStatement {
  const run = (): SqliteChanges => {
    exec()
    return { changes: 0, lastInsertRowid: 0 }
  }
  return { reader: false, run, all: () => (exec(), []), iterate: () => (exec(), [].values()) }
}

import { beginningAtOnce, keptStatements, toBindable } from './sqlite-database.js'
import type { SqliteChanges, SqliteDatabase, SqliteStatement } from './sqlite-database.js'

/** The part of `libsql`, the native SQLite, that is used. */
export interface LibsqlDatabase {
  readonly inTransaction?: boolean
  prepare(sql: string): LibsqlStatement
  exec(sql: string): unknown
  close(): unknown
}

/** A prepared statement of `libsql`, as far as it is used. */
export interface LibsqlStatement {
  readonly reader: boolean
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): SqliteChanges
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>
}

/**
 * `libsql` behind explicit transactions (decisions/databases.md). It never resets a statement that found the database
 * locked: what is written alone after that is acknowledged, and never committed. So each write runs between `begin immediate` and
 * `commit`, which `exec` runs and finishes; and a connection on which a prepared statement found a lock is given up for a new one as
 * soon as it has no transaction.
 *
 * @param open gives a connection; called again for each that is given up. With a connection alone none is.
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
      // An iterator of `libsql` cannot be ended: left half-way it would keep its statement in progress.
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

/** SQLite says so of a lock that another connection has. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code))
}

/** True for a command that runs in no transaction of its own, or controls one. */
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

import { beginningAtOnce, keptStatements, toBindable } from './sqlite-database.js'
import type { SqliteChanges, SqliteDatabase, SqliteStatement } from './sqlite-database.js'

interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options?: { readonly timeout?: number }) => NodeSqliteDatabase
}

/** The methods of a `node:sqlite` connection that `nodeSqliteDatabase` uses. */
export interface NodeSqliteDatabase {
  readonly isTransaction?: boolean
  prepare(sql: string): NodeSqliteStatement
  exec(sql: string): void
  close(): void
}

/** The methods of a prepared statement in `node:sqlite`. */
export interface NodeSqliteStatement {
  columns?(): readonly unknown[]
  all(...parameters: readonly Bindable[]): unknown[]
  run(...parameters: readonly Bindable[]): SqliteChanges
  iterate(...parameters: readonly Bindable[]): Iterator<unknown>
  setReadBigInts(isEnabled: boolean): void
}

type Bindable = ReturnType<typeof toBindable>

/** Returns `node:sqlite`, which needs no flag from Node 22.13 on. */
export function nodeSqlite(): NodeSqlite | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 13)
    ? (process.getBuiltinModule('node:sqlite') as unknown as NodeSqlite | undefined)
    : undefined
}

/**
 * Wraps `node:sqlite`, which resets each statement when it ends or fails. The `code` of an error is its SQLite name. An
 * integer that a number cannot hold exactly is read as a bigint.
 */
export function nodeSqliteDatabase(database: NodeSqliteDatabase): SqliteDatabase {
  const { prepare, clear } = keptStatements((sql) => prepareSafely(beginningAtOnce(sql)))

  function prepareSafely(sql: string): SqliteStatement {
    const statement = named(() => database.prepare(sql))
    // `readRows` may run a statement again to read bigints. With `returning`, the statement would write twice.
    const isReturning = /\breturning\b/i.test(sql)
    if (isReturning) statement.setReadBigInts(true)
    return {
      reader: givesRows(statement, sql),
      all: (parameters) => named(() => readRows(statement, parameters.map(toBindable), isReturning)),
      run: (parameters) => named(() => statement.run(...parameters.map(toBindable))),
      *iterate(parameters) {
        // A write is not committed until its last row is read.
        if (!/^\s*select\b/i.test(sql)) {
          yield* named(() => readRows(statement, parameters.map(toBindable), isReturning))
          return
        }
        // A statement has one cursor, so each stream needs its own statement.
        const stream = named(() => database.prepare(sql))
        stream.setReadBigInts(true)
        const rows = stream.iterate(...parameters.map(toBindable))
        try {
          for (let row = named(() => rows.next()); row.done !== true; row = named(() => rows.next()))
            yield withNumbers(row.value)
        } finally {
          // Ends the read if the caller leaves the stream early.
          rows.return?.()
        }
      },
    }
  }

  return {
    get inTransaction() {
      return database.isTransaction ?? refusesToBegin(database)
    },
    prepare,
    close() {
      clear()
      database.close()
    },
  }
}

/** Copies the list, because under Jest a module of Node has another class `Array` than the tests. */
function readRows(
  statement: NodeSqliteStatement,
  parameters: readonly Bindable[],
  isReturning: boolean,
): unknown[] {
  if (isReturning) return Array.from(statement.all(...parameters), withNumbers)
  try {
    return [...statement.all(...parameters)]
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_OUT_OF_RANGE') throw error
    statement.setReadBigInts(true)
    try {
      return Array.from(statement.all(...parameters), withNumbers)
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

/** Converts bigints to numbers if they are exact. */
function withNumbers(row: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row as Record<string, unknown>).map(([name, value]) => {
      const number = typeof value === 'bigint' ? Number(value) : undefined
      return [name, Number.isSafeInteger(number) ? number : value]
    }),
  )
}

/** True if the statement returns rows. Node 22.13 to 22.15 has no `columns`, so the text decides. */
function givesRows(statement: NodeSqliteStatement, sql: string): boolean {
  const columns = statement.columns?.()
  return columns === undefined
    ? /^\s*(?:select|with|values|explain|pragma)\b|\breturning\b/i.test(sql)
    : columns.length > 0
}

/** For Node 22.13 to 22.15, which has no `isTransaction`. This `begin` takes no lock. */
function refusesToBegin(database: NodeSqliteDatabase): boolean {
  try {
    database.exec('begin')
  } catch {
    return true
  }
  database.exec('rollback')
  return false
}

/** Runs `act`, and sets the `code` of its errors to the SQLite name, such as `SQLITE_BUSY`. */
function named<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (cause) {
    // Under Jest, a module of Node has another class `Error` than the tests.
    const error = cause instanceof Error ? cause : new Error((cause as Error).message, { cause })
    const code = (cause as { errcode?: unknown }).errcode
    if (typeof code === 'number') Object.assign(error, { code: nameOf(code) })
    throw error
  }
}

function nameOf(code: number): string {
  return namesOfExtendedCodes.get(code) ?? namesOfCodes[code & 0xff] ?? 'SQLITE_ERROR'
}

/** The primary codes of https://sqlite.org/rescode.html, in order. */
const namesOfCodes: readonly string[] = (
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA ' +
  'TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'
)
  .split(' ')
  .map((name) => `SQLITE_${name}`)

const namesOfExtendedCodes: ReadonlyMap<number, string> = new Map([
  [275, 'SQLITE_CONSTRAINT_CHECK'],
  [787, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  [1299, 'SQLITE_CONSTRAINT_NOTNULL'],
  [1555, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
  [1811, 'SQLITE_CONSTRAINT_TRIGGER'],
  [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
  [2579, 'SQLITE_CONSTRAINT_ROWID'],
  [3091, 'SQLITE_CONSTRAINT_DATATYPE'],
])

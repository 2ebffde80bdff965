/** A SQLite database of any driver, with the interface of Kysely's `SqliteDialect`. */
export interface SqliteDatabase {
  /** True while a transaction is open. */
  readonly inTransaction: boolean
  prepare(sql: string): SqliteStatement
  close(): void
}

/** A prepared statement. */
export interface SqliteStatement {
  /** True if the statement returns rows. */
  readonly reader: boolean
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): SqliteChanges
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>
}

/** The result of a statement without rows. */
export interface SqliteChanges {
  readonly changes: number | bigint
  readonly lastInsertRowid: number | bigint
}

const maxStatements = 200

/** A query by key takes 5 µs in `libsql` and 1.3 µs in `node:sqlite`. Without this cache, it takes 14 µs and 6.6 µs. */
export function keptStatements<Statement>(prepare: (sql: string) => Statement): {
  readonly prepare: (sql: string) => Statement
  readonly clear: () => void
} {
  const statements = new Map<string, Statement>()
  return {
    prepare(sql) {
      const statement = statements.get(sql) ?? prepare(sql)
      statements.delete(sql)
      statements.set(sql, statement)
      const [oldest] = statements.keys()
      if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest)
      return statement
    },
    clear: () => statements.clear(),
  }
}

/** A transaction locks the database at its begin, so that no later statement fails because of the lock. */
export function beginningAtOnce(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql
}

const refused = { code: 'SQLITE_MISMATCH' }

/**
 * Converts a value for SQLite. A boolean would crash `libsql`. Every driver would cut a text at a NUL.
 *
 * @throws TypeError for any other value
 */
export function toBindable(value: unknown): null | number | bigint | string | Uint8Array {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0'))
        throw Object.assign(new TypeError('SQLite cannot hold a text with NUL'), refused)
      return value
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value)
        throw Object.assign(new TypeError('SQLite cannot hold an integer of more than 64 bits'), refused)
      return value
    case 'number':
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'undefined':
      return null
    default:
      if (value === null || value instanceof Uint8Array) return value
      if (value instanceof Date) return value.toISOString()
      throw new TypeError(`SQLite cannot hold a value of type ${typeof value}`)
  }
}

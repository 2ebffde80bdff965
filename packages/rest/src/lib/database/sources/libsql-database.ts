/** What is needed of `libsql`, the native SQLite. */
export interface LibsqlDatabase {
  readonly inTransaction?: boolean
  prepare(sql: string): LibsqlStatement
  close(): unknown
}

/** A prepared statement of `libsql`, as far as it is used. */
export interface LibsqlStatement {
  readonly reader: boolean
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>
}

const maxStatements = 200

/** What SQLite itself says of a value that a column cannot hold. */
const refused = { code: 'SQLITE_MISMATCH' }

/**
 * `libsql` as Kysely's SqliteDialect wants its database, with what that lacks: statements are prepared once, which
 * is most of the time of a small query; a transaction takes its lock when it begins, so that it cannot fail half-way;
 * and values that `libsql` cannot bind never reach it, since a boolean ends the process there, and a NUL the text.
 */
export function libsqlDatabase(database: LibsqlDatabase): LibsqlDatabase {
  const statements = new Map<string, LibsqlStatement>()

  function prepare(sql: string): LibsqlStatement {
    let statement = statements.get(sql)
    if (statement === undefined)
      statement = prepareSafely(database, sql === 'begin' ? 'begin immediate' : sql)
    else statements.delete(sql)
    statements.set(sql, statement)
    if (statements.size > maxStatements) {
      const [oldest] = statements.keys()
      if (oldest !== undefined) statements.delete(oldest)
    }
    return statement
  }

  function close(): void {
    statements.clear()
    database.close()
  }

  return {
    get inTransaction() {
      return database.inTransaction ?? false
    },
    prepare,
    close,
  }
}

function prepareSafely(database: LibsqlDatabase, sql: string): LibsqlStatement {
  const statement = database.prepare(sql)
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(toBindable)),
    run: (parameters) => statement.run(parameters.map(toBindable)),
    // A statement has one cursor, so that a stream needs one of its own.
    iterate: (parameters) => database.prepare(sql).iterate(parameters.map(toBindable)),
  }
}

function toBindable(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0'))
        throw Object.assign(new TypeError('SQLite cannot hold a text with NUL'), refused)
      return value
    case 'number':
    case 'bigint':
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

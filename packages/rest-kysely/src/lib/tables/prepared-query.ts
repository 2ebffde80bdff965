import type { Compilable, QueryResult, RootOperationNode } from 'kysely'
import type { Database } from '../database/database.js'

/** Result of a query, with the number of rows that it wrote, in whichever way the driver reports that. */
export interface Outcome {
  readonly rows: readonly Record<string, unknown>[]
  readonly affected: number
  readonly insertId: bigint | undefined
}

/** Makes what to give to Kysely in the place of a value that comes with each execution. */
export type MakeParameter = (name: string) => never

class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A query that is built and compiled once, with named parameters: get by key takes 27 µs if Kysely builds it each time, and 10 to 13 µs compiled. */
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

/** Our selects call nothing that writes; with an end modifier, such as `for update`, they lock. */
function isRead(query: RootOperationNode): boolean {
  return query.kind === 'SelectQueryNode' && !('endModifiers' in query)
}

/** With `returning`, SQLite's driver says the rows but not their number. */
function toOutcome({ rows, numAffectedRows, insertId }: QueryResult<Record<string, unknown>>): Outcome {
  return { rows, affected: Number(numAffectedRows ?? rows.length), insertId }
}

import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import {
  type Boundary,
  type Comparison,
  conditionBeyond,
  type RowCondition,
  type Scalar,
} from '@mvc-router/rest/store'
import type { DatabaseFamily } from '../database/database-family.js'

type Sql = RawBuilder<SqlBool>

export interface SqlColumns {
  readonly reference: (property: string) => Expression<unknown>
  /** Writes a parameter as a value of the property's type. */
  readonly parameter: (property: string, name: string) => Sql
}

/**
 * Compares texts exactly, even if the collation of the column ignores case, accents or trailing spaces. PostgreSQL does
 * not need this, because its own collations compare exactly.
 */
export function exactColumns({ reference, parameter }: SqlColumns, family: DatabaseFamily): SqlColumns {
  if (family === 'sqlite')
    return { reference: (property) => sql`${reference(property)} collate binary`, parameter }
  return {
    reference: (property) => sql`cast(convert(${reference(property)} using utf8mb4) as binary)`,
    parameter: (property, name) => sql`cast(${parameter(property, name)} as binary)`,
  }
}

const signs = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

/** @param nameOf returns the name of a property's parameter. `parametersOf` returns the value. */
export function conditionSql(
  condition: RowCondition,
  nameOf: (property: string) => string,
  columns: SqlColumns,
  family: DatabaseFamily,
): Sql {
  const toSql = (one: RowCondition): Sql => conditionSql(one, nameOf, columns, family)
  if ('all' in condition) return sql`(${sql.join(condition.all.map(toSql), sql` and `)})`
  if ('any' in condition) return sql`(${sql.join(condition.any.map(toSql), sql` or `)})`
  const { property, operator, value } = condition
  const column = columns.reference(property)
  const given = columns.parameter(property, nameOf(property))
  switch (operator) {
    case 'null':
      return value ? sql`${column} is null` : sql`${column} is not null`
    case 'in': {
      const list = value.map((_, index) => columns.parameter(property, `${nameOf(property)}_${index}`))
      return list.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join(list)})`
    }
    case 'contains':
      return family === 'sqlite' ? sql`instr(${column}, ${given}) > 0` : likeSql(column, given)
    case 'startsWith':
      // SQLite's `LIKE` ignores case. With `>=`, SQLite can use the index.
      return family === 'sqlite'
        ? sql`(${column} >= ${given} and substr(${column}, 1, length(${given})) = ${given})`
        : likeSql(column, given)
    default:
      return sql`${column} ${sql.raw(signs[operator])} ${given}`
  }
}

export function whereName(index: number): string {
  return `where ${index}`
}

/**
 * Selects the rows after a position. The first value of the position must not be null. `(year, id) > (1990, 7)` is one
 * range of an index, except in MySQL and MariaDB.
 */
export function beyondSql(boundaries: readonly Boundary[], columns: SqlColumns, family: DatabaseFamily): Sql {
  if (family === 'mysql' || !isOneRange(boundaries))
    return conditionSql(conditionBeyond(boundaries), afterName, columns, family)
  const references = boundaries.map(({ property }) => columns.reference(property))
  const values = boundaries.map(({ property }) => columns.parameter(property, afterName(property)))
  const sign = sql.raw(boundaries[0]?.direction === 'desc' ? '<' : '>')
  return sql`(${sql.join(references)}) ${sign} (${sql.join(values)})`
}

function afterName(property: string): string {
  return `after ${property}`
}

/** True if a row comparison, such as `(a, b) > (1, 2)`, finds the same rows. It never finds a row with a null. */
function isOneRange(boundaries: readonly Boundary[]): boolean {
  return boundaries.every(
    ({ direction, value, nullable }, index) =>
      direction === boundaries[0]?.direction &&
      value !== null &&
      (index === 0 || direction === 'asc' || !nullable),
  )
}

/** Returns the parameters of `conditionSql` and `beyondSql` as values for the driver. */
export function parametersOf(
  comparisons: readonly Comparison[],
  boundaries: readonly Boundary[],
  toColumn: (property: string, value: unknown) => unknown,
  family: DatabaseFamily,
): Readonly<Record<string, unknown>> {
  const parameters: Record<string, unknown> = {}
  for (const [index, { property, operator, value }] of comparisons.entries()) {
    if (operator === 'null') continue
    const name = whereName(index)
    if (operator === 'in') {
      for (const [position, one] of value.filter((member) => member !== null).entries())
        parameters[`${name}_${position}`] = toColumn(property, one)
    } else if (family !== 'sqlite' && operator === 'contains') parameters[name] = `%${escapeLike(value)}%`
    else if (family !== 'sqlite' && operator === 'startsWith') parameters[name] = `${escapeLike(value)}%`
    else parameters[name] = toColumn(property, value)
  }
  for (const { property, value } of boundaries) parameters[afterName(property)] = toColumn(property, value)
  return parameters
}

/** Escapes with `!`, because the meaning of a backslash depends on the session in MySQL and MariaDB. */
function likeSql(column: Expression<unknown>, given: unknown): Sql {
  return sql`${column} like ${given} escape '!'`
}

function escapeLike(value: Scalar): string {
  return String(value).replaceAll(/[!%_]/g, '!$&')
}

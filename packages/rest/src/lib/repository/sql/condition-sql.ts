import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Comparison, Scalar } from '../condition.js'
import type { DatabaseFamily } from '../../database/database-family.js'
import type { Boundary } from '../sort-order.js'

type Sql = RawBuilder<SqlBool>

/** What is known of the columns of a query. */
export interface SqlColumns {
  readonly reference: (property: string) => Expression<unknown>
  readonly isNullable: (property: string) => boolean
  /** A parameter as a value of the property's type. */
  readonly parameter: (property: string, name: string) => Sql
}

const signs = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

/** A comparison as SQL; its values are the parameters that `parametersOf` gives it by its index. */
export function comparisonSql(
  { property, operator, value }: Comparison,
  index: number,
  { reference, isNullable, parameter }: SqlColumns,
  family: DatabaseFamily,
): Sql {
  const column = reference(property)
  const given = parameter(property, `where${index}`)
  switch (operator) {
    case 'null':
      return nullSql(column, value)
    case 'eq':
      return value === null ? nullSql(column, true) : sql`${column} = ${given}`
    case 'ne':
      if (value === null) return nullSql(column, false)
      return isNullable(property)
        ? sql`(${column} <> ${given} or ${column} is null)`
        : sql`${column} <> ${given}`
    case 'in': {
      const values = value.filter((one) => one !== null)
      const list = values.map((_, position) => parameter(property, `where${index}_${position}`))
      const found: Sql = list.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join(list)})`
      return value.includes(null) ? sql`(${found} or ${column} is null)` : found
    }
    case 'contains':
      return family === 'sqlite' ? sql`instr(${column}, ${given}) > 0` : likeSql(column, given)
    case 'startsWith':
      // The LIKE of SQLite does not tell case apart; the comparison is there for the index.
      return family === 'sqlite'
        ? sql`(${column} >= ${given} and substr(${column}, 1, length(${given})) = ${given})`
        : likeSql(column, given)
    default:
      return sql`${column} ${sql.raw(signs[operator])} ${given}`
  }
}

/**
 * The rows behind a position whose first value is not null. As one comparison of rows where that is one range of an
 * index; MySQL and MariaDB see the range in the long form only.
 */
export function beyondSql(
  boundaries: readonly Boundary[],
  { reference, parameter }: SqlColumns,
  family: DatabaseFamily,
): Sql {
  const columns = boundaries.map(({ property }) => sql`${reference(property)}`)
  const values = boundaries.map(({ property }, index) => parameter(property, `after${index}`))
  const [first] = boundaries
  const sign = sql.raw(first?.direction === 'desc' ? '<' : '>')
  if (family !== 'mysql' && isOneRange(boundaries))
    return sql`(${sql.join(columns)}) ${sign} (${sql.join(values)})`
  const steps = boundaries.map((boundary, index) => {
    const same = boundaries
      .slice(0, index)
      .map(({ value }, before): Sql =>
        value === null ? sql`${columns[before]} is null` : sql`${columns[before]} = ${values[before]}`,
      )
    const step = stepSql(boundary, sql`${columns[index]}`, sql`${values[index]}`)
    return sql`(${sql.join([...same, step], sql` and `)})`
  })
  // The last step says it all; this one lets an index begin there.
  return sql`(${columns[0]} ${sign}= ${values[0]} and (${sql.join(steps, sql` or `)}))`
}

/** Whether a comparison of rows says the same; of rows with a null it says nothing. */
function isOneRange(boundaries: readonly Boundary[]): boolean {
  return boundaries.every(
    ({ direction, value, nullable }, index) =>
      direction === boundaries[0]?.direction &&
      value !== null &&
      (index === 0 || direction === 'asc' || !nullable),
  )
}

function stepSql({ direction, value, nullable }: Boundary, column: Sql, given: Sql): Sql {
  if (direction === 'asc') return value === null ? sql`${column} is not null` : sql`${column} > ${given}`
  if (value === null) return sql`1 = 0`
  return nullable ? sql`(${column} < ${given} or ${column} is null)` : sql`${column} < ${given}`
}

/** The values for the parameters of `comparisonSql` and `beyondSql`, as the driver takes them. */
export function parametersOf(
  comparisons: readonly Comparison[],
  boundaries: readonly Boundary[],
  toColumn: (property: string, value: unknown) => unknown,
  family: DatabaseFamily,
): Readonly<Record<string, unknown>> {
  const parameters: Record<string, unknown> = {}
  for (const [index, { property, operator, value }] of comparisons.entries()) {
    if (operator === 'null') continue
    const name = `where${index}`
    if (operator === 'in') {
      for (const [position, one] of value.filter((member) => member !== null).entries())
        parameters[`${name}_${position}`] = toColumn(property, one)
    } else if (family !== 'sqlite' && operator === 'contains') parameters[name] = `%${escapeLike(value)}%`
    else if (family !== 'sqlite' && operator === 'startsWith') parameters[name] = `${escapeLike(value)}%`
    else parameters[name] = toColumn(property, value)
  }
  for (const [index, { property, value }] of boundaries.entries())
    parameters[`after${index}`] = toColumn(property, value)
  return parameters
}

function nullSql(column: Expression<unknown>, isNull: boolean): Sql {
  return isNull ? sql`${column} is null` : sql`${column} is not null`
}

/** With an escape of its own, since what a backslash means depends on the session of MySQL and MariaDB. */
function likeSql(column: Expression<unknown>, given: unknown): Sql {
  return sql`${column} like ${given} escape '!'`
}

function escapeLike(value: Scalar): string {
  return String(value).replaceAll(/[!%_]/g, '!$&')
}

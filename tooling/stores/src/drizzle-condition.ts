import type { RowCondition, RowQuestion } from '@mvc-router/rest'
import {
  and,
  type Column,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'

const comparisons = { eq, ne, lt, lte, gt, gte }

/** Returns the column of a property. */
export type Columns = (property: string) => Column

/** A condition as SQL. `find` is the SQL function that returns the position of a text in another text. */
export function conditionSql(condition: RowCondition, columns: Columns, find: 'strpos' | 'instr'): SQL {
  if ('all' in condition)
    return and(sql`true`, ...condition.all.map((one) => conditionSql(one, columns, find)))!
  if ('any' in condition)
    return or(sql`false`, ...condition.any.map((one) => conditionSql(one, columns, find)))!
  const { property, operator, value } = condition
  const column = columns(property)
  if (operator === 'null') return value ? isNull(column) : isNotNull(column)
  if (operator === 'in') return inArray(column, [...value])
  if (operator === 'contains') return sql`${sql.raw(find)}(${column}, ${value}) > 0`
  if (operator === 'startsWith') return sql`${sql.raw(find)}(${column}, ${value}) = 1`
  return comparisons[operator](column, value)
}

/** An order as SQL. Names the place of null, before every value, because the default differs between databases. */
export function orderSql({ property, direction }: RowQuestion['order'][number], columns: Columns): SQL {
  return sql`${columns(property)} ${sql.raw(direction === 'asc' ? 'asc nulls first' : 'desc nulls last')}`
}

import type { EntityDefinition, FieldType, RowCondition, Store } from '@mvc-router/rest'
import {
  type ColumnType,
  type DataSource,
  type EntityManager,
  EntitySchema,
  type ObjectLiteral,
} from 'typeorm'

const types: Readonly<Record<FieldType, ColumnType>> = {
  string: 'text',
  integer: 'bigint',
  bigint: 'bigint',
  number: 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'text',
  datetime: 'timestamp with time zone',
  uuid: 'uuid',
  objectId: 'text',
  json: 'json',
  bytes: 'bytea',
}

/** The schema of an entity for the option `entities` of the data source. */
export function typeormSchema({ name, table, key, fields }: EntityDefinition): EntitySchema {
  const isCounted = key.generated && (key.type === 'integer' || key.type === 'bigint')
  const primary = { primary: true, ...(isCounted && { generated: 'increment' }) }
  const columns = [key, ...fields].map((one) => [
    one.name,
    { type: types[one.type], name: one.column, ...(one === key ? primary : { nullable: true }) },
  ])
  return new EntitySchema({ name, tableName: table, columns: Object.fromEntries(columns) })
}

type Directions = ['ASC' | 'DESC', 'NULLS FIRST' | 'NULLS LAST']
const directions: Record<'asc' | 'desc', Directions> = {
  asc: ['ASC', 'NULLS FIRST'],
  desc: ['DESC', 'NULLS LAST'],
}
type Operator = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'startsWith'
const comparisons: Record<Operator, (column: string, value: string) => string> = {
  eq: (column, value) => `${column} = ${value}`,
  ne: (column, value) => `${column} <> ${value}`,
  lt: (column, value) => `${column} < ${value}`,
  lte: (column, value) => `${column} <= ${value}`,
  gt: (column, value) => `${column} > ${value}`,
  gte: (column, value) => `${column} >= ${value}`,
  contains: (column, value) => `strpos(${column}, ${value}) > 0`,
  startsWith: (column, value) => `starts_with(${column}, ${value})`,
}

type Columns = ReadonlyMap<string, string>

/** A condition as PostgreSQL SQL. Adds the values of the condition to `values`. */
function conditionSql(condition: RowCondition, columns: Columns, values: ObjectLiteral): string {
  if ('all' in condition)
    return condition.all.map((one) => conditionSql(one, columns, values)).join(' and ') || 'true'
  if ('any' in condition)
    return `(${condition.any.map((one) => conditionSql(one, columns, values)).join(' or ')})`
  const { property, operator, value } = condition
  const column = columns.get(property) ?? ''
  if (operator === 'null') return `${column} is ${value ? '' : 'not '}null`
  const name = `value${Object.keys(values).length}`
  values[name] = value
  if (operator === 'in') return value.length === 0 ? 'false' : `${column} in (:...${name})`
  return comparisons[operator](column, `:${name}`)
}

/** The rows of entities in PostgreSQL, through TypeORM. The data source has the schemas of all entities. */
export function typeormStore({ manager }: DataSource): Store<EntityManager> {
  return {
    begin: async (outer, work, { isSerializable }) =>
      (outer ?? manager).transaction(isSerializable ? 'SERIALIZABLE' : 'READ COMMITTED', work),
    rows: ({ name, key, fields }) => {
      const columns = new Map([key, ...fields].map((one) => [one.name, `"${one.column}"`]))
      const find = (on: EntityManager, where: RowCondition, values = {}) =>
        on.createQueryBuilder<ObjectLiteral>(name, 'row').where(conditionSql(where, columns, values), values)
      return {
        insert: async (on = manager, row) => (await on.insert(name, row)).identifiers[0]?.[key.name],
        update: async (on = manager, id, row) => void (await on.update(name, { [key.name]: id }, row)),
        delete: async (on = manager, where) => void (await find(on, where).delete().execute()),
        select: async (on = manager, { where, order, offset, limit, lock }) => {
          const query = find(on, where).offset(offset).limit(limit)
          for (const { property, direction } of order)
            query.addOrderBy(`row.${property}`, ...directions[direction])
          return (lock ? query.setLock('pessimistic_write') : query).getMany()
        },
        count: async (on = manager, where) => find(on, where).getCount(),
      }
    },
  }
}

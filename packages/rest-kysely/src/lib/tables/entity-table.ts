import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { BoundedMap, getOrInsert } from '@mvc-router/router-core/tools'
import {
  type Comparison,
  conditionOf,
  type EntityDefinition,
  type FieldType,
  isCountedKey,
  type OrderRange,
  recordOf,
  type SortKey,
} from '@mvc-router/rest/store'
import { columnReader, columnWriter, selectedText } from './column-values.js'
import type { Database } from '../database/database.js'
import type { Tables } from '../database/database-family.js'
import {
  beyondSql,
  conditionSql,
  exactColumns,
  parametersOf,
  type SqlColumns,
  whereName,
} from './condition-sql.js'
import { PreparedQuery, type MakeParameter } from './prepared-query.js'

/** A row by property names. */
export type Row = Record<string, unknown>

type Selecting = SelectQueryBuilder<Tables, string, Row>

interface Property {
  readonly name: string
  readonly type: FieldType
  readonly column: string
  readonly read: ((value: unknown) => unknown) | undefined
  readonly write: ((value: unknown) => unknown) | undefined
}

/** The maximum number of cached queries. An API needs fewer. */
const maxQueries = 200
/** Queries with more parameters are not cached, because long lists rarely have the same length twice. */
const maxKeptParameters = 20

/** The column for the number of rows. No property can have this name. */
export const countColumn = '#count'

interface ListOptions {
  readonly range?: OrderRange
  /** True if each row contains the number of all rows in `countColumn`. */
  readonly isCounted?: boolean
}

/** With `isExact`, a comparison ignores the collation, because it decides which rows a client may see. */
export type ColumnComparison = Comparison & { readonly isExact?: boolean }

export interface BoundQuery {
  readonly query: PreparedQuery
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Parameters of queries have names such as `title`, `where 0`, `after title`, `limit`, `offset`, `expectedVersion`. */
export class EntityTable<Entity extends object> {
  readonly insert: PreparedQuery
  readonly update: PreparedQuery
  readonly updateVersion: PreparedQuery
  readonly #entity: EntityDefinition<Entity>
  readonly #database: Database
  readonly #properties: ReadonlyMap<string, Property>
  readonly #queries = new BoundedMap<string, PreparedQuery>(maxQueries)

  constructor(database: Database, entity: EntityDefinition<Entity>) {
    const { family } = database
    const { key, fields } = entity
    this.#entity = entity
    this.#database = database
    this.#properties = new Map(
      [key, ...fields].map(({ name, type, column }) => [
        name,
        { name, type, column, read: columnReader(type, family), write: columnWriter(type, family) },
      ]),
    )
    const versionColumn = entity.version === undefined ? key.column : this.#columnOf(entity.version)

    this.insert = new PreparedQuery((parameter) => this.#buildInsert(parameter))
    this.update = new PreparedQuery((parameter) => {
      const query = this.#buildUpdate(parameter)
      return entity.version === undefined || family === 'mysql'
        ? query
        : query.returning(`${versionColumn} as version`)
    })
    this.updateVersion = new PreparedQuery((parameter) =>
      this.#buildUpdate(parameter).where(versionColumn, '=', parameter('expectedVersion')),
    )
  }

  /** Lists at most `limit` rows from `offset` on, in the order of the keys. A range selects only rows of the range. */
  list(
    keys: readonly SortKey[],
    where: readonly ColumnComparison[],
    { range, isCounted = false }: ListOptions = {},
  ): BoundQuery {
    const order = keys.map(({ property, direction }) => `${property} ${direction}`)
    const comparisons = [...where, ...(range?.where ?? [])]
    const boundaries = range?.beyond ?? []
    return this.#bound([isCounted ? 'counted' : 'list', ...order], comparisons, boundaries, (parameter) => {
      const slice = this.#filtered(this.#select(), comparisons, parameter)
      // The database runs the subquery once, and not for each row.
      const counted = isCounted
        ? slice.select(sql`(${this.#buildCount(comparisons, parameter)})`.as(countColumn))
        : slice
      const begun =
        boundaries.length === 0
          ? counted
          : counted.where(beyondSql(boundaries, this.#sqlColumns(parameter), this.#database.family))
      return this.#orderBy(begun, keys).limit(parameter('limit')).offset(parameter('offset'))
    })
  }

  /** Counts the rows that meet all comparisons, in a column `count`. */
  count(where: readonly ColumnComparison[]): BoundQuery {
    return this.#bound(['count'], where, [], (parameter) => this.#buildCount(where, parameter))
  }

  /** Finds the rows that meet all comparisons, in any order. */
  find(where: readonly ColumnComparison[], lock: boolean): BoundQuery {
    return this.#bound([lock ? 'lock' : 'find'], where, [], (parameter) => {
      const query = this.#filtered(this.#select(), where, parameter)
      return lock && this.#database.family !== 'sqlite' ? query.forUpdate() : query
    })
  }

  delete(where: readonly ColumnComparison[]): BoundQuery {
    return this.#bound(['delete'], where, [], (parameter) =>
      this.#filtered(this.#database.kysely.deleteFrom(this.#entity.table), where, parameter),
    )
  }

  /**
   * Sets references to the same table to null in the rows to delete. MariaDB and MySQL check references after each row,
   * so such a reference could prevent the deletion. Returns `undefined` if there is no such reference.
   */
  detach(where: readonly ColumnComparison[]): BoundQuery | undefined {
    if (this.#database.family !== 'mysql') return undefined
    const { table, fields } = this.#entity
    const own = fields.filter(({ references, nullable }) => nullable && references?.().table === table)
    // If the comparisons use such a reference, the deletion could not find the rows again.
    if (own.length === 0 || where.some(({ property }) => own.some(({ name }) => name === property)))
      return undefined
    return this.#bound(['detach'], where, [], (parameter) =>
      this.#filtered(
        this.#database.kysely
          .updateTable(table)
          .set(Object.fromEntries(own.map(({ name }) => [this.#columnOf(name), null]))),
        where,
        parameter,
      ),
    )
  }

  #bound(
    kind: readonly string[],
    comparisons: readonly ColumnComparison[],
    boundaries: OrderRange['beyond'],
    build: ConstructorParameters<typeof PreparedQuery>[0],
  ): BoundQuery {
    const toColumn = (property: string, value: unknown): unknown => this.toColumn(property, value)
    const parameters = parametersOf(comparisons, boundaries, toColumn, this.#database.family)
    if (Object.keys(parameters).length > maxKeptParameters)
      return { query: new PreparedQuery(build), parameters }
    const shape = JSON.stringify([
      kind,
      comparisons.map(({ property, operator, value, isExact }) => [
        property,
        operator,
        shapeOf(value),
        isExact,
      ]),
      boundaries.map(({ property, value }) => [property, value === null]),
    ])
    return { query: getOrInsert(this.#queries, shape, () => new PreparedQuery(build)), parameters }
  }

  #filtered<Query extends { where(expression: Expression<SqlBool>): Query }>(
    query: Query,
    comparisons: readonly ColumnComparison[],
    parameter: MakeParameter,
  ): Query {
    const columns = this.#sqlColumns(parameter)
    const { family } = this.#database
    return comparisons.reduce((filtering, comparison, index) => {
      const { property, isExact = false } = comparison
      const nameOf = (): string => whereName(index)
      const condition = conditionOf(this.#entity, comparison)
      const filtered = filtering.where(conditionSql(condition, nameOf, columns, family))
      if (!isExact || family === 'postgres' || this.#property(property).type !== 'string') return filtered
      // The exact comparison is the second, because only the first comparison can use the index of the column.
      return filtered.where(conditionSql(condition, nameOf, exactColumns(columns, family), family))
    }, query)
  }

  #sqlColumns(parameter: MakeParameter): SqlColumns {
    return {
      reference: (property) => this.#comparable(property),
      parameter: (property, name) =>
        // MariaDB would compare a decimal and a text as floating-point numbers.
        this.#property(property).type === 'decimal' && this.#database.family === 'mysql'
          ? sql`cast(${parameter(name)} as decimal(18, 6))`
          : sql`${parameter(name)}`,
    }
  }

  /** PostgreSQL compares only `jsonb`, not `json`. */
  #comparable(property: string): Expression<unknown> {
    const reference = sql.ref(`${this.#entity.table}.${this.#columnOf(property)}`)
    return this.#property(property).type === 'json' && this.#database.family === 'postgres'
      ? sql`cast(${reference} as jsonb)`
      : reference
  }

  #select(): Selecting {
    const { kysely, family } = this.#database
    return kysely.selectFrom(this.#entity.table).select((columns) =>
      Array.from(this.#properties.values(), ({ name, type, column }) => {
        const selected: Expression<unknown> = selectedText(type, column, family) ?? columns.ref(column)
        return sql`${selected}`.as(name)
      }),
    )
  }

  /**
   * Sorts null before every value, as all databases except PostgreSQL do. Columns are qualified, because an alias may
   * have the same name.
   */
  #orderBy(query: Selecting, keys: readonly SortKey[]): Selecting {
    return keys.reduce((ordered, { property, direction, nullable }) => {
      const column = sql.ref(`${this.#entity.table}.${this.#columnOf(property)}`)
      return ordered.orderBy(column, (order) => {
        const directed = direction === 'desc' ? order.desc() : order.asc()
        if (!nullable || this.#database.family !== 'postgres') return directed
        return direction === 'desc' ? directed.nullsLast() : directed.nullsFirst()
      })
    }, query)
  }

  /** Creates an entity from a selected row, and changes the row. */
  read(row: Row): Entity {
    for (const { name, read } of this.#properties.values()) {
      const value = row[name]
      if (read !== undefined && value !== null && value !== undefined) row[name] = read(value)
    }
    return this.#entity.create(row)
  }

  write(entity: Entity): Row {
    const record = recordOf(entity)
    return Object.fromEntries(
      Array.from(this.#properties.keys(), (name) => [name, this.toColumn(name, record[name])]),
    )
  }

  toColumn(property: string, value: unknown): unknown {
    if (value === null || value === undefined) return null
    return this.#property(property).write?.(value) ?? value
  }

  #columnOf(property: string): string {
    return this.#property(property).column
  }

  #property(name: string): Property {
    const property = this.#properties.get(name)
    if (property === undefined) throw this.withoutColumn(name)
    return property
  }

  protected withoutColumn(property: string): Error {
    return new TypeError(`${this.#entity.name} has no property ${property}`)
  }

  #buildInsert(parameter: MakeParameter) {
    const { kysely, family } = this.#database
    const { key, table } = this.#entity
    const isCounted = isCountedKey(key)
    const values = this.#parameters(parameter, (property) => !isCounted || property.name !== key.name)
    const insert = kysely.insertInto(table)
    const isEmpty = Object.keys(values).length === 0 && family !== 'mysql'
    const query = isEmpty ? insert.defaultValues() : insert.values(values)
    return isCounted && family !== 'mysql' ? query.returning(`${key.column} as ${key.name}`) : query
  }

  /** The database counts the version up. The version of the entity is ignored. */
  #buildUpdate(parameter: MakeParameter) {
    const { key, table, version, fields } = this.#entity
    const isSet = ({ name }: Property): boolean =>
      name !== version && (name !== key.name || fields.length === 0)
    const versionColumn = version === undefined ? undefined : this.#columnOf(version)
    return this.#database.kysely
      .updateTable(table)
      .set({
        ...this.#parameters(parameter, isSet),
        ...(versionColumn !== undefined && { [versionColumn]: sql`${sql.ref(versionColumn)} + 1` }),
      })
      .where(key.column, '=', parameter(key.name))
  }

  #buildCount(where: readonly ColumnComparison[], parameter: MakeParameter) {
    const query = this.#database.kysely
      .selectFrom(this.#entity.table)
      .select(({ fn }) => fn.countAll().as('count'))
    return this.#filtered(query, where, parameter)
  }

  #parameters(parameter: MakeParameter, isIncluded: (property: Property) => boolean): Row {
    const included = Array.from(this.#properties.values()).filter(isIncluded)
    return Object.fromEntries(included.map(({ name, column }) => [column, parameter(name)]))
  }
}

/** The part of a value that changes the SQL text: null, true, false or the length of a list. */
function shapeOf(value: Comparison['value']): unknown {
  if (!Array.isArray(value)) return value === null || value === true || value === false ? String(value) : 0
  return [value.filter((one) => one !== null).length, value.includes(null)]
}

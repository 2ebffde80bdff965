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

/** A row with the names of properties instead of columns. */
export type Row = Record<string, unknown>

type Selecting = SelectQueryBuilder<Tables, string, Row>

interface Property {
  readonly name: string
  readonly type: FieldType
  readonly column: string
  readonly read: ((value: unknown) => unknown) | undefined
  readonly write: ((value: unknown) => unknown) | undefined
}

/** How many compiled queries are kept: more than an API needs. */
const maxQueries = 200
/** Queries with more parameters are not kept, because long lists rarely have the same length twice. */
const maxKeptParameters = 20

/** The column of a count in a row. No property can have this name. */
export const countColumn = '#count'

interface ListOptions {
  /** The part of the order to list. */
  readonly range?: OrderRange
  /** True if each row carries in `countColumn` the number of rows without the slice. */
  readonly isCounted?: boolean
}

/** A comparison. It is exact if it decides what a client may see; otherwise it follows the collation of the column. */
export type ColumnComparison = Comparison & { readonly isExact?: boolean }

/** A compiled query with the parameters of one execution. */
export interface BoundQuery {
  readonly query: PreparedQuery
  readonly parameters: Readonly<Record<string, unknown>>
}

/**
 * The table of an entity: its columns and its compiled queries. Query parameters have the names of properties, or are
 * `limit`, `offset` and `expectedVersion`.
 */
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

  /**
   * Lists the rows from `offset` on, at most `limit`, in the order of the keys. With a range, it lists only rows of the
   * range.
   */
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
      const counted = isCounted ? this.#withCount(slice, comparisons, parameter) : slice
      const begun =
        boundaries.length === 0
          ? counted
          : counted.where(beyondSql(boundaries, this.#sqlColumns(parameter), this.#database.family))
      return this.#orderBy(begun, keys).limit(parameter('limit')).offset(parameter('offset'))
    })
  }

  /** Counts the rows that meet all comparisons, in the column `count`. */
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

  /** Deletes the rows that meet all comparisons. */
  delete(where: readonly ColumnComparison[]): BoundQuery {
    return this.#bound(['delete'], where, [], (parameter) =>
      this.#filtered(this.#database.kysely.deleteFrom(this.#entity.table), where, parameter),
    )
  }

  /**
   * Sets references to the same table to null in the rows that meet all comparisons. Otherwise they could prevent deleting
   * the rows: MariaDB and MySQL check references after each row. `undefined` means that nothing has to be set.
   */
  detach(where: readonly ColumnComparison[]): BoundQuery | undefined {
    if (this.#database.family !== 'mysql') return undefined
    const { table, fields } = this.#entity
    const own = fields.filter(({ references, nullable }) => nullable && references?.().table === table)
    // If the comparisons use such a reference, the rows could not be found again.
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
      // The exact comparison comes second, because only the first one can use the index of the column.
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

  /** Refers to a column in a comparison. PostgreSQL compares only `jsonb`, not `json`. */
  #comparable(property: string): Expression<unknown> {
    const reference = sql.ref(`${this.#entity.table}.${this.#columnOf(property)}`)
    return this.#property(property).type === 'json' && this.#database.family === 'postgres'
      ? sql`cast(${reference} as jsonb)`
      : reference
  }

  /** Selects all properties under their own names. */
  #select(): Selecting {
    const { kysely, family } = this.#database
    return kysely.selectFrom(this.#entity.table).select((columns) =>
      Array.from(this.#properties.values(), ({ name, type, column }) => {
        const selected: Expression<unknown> = selectedText(type, column, family) ?? columns.ref(column)
        return sql`${selected}`.as(name)
      }),
    )
  }

  /** Puts nulls first, as all databases but PostgreSQL do. Columns are qualified, because a name may be an alias. */
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

  /** Creates the entity of a selected row. This changes the row. */
  read(row: Row): Entity {
    for (const { name, read } of this.#properties.values()) {
      const value = row[name]
      if (read !== undefined && value !== null && value !== undefined) row[name] = read(value)
    }
    return this.#entity.create(row)
  }

  /** Turns an entity into values that the driver takes. */
  write(entity: Entity): Row {
    const record = recordOf(entity)
    return Object.fromEntries(
      Array.from(this.#properties.keys(), (name) => [name, this.toColumn(name, record[name])]),
    )
  }

  /** Turns the value of a property into a value that the driver takes. */
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

  /** Creates the error for a query about a property without a column. */
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

  /** Counts the version up in the database. The version of the given entity is ignored. */
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

  /** Adds the count as a subquery, which the database runs once and not for each row. */
  #withCount(query: Selecting, where: readonly ColumnComparison[], parameter: MakeParameter): Selecting {
    return query.select(sql`(${this.#buildCount(where, parameter)})`.as(countColumn))
  }

  #parameters(parameter: MakeParameter, isIncluded: (property: Property) => boolean): Row {
    const included = Array.from(this.#properties.values()).filter(isIncluded)
    return Object.fromEntries(included.map(({ name, column }) => [column, parameter(name)]))
  }
}

/** The part of a value that changes the query, such as null or the length of a list. */
function shapeOf(value: Comparison['value']): unknown {
  if (!Array.isArray(value)) return value === null || value === true || value === false ? String(value) : 0
  return [value.filter((one) => one !== null).length, value.includes(null)]
}

import { sql, type Expression, type SelectQueryBuilder } from 'kysely'
import type { EntityDefinition, FieldType } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'
import { columnReader, columnWriter, selectedText } from './column-values.js'
import type { Database, Tables } from './database.js'
import type { Sort } from './paging-and-sorting-repository.js'
import { PreparedQuery, type MakeParameter } from './prepared-query.js'

/** A row under the names of the properties. */
export type Row = Record<string, unknown>

type Selecting = SelectQueryBuilder<Tables, string, Row>

interface Property {
  readonly name: string
  readonly type: FieldType
  readonly column: string
  readonly nullable: boolean
  readonly read: ((value: unknown) => unknown) | undefined
  readonly write: ((value: unknown) => unknown) | undefined
}

/** Sorts whose query is kept compiled; more than an API offers in earnest. */
const MAX_SORTS = 100

/**
 * An entity as its database sees it: what properties are as columns, and the queries that are the same each time.
 * Parameters of queries are named after properties; further ones are `limit`, `offset` and `expectedVersion`.
 */
export class EntityTable<Entity extends object> {
  readonly findOne: PreparedQuery
  readonly lockOne: PreparedQuery
  readonly exists: PreparedQuery
  readonly count: PreparedQuery
  readonly insert: PreparedQuery
  readonly update: PreparedQuery
  readonly updateVersion: PreparedQuery
  readonly delete: PreparedQuery
  readonly deleteVersion: PreparedQuery
  readonly deleteAll: PreparedQuery
  readonly #entity: EntityDefinition<Entity>
  readonly #database: Database
  readonly #properties: ReadonlyMap<string, Property>
  readonly #lists = new Map<string, PreparedQuery>()

  constructor(database: Database, entity: EntityDefinition<Entity>) {
    const { kysely, family } = database
    const { key, fields, table } = entity
    this.#entity = entity
    this.#database = database
    this.#properties = new Map(
      [{ ...key, nullable: false }, ...fields].map(({ name, type, column, nullable }) => [
        name,
        { name, type, column, nullable, read: columnReader(type, family), write: columnWriter(type, family) },
      ]),
    )
    const versionColumn = entity.version === undefined ? key.column : this.columnOf(entity.version)

    this.findOne = new PreparedQuery((parameter) => this.select().where(key.column, '=', parameter(key.name)))
    this.lockOne = new PreparedQuery((parameter) => {
      const query = this.select().where(key.column, '=', parameter(key.name))
      return family === 'sqlite' ? query : query.forUpdate()
    })
    this.exists = new PreparedQuery((parameter) =>
      kysely.selectFrom(table).select(key.column).where(key.column, '=', parameter(key.name)),
    )
    this.count = new PreparedQuery(() =>
      kysely.selectFrom(table).select(({ fn }) => fn.countAll().as('count')),
    )
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
    this.delete = new PreparedQuery((parameter) =>
      kysely.deleteFrom(table).where(key.column, '=', parameter(key.name)),
    )
    this.deleteVersion = new PreparedQuery((parameter) =>
      kysely
        .deleteFrom(table)
        .where(key.column, '=', parameter(key.name))
        .where(versionColumn, '=', parameter('expectedVersion')),
    )
    this.deleteAll = new PreparedQuery(() => kysely.deleteFrom(table))
  }

  /** Lists a slice, sorted; the slice is the parameters `limit` and `offset`. */
  list(sort: Sort | undefined): PreparedQuery {
    const text = sort === undefined ? '' : `${sort.direction} ${sort.properties.join(' ')}`
    let list = this.#lists.get(text)
    if (list === undefined) {
      if (this.#lists.size >= MAX_SORTS) this.#lists.clear()
      list = new PreparedQuery((parameter) =>
        this.order(this.select(), sort).limit(parameter('limit')).offset(parameter('offset')),
      )
      this.#lists.set(text, list)
    }
    return list
  }

  /** Selects all properties under their own names. */
  select(): Selecting {
    const { kysely, family } = this.#database
    return kysely.selectFrom(this.#entity.table).select((columns) =>
      Array.from(this.#properties.values(), ({ name, type, column }) => {
        const selected: Expression<unknown> = selectedText(type, column, family) ?? columns.ref(column)
        return sql`${selected}`.as(name)
      }),
    )
  }

  /** Ties are in key order; PostgreSQL alone puts nulls last. Columns are qualified, since names may be aliases. */
  order(query: Selecting, sort: Sort | undefined): Selecting {
    const { key, table } = this.#entity
    let ordered = query
    for (const property of sort?.properties ?? []) {
      const { column, nullable } = this.#property(property)
      ordered = ordered.orderBy(sql.ref(`${table}.${column}`), (order) => {
        const directed = sort?.direction === 'desc' ? order.desc() : order.asc()
        if (!nullable || this.#database.family !== 'postgres') return directed
        return sort?.direction === 'desc' ? directed.nullsLast() : directed.nullsFirst()
      })
    }
    return sort?.properties.includes(key.name) ? ordered : ordered.orderBy(sql.ref(`${table}.${key.column}`))
  }

  /** The entity of a row that `select` gave; the row is used up. */
  read(row: Row): Entity {
    for (const { name, read } of this.#properties.values()) {
      const value = row[name]
      if (read !== undefined && value !== null && value !== undefined) row[name] = read(value)
    }
    return this.#entity.create(row)
  }

  /** The properties of an entity as the driver takes them. */
  write(entity: Entity): Row {
    const record = recordOf(entity)
    return Object.fromEntries(
      Array.from(this.#properties.keys(), (name) => [name, this.toColumn(name, record[name])]),
    )
  }

  /** A value of a property as the driver takes it. */
  toColumn(property: string, value: unknown): unknown {
    if (value === null || value === undefined) return null
    return this.#property(property).write?.(value) ?? value
  }

  columnOf(property: string): string {
    return this.#property(property).column
  }

  /** What a value is compared with: PostgreSQL tells only `jsonb` from each other. */
  comparable(property: string): Expression<unknown> {
    const { type, column } = this.#property(property)
    const reference = sql.ref(column)
    return type === 'json' && this.#database.family === 'postgres'
      ? sql`cast(${reference} as jsonb)`
      : reference
  }

  #property(name: string): Property {
    const property = this.#properties.get(name)
    if (property === undefined) throw new TypeError(`${this.#entity.name} has no property ${name}`)
    return property
  }

  #buildInsert(parameter: MakeParameter) {
    const { kysely, family } = this.#database
    const { key, table } = this.#entity
    const isCounted = key.generated && (key.type === 'integer' || key.type === 'bigint')
    const values = this.#parameters(parameter, (property) => !isCounted || property.name !== key.name)
    const insert = kysely.insertInto(table)
    const isEmpty = Object.keys(values).length === 0 && family !== 'mysql'
    const query = isEmpty ? insert.defaultValues() : insert.values(values)
    return isCounted && family !== 'mysql' ? query.returning(`${key.column} as ${key.name}`) : query
  }

  /** The version counts here, whatever the entity says. */
  #buildUpdate(parameter: MakeParameter) {
    const { key, table, version, fields } = this.#entity
    const isSet = ({ name }: Property): boolean =>
      name !== version && (name !== key.name || fields.length === 0)
    const versionColumn = version === undefined ? undefined : this.columnOf(version)
    return this.#database.kysely
      .updateTable(table)
      .set({
        ...this.#parameters(parameter, isSet),
        ...(versionColumn !== undefined && { [versionColumn]: sql`${sql.ref(versionColumn)} + 1` }),
      })
      .where(key.column, '=', parameter(key.name))
  }

  #parameters(parameter: MakeParameter, isIncluded: (property: Property) => boolean): Row {
    const included = Array.from(this.#properties.values()).filter(isIncluded)
    return Object.fromEntries(included.map(({ name, column }) => [column, parameter(name)]))
  }
}

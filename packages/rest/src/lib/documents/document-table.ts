import { ConfigurationException } from '@mvc-router/router-core'
import { sql } from 'kysely'
import type { Database } from '../database/database.js'
import type { FieldOptions } from '../entity/entity-declaration.js'
import type { EntityDefinition, FieldDefinition } from '../entity/entity-definition.js'
import { defineEntity } from '../entity/define-entity.js'
import { SHAPELESS } from '../repository/condition.js'
import { createTables } from '../repository/create-tables.js'

/** A row of a document: what the database has to look at, as properties, and the rest as one value. */
export type DocumentRow = Record<string, unknown>

/**
 * How an entity is kept as documents: what is looked for, unique, refers to another entity, or counts versions is a column,
 * all else is in one column of JSON.
 */
export class DocumentTable {
  readonly stored: EntityDefinition<DocumentRow>
  /** The fields in the JSON. */
  readonly inside: readonly FieldDefinition[]
  /** The property of a row that has the JSON. */
  readonly document: string
  readonly #indexed: readonly FieldDefinition[]

  /** @throws ConfigurationException for an index on what is no field. */
  constructor(entity: EntityDefinition, indexes: readonly string[]) {
    this.#indexed = indexes.map((name) => indexedField(entity, name))
    // The store writes these itself.
    const isKept = ({ name }: FieldDefinition): boolean => name === entity.version || name === entity.rowToken
    const isColumn = (field: FieldDefinition): boolean =>
      field.unique || field.references !== undefined || isKept(field) || this.#indexed.includes(field)
    this.inside = entity.fields.filter((field) => !isColumn(field))
    this.document = freeName(entity)
    const columns = entity.fields.filter((field) => isColumn(field) && !isKept(field))
    const { key, version, rowToken = false } = entity
    this.stored = defineEntity({
      name: entity.name,
      table: entity.table,
      key: { [key.name]: { type: key.type, generated: key.generated, column: key.column } },
      fields: {
        ...Object.fromEntries(columns.map((field) => [field.name, columnOptions(field)])),
        [this.document]: { type: 'json' },
      },
      rowToken,
      ...(version !== undefined && { version }),
    })
  }

  /** Creates the table and its indexes where they are missing; each index is in the order of a list that goes on. */
  async create(database: Database): Promise<void> {
    await createTables(database, [this.stored])
    const { table, key } = this.stored
    const { kysely, family } = database
    for (const field of this.#indexed) {
      // Data of any shape is only asked whether it is there.
      if (field.unique || SHAPELESS.has(field.type)) continue
      const name = `${table}_${field.column}`.slice(0, MAX_NAME_LENGTH)
      if (family === 'mysql' && (await hasIndex(database, table, name))) continue
      // MySQL indexes long texts by their beginnings only.
      const isLong = family === 'mysql' && field.type === 'string' && field.maxLength === undefined
      const column = isLong ? sql`${sql.ref(field.column)}(${sql.raw(PREFIX)})` : sql.ref(field.column)
      const unlessThere = family === 'mysql' ? sql`` : sql`if not exists`
      await sql`create index ${unlessThere} ${sql.ref(name)} on ${sql.table(table)} (${column}, ${sql.ref(key.column)})`.execute(
        kysely,
      )
    }
  }
}

/** PostgreSQL's, the shortest. */
const MAX_NAME_LENGTH = 63
const PREFIX = '191'

function indexedField(entity: EntityDefinition, name: string): FieldDefinition {
  const field = entity.field(name)
  if (field === undefined)
    throw new ConfigurationException('indexes', `${entity.name} has no field "${name}" to index`)
  return field
}

function freeName({ key, fields }: EntityDefinition): string {
  const taken = new Set([key, ...fields].flatMap(({ name, column }) => [name, column]))
  let name = 'document'
  while (taken.has(name)) name += '_'
  return name
}

function columnOptions({
  type,
  nullable,
  unique,
  maxLength,
  references,
  column,
}: FieldDefinition): FieldOptions {
  return {
    type: nullable ? `${type}?` : type,
    unique,
    column,
    ...(maxLength !== undefined && type === 'string' && { maxLength }),
    ...(references !== undefined && { references }),
  }
}

async function hasIndex({ kysely }: Database, table: string, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${name} limit 1`.execute(
    kysely,
  )
  return rows.length > 0
}

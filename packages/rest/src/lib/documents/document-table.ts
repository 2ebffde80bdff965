import { ConfigurationException } from '@mvc-router/router-core'
import type { Database } from '../database/database.js'
import type { FieldOptions } from '../entity/declare/entity-declaration.js'
import type { EntityDefinition, FieldDefinition } from '../entity/entity-definition.js'
import { defineEntity } from '../entity/declare/define-entity.js'
import { shapeless } from '../repository/condition.js'
import { createTables } from '../repository/sql/create-tables.js'

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

  /** @throws ConfigurationException for an index on what is no field. */
  constructor(entity: EntityDefinition, indexes: readonly string[]) {
    const indexed = new Set([
      ...entity.fields.filter((field) => field.indexed),
      ...indexes.map((name) => indexedField(entity, name)),
    ])
    // The store writes these itself.
    const isKept = ({ name }: FieldDefinition): boolean => name === entity.version || name === entity.rowToken
    const isColumn = (field: FieldDefinition): boolean =>
      field.unique || field.references !== undefined || isKept(field) || indexed.has(field)
    this.inside = entity.fields.filter((field) => !isColumn(field))
    this.document = freeName(entity)
    const columns = entity.fields.filter((field) => isColumn(field) && !isKept(field))
    const { key, version, rowToken = false } = entity
    this.stored = defineEntity({
      name: entity.name,
      table: entity.table,
      key: { [key.name]: { type: key.type, generated: key.generated, column: key.column } },
      fields: {
        ...Object.fromEntries(columns.map((field) => [field.name, columnOptions(field, indexed.has(field))])),
        [this.document]: { type: 'json' },
      },
      rowToken,
      ...(version !== undefined && { version }),
    })
  }

  /** Creates the table and its indexes where they are missing. */
  async create(database: Database): Promise<void> {
    await createTables(database, [this.stored])
  }
}

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

function columnOptions(
  { type, nullable, unique, maxLength, references, column, hidden }: FieldDefinition,
  isIndexed: boolean,
): FieldOptions {
  return {
    type: nullable ? `${type}?` : type,
    unique,
    column,
    // So that a conflict does not name it.
    hidden,
    // Data of any shape is only asked whether it is there.
    index: isIndexed && !shapeless.has(type),
    ...(maxLength !== undefined && type === 'string' && { maxLength }),
    ...(references !== undefined && { references }),
  }
}

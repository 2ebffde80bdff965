import { ConfigurationException } from '@mvc-router/router-core'
import type { Database } from '../database/database.js'
import {
  defineEntity,
  type EntityDefinition,
  type FieldDefinition,
  type FieldOptions,
  fromJsonForm,
  NotImplementedException,
  recordOf,
  shapeless,
  toJsonForm,
} from '@mvc-router/rest/store'
import { EntityTable, type Row } from '../tables/entity-table.js'

/**
 * An entity as documents: what is looked for, unique, refers to another entity, or counts versions is a column, all else is
 * in one column of JSON.
 */
export class DocumentTable<Entity extends object> extends EntityTable<Entity> {
  readonly #entity: EntityDefinition<Entity>
  readonly #form: DocumentForm

  /** @throws ConfigurationException for an index on what is no field. */
  constructor(database: Database, entity: EntityDefinition<Entity>, indexes: readonly string[]) {
    const form = documentForm(entity, indexes)
    super(database, form.stored as EntityDefinition<Entity>)
    this.#entity = entity
    this.#form = form
  }

  /** The columns, as an entity of their own. */
  get stored(): EntityDefinition {
    return this.#form.stored
  }

  override read(row: Row): Entity {
    const { inside, document } = this.#form
    const stored = recordOf(super.read(row))
    return this.#entity.create({ ...stored, ...fromDocument(inside, stored[document]) })
  }

  override write(entity: Entity): Row {
    const { inside, document } = this.#form
    const data = toDocument(inside, recordOf(entity))
    return { ...super.write(entity), [document]: this.toColumn(document, data) }
  }

  /** Only the documents could answer, one by one. */
  protected override withoutColumn(property: string): Error {
    if (this.#entity.field(property) === undefined) return super.withoutColumn(property)
    return new NotImplementedException(
      `${this.#entity.name}.${property} is in the document; to find or sort by it, give it an index`,
    )
  }
}

interface DocumentForm {
  readonly stored: EntityDefinition
  /** The fields in the JSON. */
  readonly inside: readonly FieldDefinition[]
  /** The property of a row that has the JSON. */
  readonly document: string
}

function documentForm(entity: EntityDefinition, indexes: readonly string[]): DocumentForm {
  const indexed = new Set([
    ...entity.fields.filter((field) => field.indexed),
    ...indexes.map((name) => indexedField(entity, name)),
  ])
  // The store writes these itself.
  const isKept = ({ name }: FieldDefinition): boolean => name === entity.version || name === entity.rowToken
  const isColumn = (field: FieldDefinition): boolean =>
    field.unique || field.references !== undefined || isKept(field) || indexed.has(field)
  const columns = entity.fields.filter((field) => isColumn(field) && !isKept(field))
  const { key, version, rowToken = false } = entity
  const document = freeName(entity)
  const stored = defineEntity({
    name: entity.name,
    table: entity.table,
    key: { [key.name]: { type: key.type, generated: key.generated, column: key.column } },
    fields: {
      ...Object.fromEntries(columns.map((field) => [field.name, columnOptions(field, indexed.has(field))])),
      [document]: { type: 'json' },
    },
    rowToken,
    ...(version !== undefined && { version }),
  })
  return { stored, inside: entity.fields.filter((field) => !isColumn(field)), document }
}

function indexedField(entity: EntityDefinition, name: string): FieldDefinition {
  const field = entity.field(name)
  if (field === undefined)
    throw new ConfigurationException('indexes', `${entity.name} has no field "${name}" to index`)
  return field
}

function freeName({ key, fields }: EntityDefinition): string {
  // SQLite and MySQL take `DOCUMENT` for the same column.
  const taken = new Set(
    [key, ...fields].flatMap(({ name, column }) => [name, column]).map((name) => name.toLowerCase()),
  )
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

/** The JSON of a document: what has none of its own is a text, which loses nothing. */
function toDocument(
  fields: readonly FieldDefinition[],
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(({ name }) => [name, toJsonForm(record[name] ?? null)]))
}

/** The values of a document; a field that was declared after it was written is null. */
function fromDocument(
  fields: readonly FieldDefinition[],
  document: unknown,
): Readonly<Record<string, unknown>> {
  const values = new Map(Object.entries(typeof document === 'object' && document !== null ? document : {}))
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, fromJsonForm(type, values.get(name) ?? null)]),
  )
}

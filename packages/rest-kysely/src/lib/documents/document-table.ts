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
 * Keeps an entity as documents. The key, the version, the row token, and fields with an index, a unique value or a
 * reference are columns. All other fields are in one JSON column.
 */
export class DocumentTable<Entity extends object> extends EntityTable<Entity> {
  readonly #entity: EntityDefinition<Entity>
  readonly #form: DocumentForm

  /** @throws ConfigurationException for an index on an unknown field. */
  constructor(database: Database, entity: EntityDefinition<Entity>, indexes: readonly string[]) {
    const form = documentForm(entity, indexes)
    super(database, form.stored as EntityDefinition<Entity>)
    this.#entity = entity
    this.#form = form
  }

  /** An entity whose fields are the columns of the table. */
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

  /** A query by a field of the document would have to read each document. */
  protected override withoutColumn(property: string): Error {
    if (this.#entity.field(property) === undefined) return super.withoutColumn(property)
    return new NotImplementedException(
      `${this.#entity.name}.${property} is in the document; to find or sort by it, give it an index`,
    )
  }
}

interface DocumentForm {
  readonly stored: EntityDefinition
  readonly inside: readonly FieldDefinition[]
  /** The name of the JSON column, usually `document`. */
  readonly document: string
}

function documentForm(entity: EntityDefinition, indexes: readonly string[]): DocumentForm {
  const indexed = new Set([
    ...entity.fields.filter((field) => field.indexed),
    ...indexes.map((name) => indexedField(entity, name)),
  ])
  // `defineEntity` adds the version and the row token itself.
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
  // In SQLite and MySQL, `DOCUMENT` is the same column as `document`.
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
    // The error of a conflict must not name a hidden field.
    hidden,
    // Lists compare the types `json` and `bytes` only with null, so an index would not help.
    index: isIndexed && !shapeless.has(type),
    ...(maxLength !== undefined && type === 'string' && { maxLength }),
    ...(references !== undefined && { references }),
  }
}

function toDocument(
  fields: readonly FieldDefinition[],
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(({ name }) => [name, toJsonForm(record[name] ?? null)]))
}

/** A field that an older document does not have is null. */
function fromDocument(
  fields: readonly FieldDefinition[],
  document: unknown,
): Readonly<Record<string, unknown>> {
  const values = new Map(Object.entries(typeof document === 'object' && document !== null ? document : {}))
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, fromJsonForm(type, values.get(name) ?? null)]),
  )
}

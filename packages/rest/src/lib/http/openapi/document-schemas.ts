import { getOrInsert } from '@mvc-router/router-core/tools'
import type {
  EntityDefinition,
  FieldDefinition,
  FieldType,
  KeyType,
  ModelDefinition,
  RelationDefinition,
} from '../../entity/entity-definition.js'
import type { ViewType } from '../../entity/view-type.js'
import { shownProperties } from '../../view/shown-properties.js'
import {
  errorSchemas,
  type JsonSchema,
  listSchemas,
  objectSchema,
  schemaReference,
} from './shared-schemas.js'

type Declared = EntityDefinition | ModelDefinition

/** The kind of an entity's schema: an answer, an answer in a view, or a body. */
type SchemaKind = ViewType | 'Input' | 'Patch' | undefined

/**
 * The schemas of one document: `Book`, `Book.SummaryView`, `BookInput`. The first reference writes a schema. If two
 * entities have the same name, for example in two versions of an API, the second becomes `Book_2`.
 */
export class DocumentSchemas {
  readonly #taken = new Set([...Object.keys(errorSchemas), ...Object.keys(listSchemas)])
  readonly #names = new Map<Declared, Map<SchemaKind, string>>()
  readonly #schemas = new Map<string, JsonSchema>()

  referenceTo(declared: Declared, kind?: SchemaKind): JsonSchema {
    const name = this.#nameOf(declared, kind)
    if (!this.#schemas.has(name)) {
      // The schema may refer to itself.
      this.#schemas.set(name, {})
      this.#schemas.set(name, writeSchema(declared, kind, this))
    }
    return schemaReference(name)
  }

  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas)
  }

  #nameOf(declared: Declared, kind: SchemaKind): string {
    const names = getOrInsert(this.#names, declared, () => new Map<SchemaKind, string>())
    return getOrInsert(names, kind, () => uniqueName(this.#wish(declared, kind), this.#taken))
  }

  #wish(declared: Declared, kind: SchemaKind): string {
    if (kind === undefined) return declared.name
    const name = this.#nameOf(declared, undefined)
    return typeof kind === 'string' ? `${name}${kind}` : `${name}.${kind.name.replaceAll(/[^\w-]/g, '_')}`
  }
}

/** Returns `wish`, or the first free name in `wish_2`, `wish_3` and so on. The name is then taken. */
export function uniqueName(wish: string, taken: Set<string>): string {
  let name = wish
  for (let count = 2; taken.has(name); count += 1) name = `${wish}_${count}`
  taken.add(name)
  return name
}

function writeSchema(declared: Declared, kind: SchemaKind, schemas: DocumentSchemas): JsonSchema {
  if (!('key' in declared)) return modelSchema(declared, schemas)
  return typeof kind === 'string'
    ? inputSchema(declared, kind, schemas)
    : outputSchema(declared, kind, schemas)
}

export function keySchema({ key }: EntityDefinition): JsonSchema {
  return keySchemas[key.type]
}

/** The schemas of keys. They are narrower than the schemas of fields, because a key has only one text. */
const keySchemas: Readonly<Record<KeyType, JsonSchema>> = {
  integer: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  bigint: { type: 'string', pattern: '^(?:0|[1-9][0-9]{0,18})$' },
  string: { type: 'string', minLength: 1, maxLength: 255 },
  uuid: { type: 'string', format: 'uuid', pattern: '^[0-9a-f-]{36}$' },
  objectId: { type: 'string', pattern: '^[0-9a-f]{24}$' },
}

export function propertySchema(entity: EntityDefinition, property: string): JsonSchema {
  return scalarSchemas[entity.field(property)?.type ?? entity.key.type]
}

function outputSchema(
  entity: EntityDefinition,
  view: ViewType | undefined,
  schemas: DocumentSchemas,
): JsonSchema {
  const { name, key, fields, relations, description } = entity
  const names = shownProperties(entity, view)
  const isShown = (property: { readonly name: string }): boolean => names.includes(property.name)
  const required = {
    ...(isShown(key) && { [key.name]: { ...scalarSchemas[key.type], readOnly: key.generated } }),
    ...schemasByName(fields.filter(isShown), (field) => fieldSchema(field, schemas)),
  }
  const related = schemasByName(relations.filter(isShown), (one) => relationSchema(one, view, schemas))
  return { description, ...objectSchema({ ...required, ...related }, Object.keys(required)), xml: { name } }
}

function schemasByName<Property extends { readonly name: string }>(
  properties: readonly Property[],
  schemaOf: (property: Property) => JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(properties.map((property) => [property.name, schemaOf(property)]))
}

function relationSchema(
  { entity, many }: RelationDefinition,
  view: ViewType | undefined,
  schemas: DocumentSchemas,
): JsonSchema {
  const reference = schemas.referenceTo(entity(), view)
  return many
    ? { type: 'array', items: reference, readOnly: true }
    : { anyOf: [reference, { type: 'null' }], readOnly: true }
}

/** In a merge patch, every field is optional, and `null` removes a value. */
function inputSchema(
  { name, key, fields }: EntityDefinition,
  kind: 'Input' | 'Patch',
  schemas: DocumentSchemas,
): JsonSchema {
  const writable = fields.filter((field) => !field.readOnly)
  const properties = schemasByName(writable, (field) => givenSchema(field, schemas))
  if (kind === 'Patch') return objectSchema(properties, [])
  const given = key.generated ? {} : { [key.name]: scalarSchemas[key.type] }
  const required = [...Object.keys(given), ...requiredNames(writable)]
  return { ...objectSchema({ ...given, ...properties }, required), xml: { name } }
}

function requiredNames(fields: readonly FieldDefinition[]): readonly string[] {
  return fields.filter((field) => !field.nullable && field.defaultValue === undefined).map(({ name }) => name)
}

/** In a body, `null` is allowed if the field has a default. */
function givenSchema(field: FieldDefinition, schemas: DocumentSchemas): JsonSchema {
  return fieldSchema({ ...field, nullable: field.nullable || field.defaultValue !== undefined }, schemas)
}

function fieldSchema(field: FieldDefinition, schemas: DocumentSchemas): JsonSchema {
  const { type, nullable, readOnly, hidden, description, model, many, maxLength } = field
  const one = model === undefined ? scalarSchema(field) : schemas.referenceTo(model)
  const base = many ? { type: 'array', items: one, minItems: leastLength(field), maxItems: maxLength } : one
  // Data of any shape may always be null.
  const isAny = type === 'json' && model === undefined
  return {
    ...(nullable && !isAny ? nullableSchema(base) : base),
    readOnly: readOnly || undefined,
    writeOnly: hidden || undefined,
    description,
  }
}

/** Adds `null` to a schema: as a type, as a value of the enum, or as an alternative. */
function nullableSchema(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  const withNull = Array.isArray(values) ? Array.from(new Set([...values, null])) : undefined
  return { ...schema, type: [type, 'null'], enum: withNull }
}

function leastLength({ minLength, notEmpty }: FieldDefinition): number | undefined {
  return notEmpty ? Math.max(1, minLength ?? 0) : minLength
}

function scalarSchema(field: FieldDefinition): JsonSchema {
  const { type, maxLength, pattern, min, max, enum: values, format, notBlank } = field
  const isNumber = type === 'integer' || type === 'number'
  return {
    ...scalarSchemas[type],
    ...(type !== 'bytes' && { minLength: leastLength(field), maxLength }),
    ...(pattern !== undefined && { pattern: `^(?:${pattern})$` }),
    ...(isNumber && min !== undefined && { minimum: min }),
    ...(isNumber && max !== undefined && { maximum: max }),
    ...(format !== undefined && format !== 'creditCard' && { format: format === 'url' ? 'uri' : format }),
    ...(notBlank && pattern === undefined && { pattern: String.raw`\S` }),
    enum: values,
  }
}

function modelSchema({ fields, description }: ModelDefinition, schemas: DocumentSchemas): JsonSchema {
  const properties = schemasByName(fields, (field) => fieldSchema(field, schemas))
  return { ...objectSchema(properties, requiredNames(fields)), description }
}

const scalarSchemas: Readonly<Record<FieldType, JsonSchema>> = {
  integer: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  bigint: { type: 'string', pattern: '^-?[0-9]{1,19}$' },
  string: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  objectId: { type: 'string', pattern: '^[0-9a-f]{24}$' },
  number: { type: 'number' },
  decimal: { type: 'string', pattern: '^-?[0-9]{1,12}(?:\\.[0-9]{1,6})?$' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  json: {},
}

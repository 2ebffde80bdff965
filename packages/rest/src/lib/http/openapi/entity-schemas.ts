import type {
  EntityDefinition,
  FieldDefinition,
  FieldType,
  RelationDefinition,
} from '../../entity/entity-definition.js'
import type { ViewType } from '../../entity/view-type.js'

/** A JSON Schema of dialect 2020-12, which OpenAPI 3.1 speaks. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The name of the schema of an entity as it is answered: `Book`, or `Book.SummaryView`. */
export function outputSchemaName({ name }: EntityDefinition, view: ViewType | undefined): string {
  return view === undefined ? name : `${name}.${view.name.replaceAll(/[^\w-]/g, '_')}`
}

/**
 * The schemas of an entity: as it is answered (`Book`), in each view (`Book.SummaryView`), and as it is taken from a
 * body (`BookInput`, `BookPatch`).
 */
export function entitySchemas(
  entity: EntityDefinition,
  views: Iterable<ViewType>,
): Readonly<Record<string, JsonSchema>> {
  return {
    [entity.name]: outputSchema(entity, undefined),
    ...Object.fromEntries(
      Array.from(views, (view) => [outputSchemaName(entity, view), outputSchema(entity, view)]),
    ),
    [`${entity.name}Input`]: inputSchema(entity),
    [`${entity.name}Patch`]: patchSchema(entity),
  }
}

/** The schema of a key as it stands in a path. */
export function keySchema({ key }: EntityDefinition): JsonSchema {
  return scalarSchemas[key.type]
}

function outputSchema(entity: EntityDefinition, view: ViewType | undefined): JsonSchema {
  const { name, key, fields, relations, description } = entity
  const isShown = (property: string): boolean => view === undefined || isInView(entity, property, view)
  const shown = fields.filter((field) => !field.hidden && isShown(field.name))
  const keys = isShown(key.name) ? [key.name] : []
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries([
      ...keys.map((property) => [property, { ...scalarSchemas[key.type], readOnly: key.generated }]),
      ...shown.map((field) => [field.name, fieldSchema(field)]),
      ...relations
        .filter((relation) => isShown(relation.name))
        .map((relation) => [relation.name, relationSchema(relation, view)]),
    ]),
    required: [...keys, ...shown.map((field) => field.name)],
    xml: { name },
  }
}

/** A property is in a view that it is marked with, and in every view that extends that one. */
function isInView({ views }: EntityDefinition, property: string, view: ViewType): boolean {
  return (views.get(property) ?? []).some((marked) => view === marked || view.prototype instanceof marked)
}

function relationSchema({ entity, many }: RelationDefinition, view: ViewType | undefined): JsonSchema {
  const reference = { $ref: `#/components/schemas/${outputSchemaName(entity(), view)}` }
  return many ? { type: 'array', items: reference, readOnly: true } : reference
}

function inputSchema({ name, key, fields }: EntityDefinition): JsonSchema {
  const writable = fields.filter((field) => !field.readOnly)
  const required = writable.filter((field) => !field.nullable && field.defaultValue === undefined)
  const names = [...(key.generated ? [] : [key.name]), ...required.map((field) => field.name)]
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...(key.generated ? [] : [[key.name, scalarSchemas[key.type]]]),
      ...writable.map((field) => [field.name, fieldSchema(field)]),
    ]),
    ...(names.length === 0 ? {} : { required: names }),
    xml: { name },
  }
}

/** In a merge patch everything is optional, and `null` takes a value away. */
function patchSchema({ fields }: EntityDefinition): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.filter((field) => !field.readOnly).map((field) => [field.name, fieldSchema(field)]),
    ),
  }
}

function fieldSchema({
  type,
  nullable,
  readOnly,
  hidden,
  maxLength,
  description,
}: FieldDefinition): JsonSchema {
  const schema = scalarSchemas[type]
  return {
    ...schema,
    ...(nullable && typeof schema['type'] === 'string' ? { type: [schema['type'], 'null'] } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(readOnly ? { readOnly } : {}),
    ...(hidden ? { writeOnly: true } : {}),
    ...(description === undefined ? {} : { description }),
  }
}

const scalarSchemas: Readonly<Record<FieldType, JsonSchema>> = {
  integer: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  bigint: { type: 'string', pattern: '^-?[0-9]{1,19}$' },
  string: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  objectId: { type: 'string', pattern: '^[0-9a-f]{24}$' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  json: {},
}

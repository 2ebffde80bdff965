import { sortableProperties } from '../../controller/list/sort.js'
import type { RestController } from '../../controller/rest-controller.js'
import type { RestMethod } from '../../controller/rest-method.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { Operator } from '../../repository/condition.js'
import { propertySchema } from './document-schemas.js'
import type { JsonSchema } from './shared-schemas.js'

type Parameters = readonly unknown[]

export function operationParameters(
  controller: RestController,
  method: RestMethod,
  shown: readonly string[],
): Parameters {
  switch (method) {
    case 'findAll':
      return [ifNoneMatch, ifMatch, ...listParameters(controller, shown)]
    case 'findById':
      return [ifNoneMatch, ifMatch, ...partParameters(controller.entity, shown)]
    case 'create':
      // A service that does not remember requests refuses the key.
      return controller.remembersRequests() ? [idempotencyKey] : []
    default:
      return [controller.requireIfMatch ? { ...ifMatch, required: true } : ifMatch]
  }
}

function listParameters(controller: RestController, shown: readonly string[]): Parameters {
  const { entity, defaultSize, maxSize, maxIds, filters } = controller
  const sortable = sortableProperties(entity, new Set(shown))
  const page = [{ type: 'integer', minimum: 1, maximum: 999_999_999 }, { const: 'no' }]
  const size = { type: 'integer', minimum: 1, maximum: maxSize, default: Math.min(defaultSize, maxSize) }
  return [
    query('page', { oneOf: page, default: 1 }, 'From 1; `no` returns a simple list'),
    query(
      'after',
      text,
      'The cursor `next` of the previous answer; empty for the first slice. Not together with `page`',
    ),
    query('size', size),
    queryList(
      'sort',
      anyOf(sortable.flatMap((name) => [name, `-${name}`])),
      'Properties to sort by; `-` means descending',
    ),
    query('direction', anyOf(['asc', 'desc'])),
    queryList('properties', anyOf(sortable)),
    query('ids[]', { type: 'array', items: text, maxItems: maxIds }),
    ...partParameters(entity, shown),
    ...Object.entries(filters)
      .filter(([property]) => shown.includes(property))
      .flatMap(([property, operators]) =>
        operators.map((operator) => filterParameter(entity, property, operator)),
      ),
  ]
}

/** Returns the parameters `fields` and `include`. */
function partParameters(entity: EntityDefinition, shown: readonly string[]): Parameters {
  const relations = entity.relations.map(({ name }) => name).filter((name) => shown.includes(name))
  const fields = queryList(
    'fields',
    anyOf(shown),
    'The properties in the answer; all others are left out, even if the schema requires them',
  )
  return relations.length === 0
    ? [fields]
    : [fields, queryList('include', anyOf(relations), 'Relations to load')]
}

function filterParameter(entity: EntityDefinition, property: string, operator: Operator): object {
  const schema = propertySchema(entity, property)
  const name = operator === 'eq' ? property : `${property}[${operator}]`
  if (operator === 'in') return queryList(name, schema)
  return query(name, operator === 'null' ? { type: 'boolean' } : schema)
}

const text: JsonSchema = { type: 'string' }

function anyOf(names: readonly string[]): JsonSchema {
  return names.length === 0 ? text : { type: 'string', enum: names }
}

function query(name: string, schema: JsonSchema, description?: string): object {
  return { name, in: 'query', description, schema }
}

/** Describes a parameter whose values have commas between them. */
function queryList(name: string, items: JsonSchema, description?: string): object {
  return { ...query(name, { type: 'array', items }, description), style: 'form', explode: false }
}

function header(name: string, description: string, schema = text): object {
  return { name, in: 'header', description, schema }
}

const ifMatch = header('If-Match', 'ETags of the expected state; 412 in any other state')
const ifNoneMatch = header('If-None-Match', 'ETags that the client has; 304 if the answer has one of them')
const idempotencyKey = header(
  'Idempotency-Key',
  'A repeated request with this key is executed once; 409 with another body',
  { type: 'string', pattern: '^[!-~]{1,255}$' },
)

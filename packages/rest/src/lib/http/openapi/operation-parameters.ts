import { sortableProperties } from '../../controller/list/sort.js'
import type { RestController } from '../../controller/rest-controller.js'
import type { RestMethod } from '../../controller/rest-method.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { Operator } from '../../repository/condition.js'
import { propertySchema } from './entity-schemas.js'

/** OpenAPI Parameter Objects. */
type Parameters = readonly unknown[]

/** Returns the parameters of an endpoint that are not in its path or its body. */
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
      // If the service does not remember requests, the key is refused, so it is not documented.
      return controller.remembersRequests() ? [idempotencyKey] : []
    default:
      return [controller.requireIfMatch ? { ...ifMatch, required: true } : ifMatch]
  }
}

function listParameters(controller: RestController, shown: readonly string[]): Parameters {
  const { entity, maxSize, maxIds, filters } = controller
  const sortable = sortableProperties(entity, new Set(shown))
  return [
    {
      name: 'page',
      in: 'query',
      description: 'From 1; `no` gives a simple list',
      schema: { oneOf: [{ type: 'integer', minimum: 1, maximum: 999_999_999 }, { const: 'no' }], default: 1 },
    },
    {
      name: 'after',
      in: 'query',
      description: 'A cursor, `next` of the answer before; empty for the beginning. Goes without `page`',
      schema: { type: 'string' },
    },
    { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: maxSize, default: 10 } },
    {
      ...namesParameter(
        'sort',
        sortable.flatMap((name) => [name, `-${name}`]),
      ),
      description: 'Properties to sort by; `-` turns the direction round',
    },
    { name: 'direction', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'] } },
    namesParameter('properties', sortable),
    {
      name: 'ids[]',
      in: 'query',
      schema: { type: 'array', items: { type: 'string' }, maxItems: maxIds },
    },
    ...partParameters(entity, shown),
    ...Object.entries(filters)
      .filter(([property]) => shown.includes(property))
      .flatMap(([property, operators]) =>
        operators.map((operator) => filterParameter(entity, property, operator)),
      ),
  ]
}

/** Returns the parameters that select properties of an answer. */
function partParameters(entity: EntityDefinition, shown: readonly string[]): Parameters {
  const relations = entity.relations.map(({ name }) => name).filter((name) => shown.includes(name))
  return [
    {
      ...namesParameter('fields', shown),
      description: 'The properties to write; the others are left out, also those that the schema requires',
    },
    ...(relations.length === 0
      ? []
      : [{ ...namesParameter('include', relations), description: 'Relations to load' }]),
  ]
}

function filterParameter(entity: EntityDefinition, property: string, operator: Operator): unknown {
  const schema = propertySchema(entity, property)
  const name = operator === 'eq' ? property : `${property}[${operator}]`
  if (operator === 'null') return { name, in: 'query', schema: { type: 'boolean' } }
  if (operator === 'in')
    return { name, in: 'query', style: 'form', explode: false, schema: { type: 'array', items: schema } }
  return { name, in: 'query', schema }
}

function namesParameter(name: string, names: readonly string[]): Readonly<Record<string, unknown>> {
  const items = names.length === 0 ? { type: 'string' } : { type: 'string', enum: names }
  return { name, in: 'query', style: 'form', explode: false, schema: { type: 'array', items } }
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'ETags of the states that are expected; 412 in any other one',
  schema: { type: 'string' },
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'ETags of what the client has; 304 when one is that of the answer',
  schema: { type: 'string' },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Done once, however often it is sent with this key and this body; 409 with another body',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
}

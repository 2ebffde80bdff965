import { sortableProperties } from '../../controller/list/sort.js'
import type { RestController } from '../../controller/rest-controller.js'
import type { RestMethod } from '../../controller/rest-method.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { Operator } from '../../repository/condition.js'
import { propertySchema } from './entity-schemas.js'

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
  return [
    {
      name: 'page',
      in: 'query',
      description: 'From 1; `no` returns a simple list',
      schema: { oneOf: [{ type: 'integer', minimum: 1, maximum: 999_999_999 }, { const: 'no' }], default: 1 },
    },
    {
      name: 'after',
      in: 'query',
      description:
        'The cursor `next` of the previous answer; empty for the first slice. Not together with `page`',
      schema: { type: 'string' },
    },
    { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: maxSize, default: Math.min(defaultSize, maxSize) } },
    {
      ...namesParameter(
        'sort',
        sortable.flatMap((name) => [name, `-${name}`]),
      ),
      description: 'Properties to sort by; `-` means descending',
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

/** Returns the parameters `fields` and `include`. */
function partParameters(entity: EntityDefinition, shown: readonly string[]): Parameters {
  const relations = entity.relations.map(({ name }) => name).filter((name) => shown.includes(name))
  return [
    {
      ...namesParameter('fields', shown),
      description: 'The properties in the answer; all others are left out, even if the schema requires them',
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
  description: 'ETags of the expected state; 412 in any other state',
  schema: { type: 'string' },
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'ETags that the client has; 304 if the answer has one of them',
  schema: { type: 'string' },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request with this key is executed once; 409 with another body',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
}

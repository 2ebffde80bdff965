import { crypto } from '@mvc-router/router-core/tools'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import { recordOf } from '../../entity/record-of.js'
import { quoteJson } from '../../view/quote-json.js'
import { canonicalJson } from './canonical-json.js'

/** 132 bits: nobody finds two rows with the same one. */
const stateLength = 22

/**
 * A short text that stands for all that is stored in a row, hidden fields and version included, whatever a view shows of
 * it: two states of one row, before and after its deletion too, have the same one only if nothing in them differs.
 */
export function rowState(entity: object, { key, fields }: EntityDefinition): string {
  const record = recordOf(entity)
  let text = jsonOf(record[key.name])
  for (const { name } of fields) text += `,${jsonOf(record[name])}`
  return crypto().hash('sha256', text, 'base64url').slice(0, stateLength)
}

/** The state of a whole collection, in any order. */
export function collectionState(entities: readonly object[], definition: EntityDefinition): string {
  const states = entities.map((entity) => rowState(entity, definition)).toSorted()
  return crypto().hash('sha256', states.join(), 'base64url').slice(0, stateLength)
}

/** Most values are of a simple type, whose JSON needs no look at the order of names. */
function jsonOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoteJson(value)
    case 'number':
    case 'boolean':
      return String(value)
    default:
      return canonicalJson(value ?? null)
  }
}

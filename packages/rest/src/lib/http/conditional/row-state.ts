import { hash } from 'node:crypto'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import { recordOf } from '../../entity/record-of.js'
import { canonicalJson } from './canonical-json.js'

/** 132 bits: nobody finds two rows with the same one. */
const STATE_LENGTH = 22

/**
 * A short text that stands for all that is stored in a row, hidden fields and version included, whatever a view shows of
 * it: two states of one row, before and after its deletion too, have the same one only if nothing in them differs.
 */
export function rowState(entity: object, { key, fields }: EntityDefinition): string {
  const record = recordOf(entity)
  const values = [key, ...fields].map(({ name }) => record[name] ?? null)
  return hash('sha256', canonicalJson(values), 'base64url').slice(0, STATE_LENGTH)
}

/** The state of a whole collection, whatever its order. */
export function collectionState(entities: readonly object[], definition: EntityDefinition): string {
  const states = entities.map((entity) => rowState(entity, definition)).toSorted()
  return hash('sha256', states.join(), 'base64url').slice(0, STATE_LENGTH)
}

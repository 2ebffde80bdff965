import type { EntityDefinition } from '../entity/entity-definition.js'
import { comparisonsOf, type Condition, type Conditions, typeOf } from './condition.js'

/** Returns the conditions of a scope on properties that the related entity has too. */
export function relatedScope(
  entity: EntityDefinition,
  scope: Conditions | undefined,
  related: EntityDefinition,
): readonly Condition[] {
  return comparisonsOf(entity, scope)
    .filter(({ property }) => isShared(entity, related, property))
    .map(({ property, operator, value }) => ({ [property]: { [operator]: value } }))
}

/** Each entity has its own keys, so two entities never share a key. */
function isShared(entity: EntityDefinition, related: EntityDefinition, property: string): boolean {
  if (entity.key.name === property || related.key.name === property) return related === entity
  return typeOf(related, property) !== undefined
}

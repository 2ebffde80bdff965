import type { EntityDefinition } from '../entity/entity-definition.js'
import { comparisonsOf, type Condition, type Conditions, typeOf } from './condition.js'

/** Returns the part of a scope that holds for a related entity: comparisons of properties that both entities have. */
export function relatedScope(
  entity: EntityDefinition,
  scope: Conditions | undefined,
  related: EntityDefinition,
): readonly Condition[] {
  return comparisonsOf(entity, scope)
    .filter(({ property }) => isShared(entity, related, property))
    .map(({ property, operator, value }) => ({ [property]: { [operator]: value } }))
}

/** True if two entities share a property. A key is never shared, because each entity has its own keys. */
function isShared(entity: EntityDefinition, related: EntityDefinition, property: string): boolean {
  if (entity.key.name === property || related.key.name === property) return related === entity
  return typeOf(related, property) !== undefined
}

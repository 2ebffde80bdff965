import type { EntityDefinition } from '../entity/entity-definition.js'
import { comparisonsOf, type Condition, type Conditions, typeOf } from './condition.js'

/** The part of a scope that holds for another entity: what it says of properties that this one has as well. */
export function relatedScope(
  entity: EntityDefinition,
  scope: Conditions | undefined,
  related: EntityDefinition,
): readonly Condition[] {
  return comparisonsOf(entity, scope)
    .filter(({ property }) => isShared(entity, related, property))
    .map(({ property, operator, value }) => ({ [property]: { [operator]: value } }))
}

/** A key says which row it is, and every entity has its own. */
function isShared(entity: EntityDefinition, related: EntityDefinition, property: string): boolean {
  if (entity.key.name === property || related.key.name === property) return related === entity
  return typeOf(related, property) !== undefined
}

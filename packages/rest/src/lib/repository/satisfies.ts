import type { EntityDefinition, FieldType } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'
import { compareTyped } from '../entity/compare-values.js'
import { comparisonsOf, type Comparison, type Conditions, typeOf } from './condition.js'

/**
 * Returns a function that checks conditions exactly as a database would.
 *
 * @throws TypeError for a bad condition.
 */
export function satisfies<Entity extends object>(
  entity: EntityDefinition<Entity>,
  conditions: Conditions | undefined,
): (one: Entity) => boolean {
  if (conditions === undefined) return () => true
  const comparisons = comparisonsOf(entity, conditions).map(
    (comparison) => [comparison, typeOf(entity, comparison.property)] as const,
  )
  return (one) => {
    const record = recordOf(one)
    return comparisons.every(([comparison, type]) =>
      holds(comparison, type, record[comparison.property] ?? null),
    )
  }
}

/** In a sorted list, null comes before every value. In a condition, null is neither less nor greater. */
function holds({ operator, value }: Comparison, type: FieldType | undefined, actual: unknown): boolean {
  switch (operator) {
    case 'eq':
      return compareTyped(type, actual, value) === 0
    case 'ne':
      return compareTyped(type, actual, value) !== 0
    case 'in':
      return value.some((one) => compareTyped(type, actual, one) === 0)
    case 'null':
      return (actual === null) === value
    case 'lt':
      return actual !== null && compareTyped(type, actual, value) < 0
    case 'lte':
      return actual !== null && compareTyped(type, actual, value) <= 0
    case 'gt':
      return actual !== null && compareTyped(type, actual, value) > 0
    case 'gte':
      return actual !== null && compareTyped(type, actual, value) >= 0
    case 'contains':
      return typeof actual === 'string' && actual.includes(String(value))
    case 'startsWith':
      return typeof actual === 'string' && actual.startsWith(String(value))
  }
}

import type { EntityDefinition, FieldType } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'
import { comparableValue, compareValues } from '../entity/compare-values.js'
import { comparisonsOf, type Comparison, type Conditions, type Scalar, typeOf } from './condition.js'

/**
 * Says of an entity whether it meets conditions, exactly as a database would.
 *
 * @throws TypeError for a bad condition.
 */
export function satisfies<Entity extends object>(
  entity: EntityDefinition<Entity>,
  conditions: Conditions | undefined,
): (one: Entity) => boolean {
  if (conditions === undefined) return always
  const comparisons = comparisonsOf(entity, conditions)
  const typed = comparisons.map((comparison) => {
    const type = typeOf(entity, comparison.property)
    return [comparableComparison(comparison, type), type] as const
  })
  return (one) => {
    const record = recordOf(one)
    return typed.every(([comparison, type]) => {
      const actual: unknown = record[comparison.property] ?? null
      return holds(comparison, comparableValue(type, actual))
    })
  }
}

function always(): boolean {
  return true
}

function comparableComparison(comparison: Comparison, type: FieldType | undefined): Comparison {
  if (type !== 'decimal' || comparison.operator === 'null') return comparison
  if (comparison.operator === 'in')
    return { ...comparison, value: comparison.value.map((one) => comparableValue(type, one) as Scalar) }
  return { ...comparison, value: comparableValue(type, comparison.value) as Scalar }
}

/** Null is less than everything for sorting, but neither less nor greater than the value of a condition. */
function holds({ operator, value }: Comparison, actual: unknown): boolean {
  switch (operator) {
    case 'eq':
      return isSame(actual, value)
    case 'ne':
      return !isSame(actual, value)
    case 'in':
      return value.some((one) => isSame(actual, one))
    case 'null':
      return (actual === null) === value
    case 'lt':
      return actual !== null && compareValues(actual, value) < 0
    case 'lte':
      return actual !== null && compareValues(actual, value) <= 0
    case 'gt':
      return actual !== null && compareValues(actual, value) > 0
    case 'gte':
      return actual !== null && compareValues(actual, value) >= 0
    case 'contains':
      return typeof actual === 'string' && actual.includes(String(value))
    case 'startsWith':
      return typeof actual === 'string' && actual.startsWith(String(value))
  }
}

function isSame(actual: unknown, value: unknown): boolean {
  return compareValues(actual, value) === 0
}

import type { EntityDefinition } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'
import { compareTyped } from '../entity/compare-values.js'
import { comparisonsOf, type Conditions, typeOf } from './condition.js'
import { type RowCondition, rowCondition } from './row-condition.js'

/**
 * Returns a function that checks conditions exactly as a database would.
 *
 * @throws TypeError for a bad condition.
 */
export function satisfies<Entity extends object>(
  entity: EntityDefinition<Entity>,
  conditions: Conditions | undefined,
): (one: Entity) => boolean {
  const isMet = meets(entity, rowCondition(entity, comparisonsOf(entity, conditions)))
  return (one) => isMet(recordOf(one))
}

const orders: Readonly<Record<'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte', (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
}

/** Returns a function that checks a condition for a row. */
export function meets(
  entity: EntityDefinition,
  condition: RowCondition,
): (row: Readonly<Record<string, unknown>>) => boolean {
  if ('all' in condition) {
    const all = condition.all.map((one) => meets(entity, one))
    return (row) => all.every((isMet) => isMet(row))
  }
  if ('any' in condition) {
    const any = condition.any.map((one) => meets(entity, one))
    return (row) => any.some((isMet) => isMet(row))
  }
  const { property, operator, value } = condition
  const type = typeOf(entity, property)
  const isMet = (actual: unknown): boolean => {
    switch (operator) {
      case 'null':
        return (actual === null) === value
      case 'in':
        return value.some((one) => compareTyped(type, actual, one) === 0)
      case 'contains':
        return typeof actual === 'string' && actual.includes(value)
      case 'startsWith':
        return typeof actual === 'string' && actual.startsWith(value)
      default:
        // In a sorted list, null comes before every value. In a condition, null is neither less nor greater.
        return (actual !== null || operator === 'ne') && orders[operator](compareTyped(type, actual, value))
    }
  }
  return (row) => isMet(row[property] ?? null)
}

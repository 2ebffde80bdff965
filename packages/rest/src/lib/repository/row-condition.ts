import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Comparison, Operator, Scalar } from './condition.js'
import type { Boundary } from './sort-order.js'

/** A value that is not null. */
export type StoredValue = Exclude<Scalar, null>

/**
 * A condition for rows, with operators that each library has. For a row without a value, only `null` holds, and not
 * `ne`.
 */
export type RowCondition =
  | { readonly all: readonly RowCondition[] }
  /** At least one condition must hold. */
  | { readonly any: readonly RowCondition[] }
  | { readonly property: string; readonly operator: 'null'; readonly value: boolean }
  /** An empty list holds for no row. */
  | { readonly property: string; readonly operator: 'in'; readonly value: readonly StoredValue[] }
  /** Comparisons are case-sensitive, and no character is special. */
  | { readonly property: string; readonly operator: 'contains' | 'startsWith'; readonly value: string }
  | {
      readonly property: string
      readonly operator: Exclude<Operator, 'null' | 'in' | 'contains' | 'startsWith'>
      readonly value: StoredValue
    }

export function rowCondition(entity: EntityDefinition, comparisons: readonly Comparison[]): RowCondition {
  return { all: comparisons.map((comparison) => conditionOf(entity, comparison)) }
}

/** Converts a comparison to a condition for stores. Tests for null become conditions of their own. */
export function conditionOf(entity: EntityDefinition, comparison: Comparison): RowCondition {
  const { property, operator, value } = comparison
  switch (operator) {
    case 'null':
      return comparison
    case 'in': {
      const found: RowCondition = { property, operator, value: value.filter((one) => one !== null) }
      return value.includes(null) ? { any: [found, isNull(property, true)] } : found
    }
    case 'contains':
    case 'startsWith':
      return { property, operator, value: String(value) }
    default: {
      if (value === null) return isNull(property, operator === 'eq')
      const found: RowCondition = { property, operator, value }
      return operator === 'ne' && entity.field(property)?.nullable === true
        ? { any: [found, isNull(property, true)] }
        : found
    }
  }
}

/** Selects the rows after a position. The first value of the position must not be null. */
export function conditionBeyond(boundaries: readonly Boundary[]): RowCondition {
  const [first] = boundaries
  if (first === undefined) return { all: [] }
  const steps = boundaries.flatMap((boundary, index) => {
    const step = stepOf(boundary)
    const same = boundaries.slice(0, index).map(({ property, value }) => sameAs(property, value))
    return step === undefined ? [] : [{ all: [...same, step] }]
  })
  const { property, direction, value } = first
  // The other conditions would be enough, but this condition lets a database start in an index.
  const start: RowCondition =
    value === null ? { all: [] } : { property, operator: direction === 'asc' ? 'gte' : 'lte', value }
  return { all: [start, { any: steps }] }
}

function stepOf({ property, direction, nullable, value }: Boundary): RowCondition | undefined {
  if (direction === 'asc')
    return value === null ? isNull(property, false) : { property, operator: 'gt', value }
  if (value === null) return undefined
  const less: RowCondition = { property, operator: 'lt', value }
  return nullable ? { any: [less, isNull(property, true)] } : less
}

function sameAs(property: string, value: Scalar): RowCondition {
  return value === null ? isNull(property, true) : { property, operator: 'eq', value }
}

function isNull(property: string, value: boolean): RowCondition {
  return { property, operator: 'null', value }
}

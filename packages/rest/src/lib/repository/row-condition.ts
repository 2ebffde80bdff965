import type { EntityDefinition } from '../entity/entity-definition.js'
import type { Comparison, Operator, Scalar } from './condition.js'
import type { Boundary } from './sort-order.js'

/** A value that is there. */
export type StoredValue = Exclude<Scalar, null>

/**
 * A condition for rows, in words that each library has: only `null` holds a null, `ne` and the others never
 * hold for a row without a value.
 */
export type RowCondition =
  | { readonly all: readonly RowCondition[] }
  /** Has at least one. */
  | { readonly any: readonly RowCondition[] }
  | { readonly property: string; readonly operator: 'null'; readonly value: boolean }
  /** Nothing is in an empty list. */
  | { readonly property: string; readonly operator: 'in'; readonly value: readonly StoredValue[] }
  /** Letter by letter: case counts, and no character is special. */
  | { readonly property: string; readonly operator: 'contains' | 'startsWith'; readonly value: string }
  | {
      readonly property: string
      readonly operator: Exclude<Operator, 'null' | 'in' | 'contains' | 'startsWith'>
      readonly value: StoredValue
    }

export function rowCondition(entity: EntityDefinition, comparisons: readonly Comparison[]): RowCondition {
  return { all: comparisons.map((comparison) => conditionOf(entity, comparison)) }
}

/** A comparison as stores ask it: without null, and with bounds written out. */
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

/** The rows behind a position whose first value is not null. */
export function conditionBeyond(boundaries: readonly Boundary[]): RowCondition {
  const [first] = boundaries
  if (first === undefined) return { all: [] }
  const steps = boundaries.flatMap((boundary, index) => {
    const step = stepOf(boundary)
    const same = boundaries.slice(0, index).map(({ property, value }) => sameAs(property, value))
    return step === undefined ? [] : [{ all: [...same, step] }]
  })
  const { property, direction, value } = first
  // The last step says it all; this one lets an index begin there.
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

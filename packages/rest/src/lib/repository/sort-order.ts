import type { EntityDefinition, FieldType } from '../entity/entity-definition.js'
import { type Scalar, shapeless, typeOf } from './condition.js'
import type { Position, Sort } from './paging-and-sorting-repository.js'

/** One property of an order. */
export interface SortKey {
  readonly property: string
  readonly direction: 'asc' | 'desc'
  readonly type: FieldType
  readonly nullable: boolean
}

/** One property of an order, and where the rows go on that are wanted. */
export interface Boundary extends SortKey {
  readonly value: Scalar
}

/**
 * The whole order that a sort stands for: ties are in key order, so that it is the same each time.
 *
 * @throws TypeError for an unknown property or direction.
 */
export function sortKeys(entity: EntityDefinition, sort: Sort = {}): readonly SortKey[] {
  const { key, name } = entity
  const keys = Object.entries(sort).map(([property, direction]): SortKey => {
    const type = typeOf(entity, property)
    if (type === undefined || shapeless.has(type))
      throw new TypeError(`${name} cannot be sorted by "${property}"`)
    if (direction !== 'asc' && direction !== 'desc')
      throw new TypeError(`The direction of ${property}: expected asc or desc`)
    return { property, type, direction, nullable: entity.field(property)?.nullable ?? false }
  })
  const isComplete = keys.some(({ property }) => property === key.name)
  return isComplete
    ? keys
    : [...keys, { property: key.name, type: key.type, direction: 'asc', nullable: false }]
}

/**
 * Where an order goes on behind a position.
 *
 * @throws TypeError for a position without a value for each property of the order.
 */
export function boundariesOf(
  entity: EntityDefinition,
  keys: readonly SortKey[],
  position: Position,
): readonly Boundary[] {
  return keys.map((key) => {
    const value = position[key.property] ?? null
    const type = typeOf(entity, key.property)
    if (type === undefined || !(value === null ? key.nullable : isOf(type, value)))
      throw new TypeError(`The position to go on after has no ${key.property}`)
    return { ...key, value: value as Scalar }
  })
}

/** A position comes from a row, which may well hold what no client could have written. */
function isOf(type: FieldType, value: unknown): boolean {
  switch (type) {
    case 'integer':
    case 'number':
      return typeof value === 'number'
    case 'bigint':
      return typeof value === 'bigint'
    case 'boolean':
      return typeof value === 'boolean'
    case 'datetime':
      return value instanceof Date
    default:
      return typeof value === 'string'
  }
}

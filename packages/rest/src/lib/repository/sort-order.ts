import type { EntityDefinition, FieldType } from '../entity/entity-definition.js'
import { type Comparison, type Scalar, shapeless, typeOf } from './condition.js'
import type { Position, Sort } from './paging-and-sorting-repository.js'

/** A property of an order. */
export interface SortKey {
  readonly property: string
  readonly direction: 'asc' | 'desc'
  readonly type: FieldType
  readonly nullable: boolean
}

/** A property of an order, and the value after which the wanted rows go on. */
export interface Boundary extends SortKey {
  readonly value: Scalar
}

/**
 * The whole order that a sort represents: ties are in key order, so that it is the same each time.
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

/** A part of an order, as conditions of which databases make one range of an index. */
export interface OrderRange {
  readonly where: readonly Comparison[]
  /** The rows behind this position, whose first value is not null; all rows when it is empty. */
  readonly beyond: readonly Boundary[]
}

/**
 * The parts of an order behind a position, one after the other. There is one, and a second one only where the most
 * important property is null on one side: no index finds values and nulls in one step.
 */
export function rangesAfter(boundaries: readonly Boundary[]): readonly OrderRange[] {
  const [first, ...rest] = boundaries
  if (first === undefined) return []
  const { property, direction, nullable, value } = first
  if (value !== null) {
    const withValue = { where: [], beyond: boundaries }
    return nullable && direction === 'desc' ? [withValue, nullRange(property, true)] : [withValue]
  }
  const withNull = rangesAfter(rest).map(({ where, beyond }) => ({
    where: [...nullRange(property, true).where, ...where],
    beyond,
  }))
  return direction === 'asc' ? [...withNull, nullRange(property, false)] : withNull
}

function nullRange(property: string, isNull: boolean): OrderRange {
  return { where: [{ property, operator: 'null', value: isNull }], beyond: [] }
}

/** The first rows of some ranges: each one gives what those before it do not fill. */
export async function sliceOfRanges<Row>(
  ranges: readonly OrderRange[],
  limit: number,
  list: (range: OrderRange, limit: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (const range of ranges) {
    if (found.length >= limit) break
    found.push(...(await list(range, limit - found.length)))
  }
  return found
}

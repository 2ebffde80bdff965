import type { EntityDefinition, FieldType } from '../entity/entity-definition.js'
import { type Comparison, type Scalar, shapeless, typeOf } from './condition.js'
import type { Position, Sort } from './paging-and-sorting-repository.js'

/** A property to sort by. */
export interface SortKey {
  readonly property: string
  readonly direction: 'asc' | 'desc'
  readonly type: FieldType
  readonly nullable: boolean
}

/** A sort key with its value in a position. The rows begin after this position. */
export interface Boundary extends SortKey {
  readonly value: Scalar
}

/**
 * Adds the key to a sort, so that the order of rows is always the same.
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

/** @throws TypeError for a position without a value for each sort key. */
export function boundariesOf(
  entity: EntityDefinition,
  keys: readonly SortKey[],
  position: Position,
): readonly Boundary[] {
  return keys.map((key) => {
    const value = position[key.property] ?? null
    const type = typeOf(entity, key.property)
    if (type === undefined || !(value === null ? key.nullable : isOf(type, value)))
      throw new TypeError(`The position "after" has no valid ${key.property}`)
    return { ...key, value: value as Scalar }
  })
}

/** Checks the type of a value in a position. The value comes from a row, and may be one that clients cannot write. */
function isOf(type: FieldType, value: unknown): boolean {
  if (type === 'datetime') return value instanceof Date
  if (type === 'integer') return typeof value === 'number'
  return typeof value === (type === 'number' || type === 'bigint' || type === 'boolean' ? type : 'string')
}

/** A part of a sorted list, which databases find as one range of an index. */
export interface OrderRange {
  readonly where: readonly Comparison[]
  /** Selects the rows after this position, whose first value is not null. An empty list selects all rows. */
  readonly beyond: readonly Boundary[]
}

/** Nulls need a second part, because no index finds values and nulls in one step. */
function rangesAfter(boundaries: readonly Boundary[]): readonly OrderRange[] {
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

/** Returns the first rows after a position, up to the limit. */
export async function sliceAfter<Row>(
  position: readonly Boundary[],
  limit: number,
  list: (range: OrderRange, limit: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (const range of rangesAfter(position)) {
    if (found.length >= limit) break
    found.push(...(await list(range, limit - found.length)))
  }
  return found
}

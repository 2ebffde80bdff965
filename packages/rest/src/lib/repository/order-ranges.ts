import type { Comparison } from './condition.js'
import type { Boundary } from './sort-order.js'

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

/** The first rows of some ranges: each one is asked for what those before it do not fill. */
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

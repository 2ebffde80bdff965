import { scaleDecimal } from './decimal.js'
import type { FieldType } from './entity-definition.js'

/**
 * The order of two values of one declared type but decimal, as databases with a binary collation have it: nulls first, texts by
 * code point, false before true.
 */
export function compareValues(left: unknown, right: unknown): number {
  if (left === right) return 0
  if (left === null || left === undefined) return right === null || right === undefined ? 0 : -1
  if (right === null || right === undefined) return 1
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right)
  return left < right ? -1 : left > right ? 1 : 0
}

/** The order of two values of any type: decimal numbers are texts, and go by their size. */
export function compareTyped(type: FieldType | undefined, left: unknown, right: unknown): number {
  return type === 'decimal' ? compareValues(scaled(left), scaled(right)) : compareValues(left, right)
}

function scaled(value: unknown): unknown {
  return typeof value === 'string' ? scaleDecimal(value) : value
}

/** JavaScript compares UTF-16 units, in which characters beyond U+FFFF come before those from U+E000 on. */
function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const leftUnit = left.charCodeAt(index)
    const rightUnit = right.charCodeAt(index)
    if (leftUnit === rightUnit) continue
    const isLeftBeyond = isSurrogate(leftUnit)
    return isLeftBeyond === isSurrogate(rightUnit) ? leftUnit - rightUnit : isLeftBeyond ? 1 : -1
  }
  return left.length - right.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

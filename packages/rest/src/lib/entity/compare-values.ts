import { scaleDecimal } from './decimal.js'
import type { FieldType } from './entity-definition.js'

/** Compares values, except decimals, like a binary collation: null first, texts by code point, false before true. */
export function compareValues(left: unknown, right: unknown): number {
  if (left === right) return 0
  if (left === null || left === undefined) return right === null || right === undefined ? 0 : -1
  if (right === null || right === undefined) return 1
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Decimals are texts, but compare as numbers. */
export function compareTyped(type: FieldType | undefined, left: unknown, right: unknown): number {
  return type === 'decimal' ? compareValues(scaled(left), scaled(right)) : compareValues(left, right)
}

function scaled(value: unknown): unknown {
  return typeof value === 'string' ? scaleDecimal(value) : value
}

/** Compares by code point. The operator `<` compares UTF-16 units, so it puts U+10000 before U+E000. */
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

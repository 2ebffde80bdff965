import { readDecimal } from '../entity/decimal.js'
import type { FieldType } from '../entity/entity-definition.js'

/** The value of a property that a library gives: drivers differ in large numbers, times and bytes. */
export function valueOfRow(type: FieldType, value: unknown): unknown {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'integer':
    case 'number':
      return Number(value)
    case 'bigint':
      return typeof value === 'bigint'
        ? value
        : BigInt(Number.isInteger(value) ? Number(value) : textOf(value))
    case 'decimal':
      return readDecimal(textOf(value)) ?? value
    case 'boolean':
      return Boolean(value)
    case 'datetime':
      return value instanceof Date ? value : new Date(textOf(value))
    case 'bytes':
      return value instanceof Uint8Array ? new Uint8Array(value) : value
    default:
      return value
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

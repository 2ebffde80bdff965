import { readDecimal } from './decimal.js'
import type { FieldType } from './entity-definition.js'

/** Converts a field value to JSON without loss. A time, bytes or a bigint becomes a text. */
export function toJsonForm(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'bigint' ? String(value) : value
}

/** Reverses `toJsonForm`. Also reads the values of drivers, which differ in large numbers, times and bytes. */
export function fromJsonForm(type: FieldType | undefined, form: unknown): unknown {
  if (form === null || form === undefined) return null
  switch (type) {
    case 'integer':
    case 'number':
      return Number(form)
    case 'bigint':
      return typeof form === 'bigint' ? form : BigInt(Number.isInteger(form) ? Number(form) : textOf(form))
    case 'decimal':
      return readDecimal(textOf(form)) ?? form
    case 'boolean':
      return Boolean(form)
    case 'datetime':
      return form instanceof Date ? form : new Date(textOf(form))
    case 'bytes':
      if (typeof form === 'string') return new Uint8Array(Buffer.from(form, 'base64'))
      return form instanceof Uint8Array ? new Uint8Array(form) : form
    default:
      return form
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

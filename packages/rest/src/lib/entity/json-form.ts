import type { FieldType } from './entity-definition.js'

/** Converts a field value to JSON without loss. A time, bytes or a bigint becomes a text. */
export function toJsonForm(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'bigint' ? String(value) : value
}

/** Reverses `toJsonForm`. */
export function fromJsonForm(type: FieldType | undefined, form: unknown): unknown {
  if (typeof form !== 'string') return form
  switch (type) {
    case 'bigint':
      return BigInt(form)
    case 'bytes':
      return new Uint8Array(Buffer.from(form, 'base64'))
    case 'datetime':
      return new Date(form)
    default:
      return form
  }
}

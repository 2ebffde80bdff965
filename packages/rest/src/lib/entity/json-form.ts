import type { FieldType } from './entity-definition.js'

/** Turns the value of a field into JSON. A value without a JSON form becomes a text, without a loss. */
export function toJsonForm(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'bigint' ? String(value) : value
}

/** Turns the JSON of `toJsonForm` back into the value. */
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

import { sql, type RawBuilder } from 'kysely'
import { type FieldType, formatDecimal, readDecimal, scaleDecimal } from '@mvc-router/rest/store'
import type { DatabaseFamily } from '../database/database-family.js'

/**
 * Returns an expression that selects a column as text, because drivers return bigints, days and JSON in different
 * types. `undefined` means that the column itself is selected.
 */
export function selectedText(
  type: FieldType,
  column: string,
  family: DatabaseFamily,
): RawBuilder<unknown> | undefined {
  const isText =
    type === 'bigint' ||
    type === 'decimal' ||
    (type === 'date' && family !== 'sqlite') ||
    ((type === 'datetime' || type === 'json') && family === 'mysql')
  if (!isText) return undefined
  const reference = sql.ref(column)
  if (family === 'postgres')
    return type === 'date' ? sql`to_char(${reference}, 'YYYY-MM-DD')` : sql`cast(${reference} as text)`
  return family === 'mysql' ? sql`cast(${reference} as char)` : sql`cast(${reference} as text)`
}

/** Returns the conversion of a column's value, except null. `undefined` means no conversion. */
export function columnReader(
  type: FieldType,
  family: DatabaseFamily,
): ((value: unknown) => unknown) | undefined {
  switch (type) {
    case 'integer':
    case 'number':
      return Number
    case 'bigint':
      return (value) => BigInt(String(value))
    case 'decimal':
      return family === 'sqlite'
        ? (value) => formatDecimal(BigInt(String(value)))
        : (value) => readDecimal(String(value)) ?? String(value)
    case 'bytes':
      return (value) => new Uint8Array(value as Uint8Array | ArrayBuffer)
    case 'boolean':
      return family === 'postgres' ? undefined : (value) => Number(value) !== 0
    case 'datetime':
      return (value) => (value instanceof Date ? value : new Date(utcText(String(value))))
    case 'json':
      return family === 'postgres' ? undefined : (value) => JSON.parse(String(value)) as unknown
    default:
      return undefined
  }
}

/** Returns the conversion of a property's value, except null, for the driver. `undefined` means no conversion. */
export function columnWriter(
  type: FieldType,
  family: DatabaseFamily,
): ((value: unknown) => unknown) | undefined {
  switch (type) {
    case 'boolean':
      return family === 'sqlite' ? Number : undefined
    case 'decimal':
      return family === 'sqlite' ? (value) => scaleDecimal(String(value)) : undefined
    case 'bytes':
      return (value) => Buffer.from(value as Uint8Array)
    case 'bigint':
      return family === 'postgres' ? String : undefined
    case 'datetime':
      return (value) => (value instanceof Date ? datetimeText(value, family) : value)
    case 'json':
      return JSON.stringify
    default:
      return undefined
  }
}

/** Writes a time in UTC. MySQL and MariaDB refuse `T` and `Z`. */
function datetimeText(date: Date, family: DatabaseFamily): string {
  const text = date.toISOString()
  return family === 'mysql' ? text.slice(0, -1).replace('T', ' ') : text
}

function utcText(text: string): string {
  return text.includes(' ') ? `${text.replace(' ', 'T')}Z` : text
}

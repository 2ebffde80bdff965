import type { FieldType } from '../entity-definition.js'
import { readDecimal } from '../decimal.js'
import { parseJson } from './parse-json.js'

/** Describes the values of each type, to complete "must be ...". */
export const expectedValues: Readonly<Record<FieldType, string>> = {
  string: 'a text without NUL and lone surrogates',
  integer: 'an integer that JSON can carry exactly',
  bigint: 'an integer of 64 bits, as text when it is a large one',
  uuid: 'a uuid in lower case',
  objectId: '24 hexadecimal digits in lower case',
  number: 'a number that JSON can carry exactly',
  decimal: 'a decimal number as text, of at most 12 digits before the point and 6 behind it',
  boolean: 'true or false',
  date: 'a day such as 2024-02-29',
  datetime: 'a time such as 2024-02-29T12:00:00.000Z',
  bytes: 'base64',
  json: 'JSON',
}

const integerPattern = /^-?(?:0|[1-9][0-9]{0,15})$/
const bigintPattern = /^-?(?:0|[1-9][0-9]{0,18})$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const objectIdPattern = /^[0-9a-f]{24}$/
const numberPattern = /^-?(?:0|[1-9][0-9]{0,30})(?:\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,3})?$/
const datePattern = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/
const datetimePattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])$/
const minBigint = -(2n ** 63n)
const maxBigint = 2n ** 63n - 1n

/**
 * Converts a value of a body to a declared type. Returns `undefined` if the value does not fit the type. In JSON, `"5"`
 * is not an integer, and `5` is not a text. In `textual` bodies such as XML, all values are texts.
 */
export function readValue(type: FieldType, given: unknown, textual: boolean): unknown {
  const value = textual && typeof given === 'string' ? untextual(type, given) : given
  switch (type) {
    case 'string':
      return isText(value) ? value : undefined
    case 'integer':
      return Number.isSafeInteger(value) ? value : undefined
    case 'number':
      return isExactNumber(value) ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'decimal':
      return readDecimal(value)
    case 'bigint':
      return Number.isSafeInteger(value) ? BigInt(Number(value)) : readBigint(value)
    case 'json':
      return value
    case 'uuid':
      return typeof value === 'string' && uuidPattern.test(value) ? value : undefined
    case 'objectId':
      return typeof value === 'string' && objectIdPattern.test(value) ? value : undefined
    case 'date':
      return typeof value === 'string' && isDay(value) ? value : undefined
    case 'datetime':
      return typeof value === 'string' ? readDatetime(value) : undefined
    case 'bytes':
      return typeof value === 'string' ? readBytes(value) : undefined
  }
}

/** Converts a text from XML or a form to its JSON value. Returns `undefined` if the text does not fit the type. */
function untextual(type: FieldType, text: string): unknown {
  switch (type) {
    case 'integer':
      return integerPattern.test(text) ? Number(text) : undefined
    case 'number':
      return numberPattern.test(text) ? Number(text) : undefined
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'json':
      return readJson(text)
    default:
      return text
  }
}

function readBigint(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !bigintPattern.test(value)) return undefined
  const integer = BigInt(value)
  return integer >= minBigint && integer <= maxBigint ? integer : undefined
}

/** Accepts only the canonical base64 text. */
function readBytes(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined
}

/** Parses JSON within a text. A text that is not JSON stays a text. */
function readJson(text: string): unknown {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  return parseJson(text)
}

/** Refuses NUL, which not every database can store, and lone surrogates, which UTF-8 cannot contain. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
}

/** Refuses integers from 2^53 on, which may have lost digits. Accepts 1e21 and more, which have an exponent in JSON. */
function isExactNumber(value: unknown): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  return !Number.isInteger(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER || Math.abs(value) >= 1e21
}

/** True for a day of the calendar: `2024-02-29`. */
export function isDay(text: string): boolean {
  const [, year, month, day] = datePattern.exec(text) ?? []
  if (year === undefined || year === '0000') return false
  const date = new Date(`${text}T00:00:00Z`)
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
}

/** Reads an ISO 8601 time. The offset is required, because a time without offset would depend on the server's zone. */
function readDatetime(text: string): Date | undefined {
  const [, day, time, fraction = ''] = datetimePattern.exec(text) ?? []
  if (day === undefined || time === undefined || !isDay(day) || time >= '24') return undefined
  const date = new Date(`${day}T${time}${fraction.slice(0, 4)}${text.slice(19 + fraction.length)}`)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date : undefined
}

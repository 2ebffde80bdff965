import { crypto } from '@mvc-router/router-core/tools'
import type { EntityDefinition, KeyDefinition, KeyType } from './entity-definition.js'
import { readValue } from './read/read-value.js'
import { recordOf } from './record-of.js'

/** A key of type `integer` is a number, and a key of type `bigint` is a bigint. All other keys are strings. */
export type KeyValue = number | bigint | string

/** Describes the text of a key, to complete "expected ...". */
export const expectedKeys: Readonly<Record<KeyType, string>> = {
  integer: 'a whole number in decimal digits without leading zeros',
  bigint: 'a whole number of at most 64 bits, in decimal digits without leading zeros',
  string: 'a text of at most 255 characters without control characters, and neither "." nor ".."',
  uuid: 'a uuid in lower case',
  objectId: '24 hexadecimal digits in lower case',
}

const maxStringKeyLength = 255
const controlCharacter = /\p{Cc}/u
/** Clients remove `.` and `..` from URLs, so a URL cannot contain these keys. */
const dotSegment = /^\.\.?$/

/** Each key has one text, so that each row has one URL. Refuses `01`, `1e0`, `0x1`, `-1` and upper-case uuids. */
export function parseKeyText(type: KeyType, text: string): KeyValue | undefined {
  const isKey = type === 'string' ? isStringKey(text) : !text.startsWith('-')
  return isKey ? (readValue(type, text, true) as KeyValue | undefined) : undefined
}

/**
 * Returns the generated or given key of a new row. Returns `undefined` if the store counts keys up.
 *
 * @throws TypeError for a missing key that the store does not generate.
 */
export function newKey({ name, key }: EntityDefinition, given: unknown): unknown {
  if (key.generated) return generateKey(key.type)
  if (given === undefined || given === null)
    throw new TypeError(`A ${name} cannot be stored without its ${key.name}`)
  return given
}

/** True if the store generates keys by counting up. */
export function isCountedKey({ generated, type }: KeyDefinition): boolean {
  return generated && isNumericKey(type)
}

export function isNumericKey(type: KeyType): boolean {
  return type === 'integer' || type === 'bigint'
}

/** Generates a key. Returns `undefined` for a type that the store counts up. */
export function generateKey(type: KeyType): KeyValue | undefined {
  if (isNumericKey(type)) return undefined
  return type === 'objectId' ? generateObjectId() : crypto().randomUUID()
}

function isStringKey(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= maxStringKeyLength &&
    !controlCharacter.test(text) &&
    !dotSegment.test(text)
  )
}

/** Generates 24 hexadecimal digits. As in MongoDB, the first 8 are the time in seconds, so keys are sorted by second. */
function generateObjectId(): string {
  const seconds = Math.floor(Date.now() / 1000)
  return seconds.toString(16).padStart(8, '0') + crypto().randomBytes(8).toString('hex')
}

/** Sets a new unique row token. Call this before each write. An entity without a row token stays unchanged. */
export function renewRowToken({ rowToken }: EntityDefinition, entity: object): void {
  if (rowToken !== undefined) recordOf(entity)[rowToken] = crypto().randomUUID()
}

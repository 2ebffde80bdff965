import { randomBytes, randomUUID } from 'node:crypto'
import type { KeyType } from './entity-definition.js'

/** A key as programs hold it: `number` for integer, `bigint` for bigint, else a string. */
export type KeyValue = number | bigint | string

/** What the text of a key is, to complete "must be ...". */
export const expectedKeys: Readonly<Record<KeyType, string>> = {
  integer: 'a whole number in decimal digits without leading zeros',
  bigint: 'a whole number of at most 64 bits, in decimal digits without leading zeros',
  string: 'a text of at most 255 characters without control characters, not a dot or two',
  uuid: 'a uuid in lower case',
  objectId: '24 hexadecimal digits in lower case',
}

const MAX_BIGINT = 2n ** 63n - 1n
const MAX_STRING_KEY_LENGTH = 255

const INTEGER = /^(?:0|[1-9][0-9]{0,15})$/
const BIGINT = /^(?:0|[1-9][0-9]{0,18})$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const OBJECT_ID = /^[0-9a-f]{24}$/
const CONTROL_CHARACTER = /\p{Cc}/u
/** URLs fold them away, so that no URL could name the row. */
const DOT_SEGMENT = /^\.\.?$/

/**
 * The key that a text stands for. A key has one text only, so that one row has one URL:
 * `01`, `1e0`, `0x1`, `-1` and upper-case uuids are `undefined`, as everything that is no key of the type.
 */
export function parseKeyText(type: KeyType, text: string): KeyValue | undefined {
  switch (type) {
    case 'integer': {
      if (!INTEGER.test(text)) return undefined
      const key = Number(text)
      return Number.isSafeInteger(key) ? key : undefined
    }
    case 'bigint': {
      if (!BIGINT.test(text)) return undefined
      const key = BigInt(text)
      return key <= MAX_BIGINT ? key : undefined
    }
    case 'string':
      return isStringKey(text) ? text : undefined
    case 'uuid':
      return UUID.test(text) ? text : undefined
    case 'objectId':
      return OBJECT_ID.test(text) ? text : undefined
  }
}

/** A new key, `undefined` for those that the store counts up. */
export function generateKey(type: KeyType): KeyValue | undefined {
  switch (type) {
    case 'integer':
    case 'bigint':
      return undefined
    case 'string':
    case 'uuid':
      return randomUUID()
    case 'objectId':
      return generateObjectId()
  }
}

function isStringKey(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= MAX_STRING_KEY_LENGTH &&
    text.isWellFormed() &&
    !CONTROL_CHARACTER.test(text) &&
    !DOT_SEGMENT.test(text)
  )
}

/** 24 hexadecimal digits that begin with the seconds, as document stores make them: later keys sort later. */
function generateObjectId(): string {
  const seconds = Math.floor(Date.now() / 1000)
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex')
}

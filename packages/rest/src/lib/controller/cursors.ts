import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { ConfigurationException } from '@mvc-router/router-core'
import type { EntityDefinition } from '../entity/entity-definition.js'
import { IllegalArgumentException } from '../exceptions/rest-exceptions.js'
import { typeOf } from '../repository/condition.js'
import type { Position } from '../repository/paging-and-sorting-repository.js'

const tagLength = 16
const maxCursorLength = 8192
const cursorPattern = /^[A-Za-z0-9_-]+$/
const minKeyLength = 32

/**
 * Positions as texts that only this application can read or make, each bound to its question: with another sort, filter,
 * controller or scope it is refused. The same position gives the same text, so that answers keep their ETag.
 *
 * The tag is an HMAC over question and position, and the initial vector of the encryption (a synthetic IV, as in RFC 5297).
 */
export class Cursors {
  readonly #macKey: Buffer
  readonly #cipherKey: Buffer

  /** @throws ConfigurationException for a key of less than 32 characters. */
  constructor(key: string | Uint8Array = randomBytes(minKeyLength)) {
    if (key.length < minKeyLength)
      throw new ConfigurationException(
        'cursorKey',
        `cursorKey: expected at least ${minKeyLength} characters, got ${key.length}`,
      )
    this.#macKey = derive(key, 'cursor tag')
    this.#cipherKey = derive(key, 'cursor text')
  }

  /** The cursor of a position in the answers to a question. */
  write(question: string, values: Position): string {
    const text = Buffer.from(JSON.stringify(values, (_name, value: unknown) => toJson(value)))
    const tag = this.#tag(question, text)
    const cipher = createCipheriv('aes-256-ctr', this.#cipherKey, tag)
    return Buffer.concat([tag, cipher.update(text), cipher.final()]).toString('base64url')
  }

  /** @throws IllegalArgumentException for a text that is no cursor of the question. */
  read(question: string, cursor: string, entity: EntityDefinition): Position {
    const bytes = cursorPattern.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0)
    const tag = bytes.subarray(0, tagLength)
    // A text has several encodings in base64; only ours is the cursor.
    const isWellFormed =
      cursor.length <= maxCursorLength && bytes.length > tagLength && bytes.toString('base64url') === cursor
    if (!isWellFormed) throw refusal()
    const cipher = createDecipheriv('aes-256-ctr', this.#cipherKey, tag)
    const text = Buffer.concat([cipher.update(bytes.subarray(tagLength)), cipher.final()])
    if (!timingSafeEqual(tag, this.#tag(question, text))) throw refusal()
    const values = JSON.parse(text.toString()) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, fromJson(typeOf(entity, name), value)]),
    )
  }

  #tag(question: string, text: Uint8Array): Buffer {
    const length = `${Buffer.byteLength(question)}:`
    const mac = createHmac('sha256', this.#macKey).update(length).update(question).update(text)
    return mac.digest().subarray(0, tagLength)
  }
}

/** Those of an application that gives no key: their cursors end with the process. */
export const processCursors: Cursors = new Cursors()

function derive(key: string | Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `mvc-router ${purpose}`, 32))
}

function toJson(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function fromJson(type: string | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return type === 'bigint' ? BigInt(value) : type === 'datetime' ? new Date(value) : value
}

function refusal(): IllegalArgumentException {
  return new IllegalArgumentException('after is no cursor of this list; begin with an empty one')
}

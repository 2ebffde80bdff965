import type { KeyObject } from 'node:crypto'
import { crypto } from '../../dependency.js'
import { ConfigurationException } from '@mvc-router/router-core'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'
import { wrongParameter } from '../../exceptions/wrong-parameter.js'
import { typeOf } from '../../repository/condition.js'
import type { Position } from '../../repository/paging-and-sorting-repository.js'

const tagLength = 16
const maxCursorLength = 8192
const cursorPattern = /^[A-Za-z0-9_-]+$/
const minKeyLength = 32

interface Keys {
  readonly mac: KeyObject
  readonly cipher: KeyObject
}

/**
 * Positions as texts that only this application can read or make, each bound to its question: with another sort, filter,
 * controller or scope it is refused. The same position gives the same text, so that answers keep their ETag.
 *
 * The tag is an HMAC over question and position, and the initial vector of the encryption (a synthetic IV, as in RFC 5297).
 */
export class Cursors {
  readonly #key: string | Uint8Array | undefined
  /** Made of it at first use. */
  #keys: Keys | undefined

  /** @throws ConfigurationException for a key of less than 32 characters; without one, the key ends with the process */
  constructor(key?: string | Uint8Array) {
    if (key !== undefined && key.length < minKeyLength)
      throw new ConfigurationException(
        'cursorKey',
        `cursorKey: expected at least ${minKeyLength} characters, got ${key.length}`,
      )
    this.#key = key
  }

  /** The cursor of a position in the answers to a question. */
  write(question: string, values: Position): string {
    const text = Buffer.from(JSON.stringify(values, (_name, value: unknown) => toJson(value)))
    const tag = this.#tag(question, text)
    const cipher = crypto().createCipheriv('aes-256-ctr', this.#derived.cipher, tag)
    return Buffer.concat([tag, cipher.update(text)]).toString('base64url')
  }

  /** @throws IllegalArgumentException for a text that is no cursor of the question. */
  read(question: string, cursor: string, entity: EntityDefinition): Position {
    const bytes = cursorPattern.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0)
    const tag = bytes.subarray(0, tagLength)
    // A text has several encodings in base64; only ours is the cursor.
    const isWellFormed =
      cursor.length <= maxCursorLength && bytes.length > tagLength && bytes.toString('base64url') === cursor
    if (!isWellFormed) throw refusal()
    const cipher = crypto().createDecipheriv('aes-256-ctr', this.#derived.cipher, tag)
    const text = cipher.update(bytes.subarray(tagLength))
    if (!crypto().timingSafeEqual(tag, this.#tag(question, text))) throw refusal()
    const values = JSON.parse(text.toString()) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, fromJson(typeOf(entity, name), value)]),
    )
  }

  get #derived(): Keys {
    if (this.#keys === undefined) {
      const key = this.#key ?? crypto().randomBytes(minKeyLength)
      this.#keys = { mac: derive(key, 'cursor tag'), cipher: derive(key, 'cursor text') }
    }
    return this.#keys
  }

  #tag(question: string, text: Uint8Array): Buffer {
    const start = `${Buffer.byteLength(question)}:${question}`
    const mac = crypto().createHmac('sha256', this.#derived.mac).update(start).update(text)
    return mac.digest().subarray(0, tagLength)
  }
}

/** Those of an application that gives no key: their cursors end with the process. */
export const processCursors: Cursors = new Cursors()

/** As a key object: to look at a key of bytes takes Node 24 five times as long as to use it. */
function derive(key: string | Uint8Array, purpose: string): KeyObject {
  const bytes = crypto().hkdfSync('sha256', key, '', `mvc-router ${purpose}`, 32)
  return crypto().createSecretKey(Buffer.from(bytes))
}

function toJson(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function fromJson(type: string | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return type === 'bigint' ? BigInt(value) : type === 'datetime' ? new Date(value) : value
}

function refusal(): IllegalArgumentException {
  return wrongParameter('after', 'cursor', 'after is no cursor of this list; begin with an empty one')
}

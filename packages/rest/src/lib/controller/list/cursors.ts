import { crypto, wrongOption } from '@mvc-router/router-core/tools'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import { fromJsonForm, toJsonForm } from '../../entity/json-form.js'
import type { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'
import { wrongParameter } from '../../exceptions/wrong-parameter.js'
import { typeOf } from '../../repository/condition.js'
import type { Position } from '../../repository/paging-and-sorting-repository.js'
import { aes256Ctr, hmacSha256 } from './one-shot-crypto.js'

const tagLength = 16
const maxCursorLength = 8192
const cursorPattern = /^[A-Za-z0-9_-]+$/
const minKeyLength = 32

interface Primitives {
  readonly mac: ReturnType<typeof hmacSha256>
  readonly encrypt: ReturnType<typeof aes256Ctr>
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
  #primitives: Primitives | undefined

  /** @throws ConfigurationException for a key of less than 32 characters; without one, the key ends with the process */
  constructor(key?: string | Uint8Array) {
    if (key !== undefined && key.length < minKeyLength)
      throw wrongOption('cursorKey', `expected at least ${minKeyLength} characters, got ${key.length}`)
    this.#key = key
  }

  /** The cursor of a position in the answers to a question. */
  write(question: string, values: Position): string {
    const { mac, encrypt } = this.#keyed
    const text = Buffer.from(JSON.stringify(values, (_name, value: unknown) => toJsonForm(value)))
    const tag = tagOf(mac, question, text)
    return Buffer.concat([tag, encrypt(tag, text)]).toString('base64url')
  }

  /** @throws IllegalArgumentException for a text that is no cursor of the question. */
  read(question: string, cursor: string, entity: EntityDefinition): Position {
    const bytes = cursorPattern.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0)
    const tag = bytes.subarray(0, tagLength)
    // A text has several encodings in base64; only ours is the cursor.
    const isWellFormed =
      cursor.length <= maxCursorLength && bytes.length > tagLength && bytes.toString('base64url') === cursor
    if (!isWellFormed) throw refusal()
    const { mac, encrypt } = this.#keyed
    const text = encrypt(tag, bytes.subarray(tagLength))
    if (!crypto().timingSafeEqual(tag, tagOf(mac, question, text))) throw refusal()
    const values = JSON.parse(text.toString()) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, fromJsonForm(typeOf(entity, name), value)]),
    )
  }

  get #keyed(): Primitives {
    if (this.#primitives === undefined) {
      const key = this.#key ?? crypto().randomBytes(minKeyLength)
      this.#primitives = {
        mac: hmacSha256(derive(key, 'cursor tag')),
        encrypt: aes256Ctr(derive(key, 'cursor text')),
      }
    }
    return this.#primitives
  }
}

/** Those of an application that gives no key: their cursors end with the process. */
export const processCursors: Cursors = new Cursors()

function derive(key: string | Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(crypto().hkdfSync('sha256', key, '', `mvc-router ${purpose}`, 32))
}

function tagOf(mac: Primitives['mac'], question: string, text: Uint8Array): Uint8Array {
  return mac(Buffer.from(`${Buffer.byteLength(question)}:${question}`), text).subarray(0, tagLength)
}

function refusal(): IllegalArgumentException {
  return wrongParameter('after', 'cursor', 'after is no cursor of this list; begin with an empty one')
}

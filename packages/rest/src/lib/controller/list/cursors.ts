import type { KeyObject } from 'node:crypto'
import { crypto } from '@mvc-router/router-core/tools'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import { fromJsonForm, toJsonForm } from '../../entity/json-form.js'
import { type IllegalArgumentException, wrongParameter } from '../../exceptions/rest-exceptions.js'
import { typeOf } from '../../repository/condition.js'
import type { Position } from '../../repository/paging-and-sorting-repository.js'
import { processKeys, type SecretKeys } from '../../secret-keys.js'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const headLength = ivLength + 16
const maxCursorLength = 8192

/**
 * Encrypts list positions, so that only this application can read or create a cursor. A cursor is valid only for a list
 * with the same sort, filters, controller and scope. The same position always has the same text, because answers must
 * keep their ETag. Therefore the initial vector is an HMAC of question and position (a synthetic IV, RFC 5297).
 */
export class Cursors {
  readonly #secrets: SecretKeys

  constructor(secrets: SecretKeys = processKeys) {
    this.#secrets = secrets
  }

  /** @param question identifies the list by its sort, filters, controller and scope */
  write(question: string, values: Position): string {
    const [key] = this.#secrets.for('cursors')
    const [keyOfVectors] = this.#secrets.for('initial vectors of cursors')
    const text = JSON.stringify(values, (_name, value: unknown) => toJsonForm(value))
    const iv = crypto()
      .createHmac('sha256', keyOfVectors)
      .update(JSON.stringify([question, text]))
      .digest()
      .subarray(0, ivLength)
    const cipher = crypto().createCipheriv(algorithm, key, iv).setAAD(Buffer.from(question))
    const sealed = Buffer.concat([cipher.update(text), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** @throws IllegalArgumentException for a text that is not a cursor of this list. */
  read(question: string, cursor: string, entity: EntityDefinition): Position {
    const bytes = Buffer.from(cursor.length > maxCursorLength ? '' : cursor, 'base64url')
    // Several texts decode to the same bytes. Only the canonical text is accepted.
    if (bytes.length <= headLength || bytes.toString('base64url') !== cursor) throw refusal()
    for (const key of this.#secrets.for('cursors')) {
      const text = open(key, question, bytes)
      if (text === undefined) continue
      const values = JSON.parse(text) as Record<string, unknown>
      return Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, fromJsonForm(typeOf(entity, name), value)]),
      )
    }
    throw refusal()
  }
}

/** Decrypts a cursor. Returns `undefined` if the key or the question is wrong, or if the cursor was altered. */
function open(key: KeyObject, question: string, bytes: Buffer): string | undefined {
  const decipher = crypto()
    .createDecipheriv(algorithm, key, bytes.subarray(0, ivLength))
    .setAAD(Buffer.from(question))
    .setAuthTag(bytes.subarray(ivLength, headLength))
  const text = decipher.update(bytes.subarray(headLength))
  try {
    decipher.final()
  } catch {
    return undefined
  }
  return text.toString()
}

function refusal(): IllegalArgumentException {
  return wrongParameter('after', 'cursor', 'after is not a cursor of this list; begin with an empty after')
}

import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'
import type { IdempotentRequest } from '../../repository/idempotent-request.js'
import { canonicalJson } from './canonical-json.js'

/** Printable ASCII; the header's own quotes are part of it. */
const keyPattern = /^[\u0021-\u007E]{1,255}$/

/** A request with an `Idempotency-Key`. What it asks for is known when its body is. */
export class SentRequest implements IdempotentRequest {
  readonly key: string
  #fingerprint = ''

  constructor(key: string) {
    this.key = key
  }

  get fingerprint(): string {
    return this.#fingerprint
  }

  /** Two bodies are the same request when their data are. */
  identify(body: unknown): void {
    this.#fingerprint = hash('sha256', canonicalJson(body), 'base64url')
  }
}

/**
 * The request that a header `Idempotency-Key` names, for whoever sends it: two users may choose the same key.
 *
 * @throws IllegalArgumentException for a key that is none.
 */
export function idempotentRequestOf({ headers }: IncomingMessage, user: unknown): SentRequest | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw new IllegalArgumentException('Idempotency-Key: expected 1 to 255 printable characters')
  return new SentRequest(`${identityOf(user)} ${key}`)
}

function identityOf(user: unknown): string {
  if (typeof user !== 'object' || user === null) return canonicalJson(user ?? null)
  const id: unknown = Reflect.get(user, 'id') ?? Reflect.get(user, 'sub') ?? Reflect.get(user, 'username')
  return canonicalJson(id ?? user)
}

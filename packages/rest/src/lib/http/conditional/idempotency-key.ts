import { crypto } from '@mvc-router/router-core/tools'
import type { IncomingMessage } from 'node:http'
import { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'
import type { IdempotentRequest } from '../../repository/idempotent-request.js'
import type { Comparison, Operator } from '../../repository/condition.js'
import { canonicalJson } from './canonical-json.js'

const moving: ReadonlySet<Operator> = new Set<Operator>(['lt', 'lte', 'gt', 'gte'])

/** Printable ASCII; the header's own quotes are part of it. */
const keyPattern = /^[\u0021-\u007E]{1,255}$/

/** A request with an `Idempotency-Key`. Its content is known when its body is. */
export class SentRequest implements IdempotentRequest {
  #key: string
  #fingerprint = ''

  constructor(key: string) {
    this.#key = key
  }

  get key(): string {
    return this.#key
  }

  get fingerprint(): string {
    return this.#fingerprint
  }

  /**
   * Users of two tenants may have the same id. Parts of a scope that may move with the clock are no part of the key: they would
   * make the same request another one.
   */
  limitTo(scope: readonly Comparison[]): void {
    const fixed = scope.filter(({ operator }) => !moving.has(operator)).map((one) => canonicalJson(one))
    if (fixed.length > 0) this.#key += ` ${fixed.toSorted().join()}`
  }

  /** Two bodies are the same request when their data are. */
  identify(body: unknown): void {
    this.#fingerprint = crypto().hash('sha256', canonicalJson(body), 'base64url')
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
    throw new IllegalArgumentException('Idempotency-Key: expected 1 to 255 printable characters', {
      place: { header: 'Idempotency-Key', code: 'syntax' },
    })
  return new SentRequest(`${identityOf(user)} ${key}`)
}

function identityOf(user: unknown): string {
  if (typeof user !== 'object' || user === null) return typed('user', user ?? null)
  const name = identityNames.find((one) => (Reflect.get(user, one) ?? null) !== null)
  return name === undefined ? typed('user', user) : typed(name, Reflect.get(user, name))
}

/** The properties that identify a user; the first one that there is. */
const identityNames = ['id', 'sub', 'username'] as const

/** `42`, `"42"` and `42n` are three users, and so are an `id` and a `sub` of the same value. */
function typed(name: string, value: unknown): string {
  return `${name} ${typeof value} ${canonicalJson(value)}`
}

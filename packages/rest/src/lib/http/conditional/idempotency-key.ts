import { crypto, refusePromise } from '@mvc-router/router-core/tools'
import type { IncomingMessage } from 'node:http'
import { wrongValue } from '../../check-values.js'
import { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'
import type { IdempotentRequest } from '../../repository/paging-and-sorting-repository.js'
import type { Comparison, Operator } from '../../repository/condition.js'
import { canonicalJson } from './canonical-json.js'

const moving: ReadonlySet<Operator> = new Set<Operator>(['lt', 'lte', 'gt', 'gte'])

/** Matches printable ASCII without spaces. Quotes in the header are part of the key. */
const keyPattern = /^[\u0021-\u007E]{1,255}$/

/** A request with an `Idempotency-Key`. Its fingerprint is set when the body is read. */
export type SentRequest = { -readonly [Name in keyof IdempotentRequest]: IdempotentRequest[Name] }

/**
 * Combines the header `Idempotency-Key` with the user, because two users may choose the same key.
 *
 * @throws IllegalArgumentException for a wrong key.
 */
export function idempotencyKeyOf({ headers }: IncomingMessage, user: unknown): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw new IllegalArgumentException(
      'Idempotency-Key: expected 1 to 255 printable ASCII characters without spaces',
      { place: { header: 'Idempotency-Key', code: 'syntax' } },
    )
  return `${identityOf(user)} ${key}`
}

/**
 * Adds the scope to a key, because users of two tenants may have the same id. Skips comparisons such as `lt`, whose
 * value may depend on the time, because a repeated request must keep its key.
 */
export function keyInScope(key: string, scope: readonly Comparison[]): string {
  const fixed = scope.filter(({ operator }) => !moving.has(operator)).map((one) => canonicalJson(one))
  return fixed.length === 0 ? key : `${key} ${fixed.toSorted().join()}`
}

/** Bodies with the same data have the same fingerprint. */
export function fingerprintOf(body: unknown): string {
  return crypto().hash('sha256', canonicalJson(body), 'base64url')
}

function identityOf(user: unknown): string {
  if (typeof user !== 'object' || user === null) return typed('user', user ?? null)
  const name = identityNames.find((one) => (Reflect.get(user, one) ?? null) !== null)
  return name === undefined ? typed('user', user) : typed(name, Reflect.get(user, name))
}

/** Properties that identify a user. The first existing property is used. */
const identityNames = ['id', 'sub', 'username'] as const

/** Distinguishes `42`, `"42"` and `42n`, and also an `id` and a `sub` with the same value. */
function typed(name: string, value: unknown): string {
  const text = canonicalJson(value)
  refusePromise('request.user', identified, value)
  // The text of a method, or of an object with private fields, would be the same for all users.
  if (text === '' || text === '{}') throw wrongValue('request.user', identified, value)
  return `${name} ${typeof value} ${text}`
}

const identified = 'a user with an id, a sub or a username'

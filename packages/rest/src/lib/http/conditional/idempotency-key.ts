import { crypto } from '@mvc-router/router-core/tools'
import type { IncomingMessage } from 'node:http'
import { IllegalArgumentException } from '../../exceptions/rest-exceptions.js'
import type { IdempotentRequest } from '../../repository/idempotent-request.js'
import type { Comparison, Operator } from '../../repository/condition.js'
import { canonicalJson } from './canonical-json.js'

const moving: ReadonlySet<Operator> = new Set<Operator>(['lt', 'lte', 'gt', 'gte'])

/** Printable ASCII; the header's own quotes are part of it. */
const keyPattern = /^[\u0021-\u007E]{1,255}$/

/** A request with an `Idempotency-Key`; its fingerprint is known when its body is. */
export type SentRequest = { -readonly [Name in keyof IdempotentRequest]: IdempotentRequest[Name] }

/**
 * The name of the request that a header `Idempotency-Key` names, for whoever sends it: two users may choose the same key.
 *
 * @throws IllegalArgumentException for a key that is none.
 */
export function idempotencyKeyOf({ headers }: IncomingMessage, user: unknown): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw new IllegalArgumentException('Idempotency-Key: expected 1 to 255 printable characters', {
      place: { header: 'Idempotency-Key', code: 'syntax' },
    })
  return `${identityOf(user)} ${key}`
}

/**
 * Users of two tenants may have the same id. Parts of a scope that may move with the clock are no part of the key: they would
 * make the same request another one.
 */
export function keyInScope(key: string, scope: readonly Comparison[]): string {
  const fixed = scope.filter(({ operator }) => !moving.has(operator)).map((one) => canonicalJson(one))
  return fixed.length === 0 ? key : `${key} ${fixed.toSorted().join()}`
}

/** Two bodies are the same request when their data are. */
export function fingerprintOf(body: unknown): string {
  return crypto().hash('sha256', canonicalJson(body), 'base64url')
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

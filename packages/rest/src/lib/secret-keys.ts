import type * as Cluster from 'node:cluster'
import type { KeyObject } from 'node:crypto'
import { crypto, dependency, getOrInsert, wrongOption } from '@mvc-router/router-core/tools'

/**
 * A secret of at least 32 characters or bytes. In a list, the first secret makes new tags and cursors, and those of all
 * secrets are accepted.
 */
export type SecretKey = string | Uint8Array

const minKeyLength = 32

/** Key objects are faster: Node 24 would convert bytes at each use, which takes six times as long as an HMAC. */
type Keys = readonly [KeyObject, ...KeyObject[]]

const keyLength = 32

export class SecretKeys {
  #secrets: readonly SecretKey[] | undefined
  readonly #derived = new Map<string, Keys>()

  /**
   * Without a secret, the first use creates a random secret, which no other process has.
   *
   * @throws ConfigurationException for a secret of less than 32 characters, and for an empty list
   */
  constructor(secrets?: SecretKey | readonly SecretKey[]) {
    if (secrets === undefined) return
    const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets]
    if (list.length === 0) throw wrongOption('secretKey', 'expected a secret, got an empty list')
    this.#secrets = list.map(checkSecret)
  }

  /** Returns keys of 256 bits, which differ from the keys for any other purpose. */
  for(purpose: string): Keys {
    return getOrInsert(this.#derived, purpose, () => {
      this.#secrets ??= [crypto().randomBytes(minKeyLength)]
      // The list is never empty, because the constructor refuses an empty list.
      return this.#secrets.map((secret) => deriveKey(secret, purpose)) as unknown as Keys
    })
  }
}

function deriveKey(secret: SecretKey, purpose: string): KeyObject {
  const bytes = crypto().hkdfSync('sha256', secret, '', `mvc-router ${purpose}`, keyLength)
  return crypto().createSecretKey(new Uint8Array(bytes))
}

function checkSecret(secret: unknown): SecretKey {
  if (typeof secret !== 'string' && !(secret instanceof Uint8Array))
    throw wrongOption('secretKey', `expected a text or bytes, got a value of the type ${typeof secret}`)
  if (secret.length < minKeyLength)
    throw wrongOption('secretKey', `expected at least ${minKeyLength} characters, got ${secret.length}`)
  return secret
}

/** The keys of applications without a secret. */
export const processKeys: SecretKeys = new SecretKeys()

const cluster = dependency<{ readonly default?: typeof Cluster } & typeof Cluster.default>('node:cluster')
let isWarned = false

/** Warns once in a worker of `node:cluster`, because each worker answers the same clients with another key. */
export function warnWithoutSecret(): void {
  // A worker has a channel to its primary. For all other processes, the module need not be loaded.
  if (isWarned || process.send === undefined || !cluster().isWorker) return
  isWarned = true
  process.emitWarning(
    'Each process of this cluster makes its own ETags and cursors, which other processes refuse; set the same secretKey in all of them',
    { code: 'MVC_ROUTER_SECRET_KEY' },
  )
}

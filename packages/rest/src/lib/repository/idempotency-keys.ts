import { AsyncResource } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { crypto } from '@mvc-router/router-core/tools'
import { defineEntity } from '../entity/declare/define-entity.js'
import type { EntityDefinition } from '../entity/entity-definition.js'
import { parseKeyText } from '../entity/key-text.js'
import {
  EntityExistsException,
  exceptionStatus,
  NotImplementedException,
} from '../exceptions/rest-exceptions.js'
import type {
  IdempotentRequest,
  PagingAndSortingRepository,
  Scoped,
} from './paging-and-sorting-repository.js'

/** The entity of the table that remembers requests. Migrations and schemas of other libraries can use it. */
export const IdempotencyKey: EntityDefinition<IdempotencyKey, string> = defineEntity({
  name: 'IdempotencyKey',
  table: 'idempotency_keys',
  key: { name: 'string' },
  fields: {
    fingerprint: { type: 'string', maxLength: 64 },
    /** The key of the entity that the request created, as a text. */
    id: { type: 'string?', maxLength: 255 },
    createdAt: { type: 'integer', index: true },
  },
  rowToken: false,
})
export interface IdempotencyKey {
  name: string
  fingerprint: string
  id: string | null
  createdAt: number
}

const keptMs = 24 * 60 * 60 * 1000

/** The time until the next deletion of old keys. */
const cleaningMs = { hourly: 60 * 60 * 1000, afterFailure: 60 * 1000 }

/** Old keys are deleted in steps. The pause after a step is `shareOfTime` times as long as the step. */
const step = { size: 500, shareOfTime: 4, leastPauseMs: 10 }

/** The deletion must not run in the transaction or the time limit of the request that starts it. */
const outsideOfRequests = new AsyncResource('mvc-router idempotency keys')

type KeyRepository = PagingAndSortingRepository<IdempotencyKey, string> &
  Required<Pick<PagingAndSortingRepository<IdempotencyKey, string>, 'insert'>>

type Transactional<Entity extends object, Id> = PagingAndSortingRepository<Entity, Id> &
  Required<Pick<PagingAndSortingRepository<Entity, Id>, 'transaction'>>

/** Executes a request only once, by writing its result and its key in one transaction. Keys are kept for a day. */
export class IdempotencyKeys<Entity extends object, Id> {
  readonly #repository: Transactional<Entity, Id>
  readonly #openKeys: () => KeyRepository
  #opened: KeyRepository | undefined
  #nextCleaning = 0

  /** The two repositories must share their transactions. The keys are opened for the first request with a key. */
  constructor(repository: Transactional<Entity, Id>, openKeys: () => KeyRepository) {
    this.#repository = repository
    this.#openKeys = openKeys
  }

  get #keys(): KeyRepository {
    return (this.#opened ??= this.#openKeys())
  }

  async once(
    { key: given, fingerprint }: IdempotentRequest,
    create: () => Promise<Entity>,
    options: Scoped = {},
  ): Promise<Entity> {
    const { entity } = this.#repository
    const request = { fingerprint, key: crypto().hash('sha256', `${entity.table} ${given}`, 'base64url') }
    this.#clean()
    let isTaken = false
    const work = async (): Promise<Entity> => {
      isTaken = false
      const claimed = await this.#claim(request)
      isTaken = claimed === undefined
      if (claimed === undefined) throw otherRequest()
      const created = await create()
      const id = String(entity.keyOf(created))
      await this.#keys.save(IdempotencyKey.create({ ...claimed, id }), { mustExist: true })
      return created
    }
    try {
      return await this.#repository.transaction(work, { isRepeatable: true })
    } catch (error) {
      if (!isTaken) throw error
    }
    // This runs after the transaction. Inside, repeated requests would hold locks and wait for each other.
    return this.#findCreated(request, options)
  }

  /**
   * Reserves the key of a request until the end of the transaction. Waits if another transaction has the key. Returns
   * `undefined` if the other transaction has executed the request.
   */
  async #claim({ key, fingerprint }: IdempotentRequest): Promise<IdempotencyKey | undefined> {
    try {
      return await this.#keys.insert(IdempotencyKey.create({ name: key, fingerprint, createdAt: Date.now() }))
    } catch (error) {
      if (error instanceof EntityExistsException) return undefined
      throw exceptionStatus(error) === undefined ? noTable(error) : error
    }
  }

  async #findCreated({ key, fingerprint }: IdempotentRequest, options: Scoped): Promise<Entity> {
    const { entity } = this.#repository
    const done = await this.#keys.findOne(key)
    if (done?.fingerprint !== fingerprint || done.id === null) throw otherRequest()
    const found = await this.#repository.findOne(parseKeyText(entity.key.type, done.id) as Id, options)
    if (found !== undefined) return found
    throw new EntityExistsException(`The ${entity.name} that this Idempotency-Key created is gone`)
  }

  /** Starts to delete old keys at most once an hour, or a minute after a failure. Requests do not wait. */
  #clean(): void {
    const now = Date.now()
    if (now < this.#nextCleaning) return
    this.#nextCleaning = now + cleaningMs.hourly
    outsideOfRequests.runInAsyncScope(() => {
      this.#forgetBefore(now - keptMs).catch(() => {
        this.#nextCleaning = Date.now() + cleaningMs.afterFailure
      })
    })
  }

  /** Deletes in small steps, because the deletion of millions of rows would block all other requests. */
  async #forgetBefore(time: number): Promise<void> {
    const selection = {
      where: { createdAt: { lt: time } },
      sort: { createdAt: 'asc' },
      limit: step.size,
    } as const
    for (let isDone = false; !isDone;) {
      const begin = performance.now()
      const old = await this.#keys.findAll(selection)
      if (old.length > 0) await this.#keys.deleteAll({ where: { name: { in: old.map(({ name }) => name) } } })
      isDone = old.length < step.size
      const pause = Math.max(step.leastPauseMs, step.shareOfTime * (performance.now() - begin))
      if (!isDone) await setTimeout(pause, undefined, { ref: false })
    }
  }
}

export function noMemoryOfRequests(): NotImplementedException {
  return new NotImplementedException(
    'An Idempotency-Key cannot be remembered, because the store remembers no requests, or the controller overrides create without the parameter context',
  )
}

function noTable(cause: unknown): NotImplementedException {
  return new NotImplementedException(
    `An Idempotency-Key needs the table ${IdempotencyKey.table}, which createTables makes`,
    { cause },
  )
}

function otherRequest(): EntityExistsException {
  return new EntityExistsException('Another request had this Idempotency-Key')
}

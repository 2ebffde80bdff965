import { crypto } from '@mvc-router/router-core/tools'
import { defineEntity } from '../entity/declare/define-entity.js'
import type { EntityDefinition } from '../entity/entity-definition.js'
import { parseKeyText } from '../entity/key-text.js'
import {
  EntityExistsException,
  exceptionStatus,
  NotImplementedException,
} from '../exceptions/rest-exceptions.js'
import type { IdempotentRequest } from './idempotent-request.js'
import type { PagingAndSortingRepository, Scoped } from './paging-and-sorting-repository.js'

/** A request that was done, in a table beside those of the entities; for migrations, and for schemas of other libraries. */
export const IdempotencyKey: EntityDefinition<IdempotencyKey, string> = defineEntity({
  name: 'IdempotencyKey',
  table: 'idempotency_keys',
  key: { name: 'string' },
  fields: {
    fingerprint: { type: 'string', maxLength: 64 },
    /** Of what the request has created: the text of its key. */
    id: { type: 'string?', maxLength: 255 },
    createdAt: 'integer',
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

type KeyRepository = PagingAndSortingRepository<IdempotencyKey, string> &
  Required<Pick<PagingAndSortingRepository<IdempotencyKey, string>, 'insert'>>

/** A repository with transactions, which are those of the keys as well. */
type Transactional<Entity extends object, Id> = PagingAndSortingRepository<Entity, Id> &
  Required<Pick<PagingAndSortingRepository<Entity, Id>, 'transaction'>>

/**
 * Does a request once: it and its name are written in one transaction, both or none. Names are kept for a day.
 */
export class IdempotencyKeys<Entity extends object, Id> {
  readonly #repository: Transactional<Entity, Id>
  readonly #openKeys: () => KeyRepository
  #opened: KeyRepository | undefined
  #lastCleaning = 0

  /** Both are of one database, so that they share their transactions. The second is opened for the first key. */
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
    // Out of the transaction, since all who came too late hold a lock there, and would wait for each other.
    return this.#findCreated(request, options)
  }

  /**
   * Takes the name of a request for itself until the end of the transaction, and waits for another transaction that has
   * it; `undefined` when that has done it.
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
    throw new EntityExistsException(`This Idempotency-Key was that of a ${entity.name} that is gone`)
  }

  /** Forgets the old ones, once in an hour; nobody waits for it. */
  #clean(): void {
    const now = Date.now()
    if (now - this.#lastCleaning < keptMs / 24) return
    this.#lastCleaning = now
    this.#keys.deleteAll({ where: { createdAt: { lt: now - keptMs } } }).catch(() => undefined)
  }
}

function noTable(cause: unknown): NotImplementedException {
  return new NotImplementedException(
    `An Idempotency-Key needs the table ${IdempotencyKey.table}, which createTables makes`,
    { cause },
  )
}

function otherRequest(): EntityExistsException {
  return new EntityExistsException('This Idempotency-Key was that of another request')
}

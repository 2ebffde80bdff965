import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { entityOf } from '../entity/entity-of.js'
import { generateKey } from '../entity/key-text.js'
import { recordOf } from '../entity/record-of.js'
import { databaseException } from '../database/database-errors.js'
import {
  EntityExistsException,
  EntityNotFoundException,
  NotImplementedException,
  OptimisticLockException,
} from '../exceptions/rest-exceptions.js'
import { namedConflict } from '../repository/conflicting-field.js'
import type {
  Filtered,
  FindOptions,
  PagingAndSortingRepository,
  SaveOptions,
  Selection,
  VersionOptions,
} from '../repository/paging-and-sorting-repository.js'
import { renewRowToken } from '../repository/row-token.js'
import { sortKeys } from '../repository/sort-order.js'
import { NestedTransactions } from './nested-transactions.js'
import type { RowQuestion, RowStore, StoredRow } from './row-store.js'
import { valueOfRow } from './row-values.js'

/**
 * A repository over any library that has transactions with savepoints: keys, versions, errors and transactions are as in
 * `KyselyRepository`, the statements are the library's. It lacks conditions, positions and relations, which it refuses.
 *
 * ```ts
 * const bookRepository = new StoreRepository(Book, drizzleStore(db, books))
 * ```
 */
export class StoreRepository<Entity extends object, Id, Transaction> implements PagingAndSortingRepository<
  Entity,
  Id
> {
  readonly entity: EntityDefinition<Entity, Id>
  readonly #store: RowStore<Transaction>
  readonly #transactions: NestedTransactions<Transaction>

  constructor(entity: EntityDefinition<Entity, Id> | Type<Entity>, store: RowStore<Transaction>) {
    this.entity = entityOf(entity)
    this.#store = store
    this.#transactions = new NestedTransactions(store.begin.bind(store))
  }

  async insert(entity: Entity): Promise<Entity> {
    const { key } = this.entity
    const row = this.#rowOf(entity, 1)
    if (key.generated) row[key.name] = generateKey(key.type)
    else if (row[key.name] === null)
      throw new TypeError(`A ${this.entity.name} cannot be stored without its ${key.name}`)
    if (row[key.name] === undefined) delete row[key.name]
    const id = await this.#write(async () => this.#store.insert(this.#transactions.current, row))
    return this.#read({ ...row, [key.name]: id })
  }

  async save(entity: Entity, { expectedVersion, mustExist = false }: SaveOptions = {}): Promise<Entity> {
    const id = this.entity.keyOf(entity)
    return this.#write(async () => {
      const current = id === undefined ? undefined : await this.findOne(id, { lock: true })
      if (current === undefined && mustExist)
        throw new EntityNotFoundException(`There is no such ${this.entity.name}`)
      this.#checkVersion(current, expectedVersion)
      if (id === undefined || current === undefined) return this.insert(entity)
      const row = this.#rowOf(entity, (this.#versionOf(current) ?? 0) + 1)
      await this.#store.update(this.#transactions.current, id, row)
      return this.#read(row)
    })
  }

  async findOne(id: Id, { lock = false, ...filtered }: FindOptions = {}): Promise<Entity | undefined> {
    refuse(filtered)
    const [found] = await this.#select({ ids: [id], lock })
    return found
  }

  async exists(id: Id, filtered: Filtered = {}): Promise<boolean> {
    return (await this.findOne(id, filtered)) !== undefined
  }

  async findAll(selection: Selection<Id> = {}): Promise<readonly Entity[]> {
    refuse(selection)
    const { ids } = selection
    if (ids === undefined) {
      if (selection.after !== undefined) throw new NotImplementedException('There are no positions here')
      const { offset = 0, limit, sort } = selection
      return this.#select({
        order: sortKeys(this.entity, sort),
        offset,
        ...(limit !== undefined && { limit }),
      })
    }
    if (ids.length === 0) return []
    const found = await this.#select({ ids })
    const byId = new Map(found.map((entity) => [this.entity.keyOf(entity), entity]))
    return Array.from(new Set(ids), (id) => byId.get(id)).filter((entity) => entity !== undefined)
  }

  async count(filtered: Filtered = {}): Promise<number> {
    refuse(filtered)
    return this.#ask(async () => this.#store.count(this.#transactions.current))
  }

  async delete(id: Id, { expectedVersion }: VersionOptions = {}): Promise<boolean> {
    return this.#write(async () => {
      const current = await this.findOne(id, { lock: true })
      if (current === undefined) return false
      this.#checkVersion(current, expectedVersion)
      await this.#store.delete(this.#transactions.current, id)
      return true
    })
  }

  async deleteAll(filtered: Filtered = {}): Promise<void> {
    refuse(filtered)
    await this.#write(async () => this.#store.delete(this.#transactions.current))
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#transactions.run(work)
  }

  /** A write that fails undoes itself alone. */
  async #write<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#ask(async () => this.#transactions.run(work))
  }

  async #select(question: Partial<RowQuestion>): Promise<readonly Entity[]> {
    const whole = { order: sortKeys(this.entity), offset: 0, lock: false, ...question }
    const rows = await this.#ask(async () => this.#store.select(this.#transactions.current, whole))
    return rows.map((row) => this.#read(recordOf(row)))
  }

  async #ask<Result>(question: () => Promise<Result>): Promise<Result> {
    try {
      return await question()
    } catch (error) {
      const exception = databaseException(error)
      throw exception instanceof EntityExistsException ? namedConflict(this.entity, exception) : exception
    }
  }

  #rowOf(entity: Entity, version: number): StoredRow {
    const { key, fields, version: versionName } = this.entity
    const record = recordOf(entity)
    const row = Object.fromEntries([key, ...fields].map(({ name }) => [name, record[name] ?? null]))
    renewRowToken(this.entity, row)
    return versionName === undefined ? row : { ...row, [versionName]: version }
  }

  #read(row: Readonly<StoredRow>): Entity {
    const { key, fields } = this.entity
    return this.entity.create(
      Object.fromEntries([key, ...fields].map(({ name, type }) => [name, valueOfRow(type, row[name])])),
    )
  }

  #versionOf(entity: Entity): number | undefined {
    const { version } = this.entity
    return version === undefined ? undefined : Number(recordOf(entity)[version])
  }

  #checkVersion(current: Entity | undefined, expectedVersion: number | undefined): void {
    const { version, name } = this.entity
    if (version === undefined || expectedVersion === undefined) return
    if (current === undefined || this.#versionOf(current) !== expectedVersion)
      throw new OptimisticLockException(`The ${name} was changed in the meantime`)
  }
}

function refuse({ where, scope, include }: FindOptions): void {
  if (where !== undefined || scope !== undefined || include !== undefined)
    throw new NotImplementedException('There are no conditions and relations here')
}

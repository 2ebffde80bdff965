import { checkOptions } from '@mvc-router/router-core/tools'
import { IdempotencyKey, IdempotencyKeys } from './idempotency-keys.js'
import type { EntityDefinition, FieldDefinition, FieldType, Type } from '../entity/entity-definition.js'
import { entityOf } from '../entity/entity-of.js'
import { existsException, notFound } from '../entity/entity-exceptions.js'
import { checkVersion, versionOf } from '../entity/entity-version.js'
import { newKey, renewRowToken } from '../entity/key-text.js'
import { recordOf } from '../entity/record-of.js'
import { compareTyped, compareValues } from '../entity/compare-values.js'
import { MemoryTransactions } from './memory-transactions.js'
import type {
  Filtered,
  FindOptions,
  IdempotentRequest,
  PagingAndSortingRepository,
  SaveOptions,
  Scoped,
  Selection,
  TransactionOptions,
  VersionOptions,
} from './paging-and-sorting-repository.js'
import { askRelated, type RelatedRepositories, RelationLoader } from './relation-loader.js'
import { satisfies } from './satisfies.js'
import { boundariesOf, type SortKey, sortKeys } from './sort-order.js'

/** Options of `MemoryRepository`. */
export interface MemoryRepositoryOptions {
  readonly relations?: RelatedRepositories
}

/**
 * Keeps entities in memory, for tests and small tools. Keys, unique fields, versions and transactions work as in a
 * database. References to other repositories are not checked. Entities are copied on reads and writes.
 */
export class MemoryRepository<Entity extends object, Id> implements PagingAndSortingRepository<Entity, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  readonly #rows = new Map<Id, Entity>()
  /** The rows in key order, until the next write. */
  #ordered: readonly Entity[] | undefined
  #lastKey = 0n
  /** For each unique field: the ids of rows by value. */
  readonly #uniques: ReadonlyMap<string, Map<unknown, Id>>
  /** Fields with mutable values, which must be copied. */
  readonly #mutable: readonly FieldDefinition[]
  readonly #relations: RelationLoader<Entity>
  #transactions = new MemoryTransactions()
  readonly #idempotencyKeys = new IdempotencyKeys(this, () => {
    const keys = new MemoryRepository(IdempotencyKey)
    keys.#transactions = this.#transactions
    return keys
  })

  constructor(entity: EntityDefinition<Entity, Id> | Type<Entity>, options: MemoryRepositoryOptions = {}) {
    checkOptions('MemoryRepository', options, { relations: true })
    const { relations = {} } = options
    this.entity = entityOf(entity)
    this.#relations = new RelationLoader(this.entity, askRelated(this, relations))
    this.#mutable = this.entity.fields.filter(({ type }) => mutableTypes.has(type))
    const unique = this.entity.fields.filter((field) => field.unique)
    this.#uniques = new Map(unique.map(({ name }) => [name, new Map<unknown, Id>()]))
  }

  async insert(entity: Entity): Promise<Entity> {
    return this.#transactions.inTurn(() => this.#insert(entity))
  }

  async save(entity: Entity, { expectedVersion, mustExist = false }: SaveOptions = {}): Promise<Entity> {
    return this.#transactions.inTurn(() => {
      const id = this.entity.keyOf(entity)
      const stored = id === undefined ? undefined : this.#rows.get(id)
      if (stored === undefined && mustExist) throw notFound(this.entity)
      checkVersion(this.entity, stored, expectedVersion)
      if (id === undefined || stored === undefined) return this.#insert(entity)
      return this.#write(id, entity, (versionOf(this.entity, stored) ?? 0) + 1)
    })
  }

  async findOne(id: Id, { include, ...filtered }: FindOptions = {}): Promise<Entity | undefined> {
    const isWanted = this.#filter(filtered)
    const found = await this.#transactions.inTurn(() => {
      const row = this.#rows.get(id)
      return row !== undefined && isAmong(row, isWanted) ? this.#copy(row) : undefined
    })
    if (found !== undefined && include !== undefined)
      await this.#relations.load([found], include, filtered.scope)
    return found
  }

  /** Finds entities by the values of fields, in key order. */
  async findBy(values: Partial<Entity>): Promise<readonly Entity[]> {
    const wanted = Object.entries(values)
    const isWanted = (row: Entity): boolean =>
      wanted.every(([name, value]) => compareValues(recordOf(row)[name], value) === 0)
    return this.#transactions.inTurn(() => this.#copies(this.#inKeyOrder().filter(isWanted)))
  }

  async findOneBy(values: Partial<Entity>): Promise<Entity | undefined> {
    const [first] = await this.findBy(values)
    return first
  }

  async exists(id: Id, filtered: Filtered = {}): Promise<boolean> {
    return (await this.findOne(id, filtered)) !== undefined
  }

  async findAll(selection: Selection<Id> = {}): Promise<readonly Entity[]> {
    const isWanted = this.#filter(selection)
    const found = await this.#transactions.inTurn(() => {
      if (selection.ids !== undefined) {
        const rows = Array.from(new Set(selection.ids), (id) => this.#rows.get(id))
        return this.#copies(rows.filter((row): row is Entity => row !== undefined && isAmong(row, isWanted)))
      }
      const { offset = 0, limit = Infinity, sort, after } = selection
      const inKeyOrder = this.#inKeyOrder()
      const wanted = isWanted === undefined ? inKeyOrder : inKeyOrder.filter(isWanted)
      if (sort === undefined && after === undefined) return this.#copies(wanted.slice(offset, offset + limit))
      const keys = sortKeys(this.entity, sort)
      const compareRows = orderOf(keys)
      const rows = sort === undefined ? wanted : wanted.toSorted(compareRows)
      if (after === undefined) return this.#copies(rows.slice(offset, offset + limit))
      const position = Object.fromEntries(
        boundariesOf(this.entity, keys, after).map(({ property, value }) => [property, value]),
      )
      return this.#copies(rows.filter((row) => compareRows(row, position) > 0).slice(0, limit))
    })
    if (selection.include !== undefined) await this.#relations.load(found, selection.include, selection.scope)
    return found
  }

  async count(filtered: Filtered = {}): Promise<number> {
    const isWanted = this.#filter(filtered)
    return this.#transactions.inTurn(() =>
      isWanted === undefined ? this.#rows.size : Array.from(this.#rows.values()).filter(isWanted).length,
    )
  }

  async delete(id: Id, { expectedVersion }: VersionOptions = {}): Promise<boolean> {
    return this.#transactions.inTurn(() => {
      const stored = this.#rows.get(id)
      if (stored === undefined) return false
      checkVersion(this.entity, stored, expectedVersion)
      this.#set(id, undefined)
      return true
    })
  }

  async deleteAll(filtered: Filtered = {}): Promise<void> {
    const isWanted = this.#filter(filtered)
    await this.#transactions.inTurn(() => {
      for (const [id, row] of Array.from(this.#rows)) if (isAmong(row, isWanted)) this.#set(id, undefined)
    })
  }

  async transaction<Result>(work: () => Promise<Result>, _options?: TransactionOptions): Promise<Result> {
    return this.#transactions.run(work)
  }

  async once(request: IdempotentRequest, create: () => Promise<Entity>, options?: Scoped): Promise<Entity> {
    return this.#idempotencyKeys.once(request, create, options)
  }

  #insert(entity: Entity): Entity {
    const id = this.#makeKey(entity)
    if (this.#rows.has(id)) throw existsException(this.entity, this.entity.key.name)
    return this.#write(id, entity, 1)
  }

  #makeKey(entity: Entity): Id {
    const key = newKey(this.entity, this.entity.keyOf(entity))
    if (key !== undefined) return key as Id
    this.#lastKey++
    return (this.entity.key.type === 'bigint' ? this.#lastKey : Number(this.#lastKey)) as Id
  }

  #write(id: Id, entity: Entity, version: number): Entity {
    const row = this.#copy(entity)
    const record = recordOf(row)
    record[this.entity.key.name] = id
    if (this.entity.version !== undefined) record[this.entity.version] = version
    renewRowToken(this.entity, row)
    for (const [name, owners] of this.#uniques)
      if ((owners.get(uniqueValue(record[name])) ?? id) !== id) throw existsException(this.entity, name)
    this.#set(id, row)
    return this.#copy(row)
  }

  #set(id: Id, row: Entity | undefined): void {
    const before = this.#rows.get(id)
    this.#transactions.onFailure(() => this.#apply(id, before))
    this.#apply(id, row)
  }

  #apply(id: Id, row: Entity | undefined): void {
    const before = this.#rows.get(id)
    for (const [name, owners] of this.#uniques) {
      if (before !== undefined) owners.delete(uniqueValue(recordOf(before)[name]))
      const value = row && uniqueValue(recordOf(row)[name])
      if (value !== undefined) owners.set(value, id)
    }
    if (row === undefined) this.#rows.delete(id)
    else this.#rows.set(id, row)
    this.#ordered = undefined
  }

  #inKeyOrder(): readonly Entity[] {
    this.#ordered ??= Array.from(this.#rows.values()).toSorted((left, right) =>
      compareValues(this.entity.keyOf(left), this.entity.keyOf(right)),
    )
    return this.#ordered
  }

  /** Returns `undefined` for all rows. */
  #filter({ where, scope }: Filtered): ((row: Entity) => boolean) | undefined {
    if (where === undefined && scope === undefined) return undefined
    const isWanted = satisfies(this.entity, where)
    const isInScope = satisfies(this.entity, scope)
    return (row) => isWanted(row) && isInScope(row)
  }

  #copies(rows: readonly Entity[]): readonly Entity[] {
    return rows.map((row) => this.#copy(row))
  }

  #copy(entity: Entity): Entity {
    const values = recordOf(entity)
    const copy = this.entity.create(values)
    const record = recordOf(copy)
    for (const { name, type } of this.#mutable) {
      const value = record[name]
      if (value instanceof Uint8Array) record[name] = new Uint8Array(value)
      else if (type === 'json') record[name] = JSON.parse(JSON.stringify(value))
      else if (value instanceof Date) record[name] = new Date(value)
    }
    return copy
  }
}

const mutableTypes: ReadonlySet<FieldType> = new Set(['bytes', 'json', 'datetime'])

function isAmong<Row>(row: Row, isWanted: ((row: Row) => boolean) | undefined): boolean {
  return isWanted === undefined || isWanted(row)
}

function orderOf(keys: readonly SortKey[]): (left: object, right: object) => number {
  const properties = keys.map(({ property, type, direction }) => ({
    property,
    type,
    sign: direction === 'asc' ? 1 : -1,
  }))
  return (left, right) => {
    for (const { property, type, sign } of properties) {
      const order = compareTyped(type, recordOf(left)[property], recordOf(right)[property])
      if (order !== 0) return sign * order
    }
    return 0
  }
}

/** Returns a key for unique values. Nulls are never equal, and bytes are compared by content. */
function uniqueValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return value instanceof Date ? value.getTime() : (value ?? undefined)
}

import { checkOptions, getOrInsert } from '@mvc-router/router-core/tools'
import { compareTyped, compareValues } from '../entity/compare-values.js'
import type { EntityDefinition, FieldDefinition, FieldType, Type } from '../entity/entity-definition.js'
import { existsException } from '../entity/entity-exceptions.js'
import { askRelated, type FindRelated, type RelatedRepositories } from '../repository/relation-loader.js'
import type { RowCondition } from '../repository/row-condition.js'
import { meets } from '../repository/satisfies.js'
import type { SortKey } from '../repository/sort-order.js'
import type { RowQuestion, RowStore, Store, StoredRow } from './row-store.js'
import { StoreRepository } from './store-repository.js'

/** Options of `MemoryRepository`. */
export interface MemoryRepositoryOptions {
  readonly relations?: RelatedRepositories
}

/**
 * Keeps entities in memory, for tests and small tools. Keys, unique fields, versions and transactions work as in a
 * database. References to other repositories are not checked. Entities are copied on reads and writes.
 */
export class MemoryRepository<Entity extends object, Id> extends StoreRepository<
  Entity,
  Id,
  MemoryTransaction
> {
  protected override readonly findRelated: FindRelated

  constructor(entity: EntityDefinition<Entity, Id> | Type<Entity>, options: MemoryRepositoryOptions = {}) {
    checkOptions('MemoryRepository', options, { relations: true })
    const { relations = {} } = options
    super(entity, new MemoryStore())
    this.findRelated = askRelated(this, relations)
  }
}

/** A transaction in memory: functions that undo its writes. */
type MemoryTransaction = (() => void)[]

/** Rows in memory. Transactions run one after the other, and other statements wait for their end. */
class MemoryStore implements Store<MemoryTransaction> {
  readonly #tables = new Map<EntityDefinition, MemoryRows>()
  #running: Promise<void> | undefined

  async begin<Result>(
    outer: MemoryTransaction | undefined,
    work: (transaction: MemoryTransaction) => Promise<Result>,
  ): Promise<Result> {
    if (outer !== undefined) return orUndone(outer, work)
    // Several transactions may wait, and only the first may begin, so nothing is awaited after the loop.
    while (this.#running !== undefined) await this.#running
    let end: (() => void) | undefined
    this.#running = new Promise((resolve) => (end = resolve))
    try {
      return await orUndone([], work)
    } finally {
      this.#running = undefined
      end?.()
    }
  }

  rows(entity: EntityDefinition): MemoryRows {
    return getOrInsert(this.#tables, entity, () => new MemoryRows(entity, this))
  }

  async isFree(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }
}

/** Runs `work`, and undoes its writes if it throws. */
async function orUndone<Result>(
  transaction: MemoryTransaction,
  work: (transaction: MemoryTransaction) => Promise<Result>,
): Promise<Result> {
  const start = transaction.length
  try {
    return await work(transaction)
  } catch (error) {
    for (const undo of transaction.splice(start).toReversed()) undo()
    throw error
  }
}

class MemoryRows implements RowStore<MemoryTransaction> {
  readonly #entity: EntityDefinition
  readonly #store: MemoryStore
  readonly #rows = new Map<unknown, StoredRow>()
  /** The rows in key order, until the next write. */
  #ordered: readonly StoredRow[] | undefined
  #lastKey = 0n
  /** For each unique field: the keys of rows by value. */
  readonly #uniques: ReadonlyMap<string, Map<unknown, unknown>>

  /** Fields with mutable values, which must be copied. */
  readonly #mutable: readonly FieldDefinition[]

  constructor(entity: EntityDefinition, store: MemoryStore) {
    this.#entity = entity
    this.#store = store
    this.#mutable = entity.fields.filter(({ type }) => mutableTypes.has(type))
    const unique = entity.fields.filter((field) => field.unique)
    this.#uniques = new Map(unique.map(({ name }) => [name, new Map<unknown, unknown>()]))
  }

  async insert(transaction: MemoryTransaction | undefined, row: StoredRow): Promise<unknown> {
    const { key } = this.#entity
    const id = row[key.name] ?? this.#countUp()
    if (this.#rows.has(id)) throw existsException(this.#entity, key.name)
    this.#write(transaction, id, row)
    return id
  }

  async update(transaction: MemoryTransaction | undefined, id: unknown, row: StoredRow): Promise<void> {
    this.#write(transaction, id, row)
  }

  async delete(transaction: MemoryTransaction | undefined, where: RowCondition): Promise<void> {
    const { name } = this.#entity.key
    for (const row of this.#find(where)) this.#set(transaction, row[name], undefined)
  }

  async select(
    transaction: MemoryTransaction | undefined,
    { where, order, offset, limit = Infinity }: RowQuestion,
  ): Promise<readonly object[]> {
    if (transaction === undefined) await this.#store.isFree()
    const found = this.#find(where)
    const isInKeyOrder = order[0]?.property === this.#entity.key.name && order[0].direction === 'asc'
    const rows = isInKeyOrder ? found : found.toSorted(orderOf(order))
    return rows.slice(offset, offset + limit).map((row) => this.#copy(row))
  }

  async count(transaction: MemoryTransaction | undefined, where: RowCondition): Promise<number> {
    if (transaction === undefined) await this.#store.isFree()
    return this.#find(where).length
  }

  #countUp(): unknown {
    this.#lastKey++
    return this.#entity.key.type === 'bigint' ? this.#lastKey : Number(this.#lastKey)
  }

  #write(transaction: MemoryTransaction | undefined, id: unknown, row: StoredRow): void {
    for (const [name, owners] of this.#uniques)
      if ((owners.get(uniqueValue(row[name])) ?? id) !== id) throw existsException(this.#entity, name)
    this.#set(transaction, id, this.#copy({ ...row, [this.#entity.key.name]: id }))
  }

  #set(transaction: MemoryTransaction | undefined, id: unknown, row: StoredRow | undefined): void {
    const before = this.#rows.get(id)
    transaction?.push(() => this.#apply(id, before))
    this.#apply(id, row)
  }

  #apply(id: unknown, row: StoredRow | undefined): void {
    const before = this.#rows.get(id)
    for (const [name, owners] of this.#uniques) {
      owners.delete(uniqueValue(before?.[name]))
      const value = uniqueValue(row?.[name])
      if (value !== undefined) owners.set(value, id)
    }
    if (row === undefined) this.#rows.delete(id)
    else this.#rows.set(id, row)
    this.#ordered = undefined
  }

  /** Finds rows in key order. With an `in` condition on the key, reads only the rows with these keys. */
  #find(where: RowCondition): readonly StoredRow[] {
    const { name } = this.#entity.key
    const keys = keysIn(where, name)
    const compareKeys = (left: StoredRow, right: StoredRow): number => compareValues(left[name], right[name])
    const rows =
      keys === undefined
        ? (this.#ordered ??= Array.from(this.#rows.values()).toSorted(compareKeys))
        : Array.from(new Set(keys), (key) => this.#rows.get(key) ?? [])
            .flat()
            .toSorted(compareKeys)
    return isAny(where) ? rows : rows.filter(meets(this.#entity, where))
  }

  #copy(row: StoredRow): StoredRow {
    if (this.#mutable.length === 0) return row
    const copy = { ...row }
    for (const { name, type } of this.#mutable) {
      const value = copy[name]
      if (type === 'json') copy[name] = JSON.parse(JSON.stringify(value))
      else if (value instanceof Date) copy[name] = new Date(value)
      else if (value instanceof Uint8Array) copy[name] = new Uint8Array(value)
    }
    return copy
  }
}

const mutableTypes: ReadonlySet<FieldType> = new Set(['bytes', 'json', 'datetime'])

function isAny(where: RowCondition): boolean {
  return 'all' in where && where.all.every(isAny)
}

/** Returns the keys to which a condition limits rows, or `undefined` for other conditions. */
function keysIn(where: RowCondition, key: string): readonly unknown[] | undefined {
  if ('all' in where) return where.all.map((one) => keysIn(one, key)).find((keys) => keys !== undefined)
  return 'property' in where && where.property === key && where.operator === 'in' ? where.value : undefined
}

function orderOf(keys: readonly SortKey[]): (left: StoredRow, right: StoredRow) => number {
  return (left, right) => {
    for (const { property, type, direction } of keys) {
      const order = compareTyped(type, left[property], right[property])
      if (order !== 0) return direction === 'asc' ? order : -order
    }
    return 0
  }
}

/** Returns a key for unique values. Nulls are never equal, and bytes are compared by content. */
function uniqueValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return value instanceof Date ? value.getTime() : (value ?? undefined)
}

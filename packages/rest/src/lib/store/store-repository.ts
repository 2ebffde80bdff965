import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { entityOf } from '../entity/entity-of.js'
import { notFound } from '../entity/entity-exceptions.js'
import { checkVersion, versionOf } from '../entity/entity-version.js'
import { newKey, renewRowToken } from '../entity/key-text.js'
import { recordOf } from '../entity/record-of.js'
import { type Comparison, comparisonsOf, type Scalar } from '../repository/condition.js'
import { namedConflict } from '../repository/conflicting-field.js'
import { IdempotencyKey, IdempotencyKeys } from '../repository/idempotency-keys.js'
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
} from '../repository/paging-and-sorting-repository.js'
import { inOrderOf } from '../repository/in-order-of.js'
import { type FindRelated, RelationLoader } from '../repository/relation-loader.js'
import { boundariesOf, sliceAfter, sortKeys } from '../repository/sort-order.js'
import { currentTransaction, inTransaction } from './nested-transactions.js'
import { conditionBeyond, type RowCondition, rowCondition } from '../repository/row-condition.js'
import type { RowQuestion, RowStore, Store, StoredRow } from './row-store.js'
import { fromJsonForm } from '../entity/json-form.js'
import { retried } from '../repository/database-errors.js'

/**
 * A repository over any library with transactions and savepoints. It behaves like `KyselyRepository`.
 * Repositories of one store share their transactions.
 *
 * ```ts
 * const store = drizzleStore(db)
 * const bookRepository = new StoreRepository(Book, store)
 * ```
 */
export class StoreRepository<Entity extends object, Id, Transaction> implements PagingAndSortingRepository<
  Entity,
  Id
> {
  readonly entity: EntityDefinition<Entity, Id>
  readonly #store: Store<Transaction>
  readonly #rows: RowStore<Transaction>
  readonly #relations: RelationLoader<Entity>
  readonly #idempotencyKeys = new IdempotencyKeys(
    this,
    () => new StoreRepository<IdempotencyKey, string, Transaction>(IdempotencyKey, this.#store),
  )

  constructor(entity: EntityDefinition<Entity, Id> | Type<Entity>, store: Store<Transaction>) {
    this.entity = entityOf(entity)
    this.#store = store
    this.#rows = store.rows(this.entity)
    this.#relations = new RelationLoader(this.entity, async (...asked) => this.findRelated(...asked))
  }

  async insert(entity: Entity): Promise<Entity> {
    const { key } = this.entity
    const row = this.#rowOf(entity, 1)
    row[key.name] = newKey(this.entity, row[key.name])
    if (row[key.name] === undefined) delete row[key.name]
    const id = await this.#write(async () => this.#rows.insert(this.#transaction, row))
    return readRow(this.entity, { ...row, [key.name]: id })
  }

  async save(entity: Entity, { expectedVersion, mustExist = false }: SaveOptions = {}): Promise<Entity> {
    const id = this.entity.keyOf(entity)
    return this.#write(async () => {
      const current = id === undefined ? undefined : await this.findOne(id, { lock: true })
      if (current === undefined && mustExist) throw notFound(this.entity)
      checkVersion(this.entity, current, expectedVersion)
      if (id === undefined || current === undefined) return this.insert(entity)
      const row = this.#rowOf(entity, (versionOf(this.entity, current) ?? 0) + 1)
      await this.#rows.update(this.#transaction, id, row)
      return readRow(this.entity, row)
    })
  }

  async findOne(
    id: Id,
    { lock = false, include = [], ...filtered }: FindOptions = {},
  ): Promise<Entity | undefined> {
    const where = this.#where(filtered, this.#hasKeys([id]))
    // A lock lasts until the end of the transaction, so it needs a transaction.
    const rows = await this.#select({ where, lock: lock && this.#transaction !== undefined })
    const [found] = await this.#relations.load(rows, include, filtered.scope)
    return found
  }

  /** Finds entities by the values of fields, in key order. */
  async findBy(values: Partial<Entity>): Promise<readonly Entity[]> {
    const comparisons = Object.entries(values as Record<string, Scalar | undefined>).map(
      ([property, value = null]) => ({ property, operator: 'eq', value }) as const,
    )
    return this.#select({ where: rowCondition(this.entity, comparisons) })
  }

  async findOneBy(values: Partial<Entity>): Promise<Entity | undefined> {
    const [first] = await this.findBy(values)
    return first
  }

  async exists(id: Id, filtered: Filtered = {}): Promise<boolean> {
    return (await this.findOne(id, filtered)) !== undefined
  }

  async findAll(selection: Selection<Id> = {}): Promise<readonly Entity[]> {
    const found =
      selection.ids === undefined
        ? await this.#findSlice(selection)
        : await inOrderOf(this.entity, selection.ids, async (some) =>
            this.#select({ where: this.#where(selection, this.#hasKeys(some)) }),
          )
    return this.#relations.load(found, selection.include ?? [], selection.scope)
  }

  async count(filtered: Filtered = {}): Promise<number> {
    const where = this.#where(filtered)
    return Number(await this.#ask(async () => this.#rows.count(this.#transaction, where)))
  }

  async delete(id: Id, { expectedVersion }: VersionOptions = {}): Promise<boolean> {
    return this.#write(async () => {
      const current = await this.findOne(id, { lock: true })
      if (current === undefined) return false
      checkVersion(this.entity, current, expectedVersion)
      await this.#rows.delete(this.#transaction, this.#where({}, this.#hasKeys([id])))
      return true
    })
  }

  async deleteAll(filtered: Filtered = {}): Promise<void> {
    const where = this.#where(filtered)
    await this.#write(async () => this.#rows.delete(this.#transaction, where))
  }

  async ping(): Promise<void> {
    await this.#select({ limit: 1 })
  }

  async transaction<Result>(
    work: () => Promise<Result>,
    { isRepeatable = false, ...options }: TransactionOptions = {},
  ): Promise<Result> {
    const isOutermost = this.#transaction === undefined
    return retried(isRepeatable && isOutermost, async () => inTransaction(this.#store, work, options))
  }

  async once(request: IdempotentRequest, create: () => Promise<Entity>, options?: Scoped): Promise<Entity> {
    return this.#idempotencyKeys.once(request, create, options)
  }

  async #findSlice({
    offset = 0,
    limit = Number.MAX_SAFE_INTEGER,
    sort,
    after,
    ...filtered
  }: Exclude<Selection<Id>, { readonly ids: readonly Id[] }>): Promise<readonly Entity[]> {
    const order = sortKeys(this.entity, sort)
    if (after === undefined) return this.#select({ where: this.#where(filtered), order, offset, limit })
    const position = boundariesOf(this.entity, order, after)
    return sliceAfter(position, limit, async ({ where, beyond }, rest) =>
      this.#select({
        where: { all: [this.#where(filtered, where), conditionBeyond(beyond)] },
        order,
        limit: rest,
      }),
    )
  }

  /** Finds related rows in the same store. A subclass may find them in other repositories. */
  protected readonly findRelated: FindRelated = async ({ entity }, where) => {
    const other = entity()
    const condition = rowCondition(other, comparisonsOf(other, where))
    return this.#read(other, this.#store.rows(other), { where: condition })
  }

  get #transaction(): Transaction | undefined {
    return currentTransaction(this.#store)
  }

  #hasKeys(ids: readonly Id[]): readonly Comparison[] {
    return [{ property: this.entity.key.name, operator: 'in', value: ids as readonly Scalar[] }]
  }

  #where({ where, scope }: Filtered, also: readonly Comparison[] = []): RowCondition {
    const comparisons = [...comparisonsOf(this.entity, where), ...comparisonsOf(this.entity, scope), ...also]
    return rowCondition(this.entity, comparisons)
  }

  /** If a write fails, only this write is undone. Outside of a transaction, the write is repeated after a conflict. */
  async #write<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#ask(async () => inTransaction(this.#store, work))
  }

  async #select(question: Partial<RowQuestion>): Promise<readonly Entity[]> {
    return this.#read(this.entity, this.#rows, question)
  }

  async #read<Read extends object>(
    entity: EntityDefinition<Read>,
    from: RowStore<Transaction>,
    question: Partial<RowQuestion>,
  ): Promise<readonly Read[]> {
    const whole = { where: { all: [] }, order: sortKeys(entity), offset: 0, lock: false, ...question }
    const rows = await this.#ask(async () => from.select(this.#transaction, whole))
    return rows.map((row) => readRow(entity, recordOf(row)))
  }

  async #ask<Result>(question: () => Promise<Result>): Promise<Result> {
    try {
      return await retried(this.#transaction === undefined, question)
    } catch (error) {
      throw namedConflict(this.entity, error)
    }
  }

  #rowOf(entity: Entity, version: number): StoredRow {
    const { key, fields, version: versionName } = this.entity
    const record = recordOf(entity)
    const row = Object.fromEntries([key, ...fields].map(({ name }) => [name, record[name] ?? null]))
    renewRowToken(this.entity, row)
    return versionName === undefined ? row : { ...row, [versionName]: version }
  }
}

function readRow<Entity extends object>(entity: EntityDefinition<Entity>, row: Readonly<StoredRow>): Entity {
  const { key, fields } = entity
  const values: StoredRow = {}
  for (const { name, type } of [key, ...fields]) values[name] = fromJsonForm(type, row[name])
  return entity.create(values)
}

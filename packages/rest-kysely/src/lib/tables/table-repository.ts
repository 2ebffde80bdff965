import { getOrInsert } from '@mvc-router/router-core/tools'
import {
  boundariesOf,
  changedMeanwhile,
  comparisonsOf,
  type CountedSlice,
  type EntityDefinition,
  type Filtered,
  type FindOptions,
  type FindRelated,
  IdempotencyKey,
  IdempotencyKeys,
  type IdempotentRequest,
  inOrderOf,
  namedByLooking,
  namedConflict,
  newKey,
  notFound,
  type NumberedSlice,
  type PagingAndSortingRepository,
  recordOf,
  RelationLoader,
  renewRowToken,
  type SaveOptions,
  type Scalar,
  type Scoped,
  type Selection,
  sliceAfter,
  type SliceSelection,
  sortKeys,
  type TransactionOptions,
  ValidationException,
  type VersionOptions,
} from '@mvc-router/rest/store'
import type { Database } from '../database/database.js'
import { type BoundQuery, countColumn, EntityTable, type Row, type ColumnComparison } from './entity-table.js'
import type { Outcome, PreparedQuery } from './prepared-query.js'

/** A write of two statements is repeated after a conflict, like a single statement. */
const repeatable: TransactionOptions = { isRepeatable: true }

/** The differences between `KyselyRepository` and `DocumentRepository`. */
interface TableRepositoryParts<Entity extends object, Id> {
  readonly table: EntityTable<Entity>
  readonly relatedTo: (self: TableRepository<Entity, Id>) => FindRelated
  readonly fetch?: readonly string[]
}

export class TableRepository<Entity extends object, Id> implements PagingAndSortingRepository<Entity, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  protected readonly database: Database
  readonly #table: EntityTable<Entity>
  readonly #relations: RelationLoader<Entity>
  readonly #fetch: readonly string[]
  readonly #idempotencyKeys = new IdempotencyKeys(
    this,
    () =>
      new TableRepository<IdempotencyKey, string>(this.database, IdempotencyKey, {
        table: new EntityTable(this.database, IdempotencyKey),
        relatedTo: () => relatedRows(this.database),
      }),
  )

  /** @throws ConfigurationException for an unknown relation in `fetch`. */
  protected constructor(
    database: Database,
    entity: EntityDefinition<Entity, Id>,
    { table, relatedTo, fetch = [] }: TableRepositoryParts<Entity, Id>,
  ) {
    this.database = database
    this.entity = entity
    this.#table = table
    this.#relations = new RelationLoader(entity, relatedTo(this))
    this.#relations.check(fetch)
    this.#fetch = fetch
  }

  async insert(entity: Entity, options: Scoped = {}): Promise<Entity> {
    const { key } = this.entity
    const stored = this.#withVersion(entity, 1)
    const record = recordOf(stored)
    renewRowToken(this.entity, stored)
    record[key.name] = newKey(this.entity, record[key.name]) ?? null
    const { rows, insertId } = await this.#run(this.#table.insert, this.#table.write(stored), stored)
    if (record[key.name] === null)
      record[key.name] = this.entity.keyOf(this.#table.read(rows[0] ?? { [key.name]: insertId }))
    return await this.#complete(stored, options)
  }

  async save(
    entity: Entity,
    { expectedVersion, mustExist = false, ...options }: SaveOptions = {},
  ): Promise<Entity> {
    const id = this.entity.keyOf(entity)
    const expected = this.entity.version === undefined ? undefined : expectedVersion
    const updated = id === undefined ? undefined : await this.#update(entity, expected)
    if (updated !== undefined) return this.#complete(updated, options)
    const exists = id !== undefined && (await this.exists(id))
    if (mustExist && !exists) throw notFound(this.entity)
    if (expected !== undefined) throw changedMeanwhile(this.entity)
    if (!exists) return this.insert(entity, options)
    // Another writer has inserted the row in the meantime, or the driver counts only changed rows.
    return this.#complete((await this.#update(entity, expected)) ?? this.#copy(entity), options)
  }

  async findOne(
    id: Id,
    { lock = false, include, ...filtered }: FindOptions = {},
  ): Promise<Entity | undefined> {
    const row = await this.#firstRow(this.#table.find(this.#withKey(id, filtered), lock))
    if (row === undefined) return undefined
    const [found] = await this.#load([this.#table.read(row)], { include, ...filtered })
    return found
  }

  /** Finds entities by the values of fields, in key order. */
  async findBy(values: Partial<Entity>): Promise<readonly Entity[]> {
    // No entity contains a text with NUL, and some databases refuse to search for it.
    if (Object.values(values).some((value) => typeof value === 'string' && value.includes('\0'))) return []
    const where = Object.entries(values as Record<string, Scalar>).map(
      ([property, value]) => ({ property, operator: 'eq', value }) as const,
    )
    return this.#load(await this.#findSlice({}, where))
  }

  async findOneBy(values: Partial<Entity>): Promise<Entity | undefined> {
    const [first] = await this.findBy(values)
    return first
  }

  async exists(id: Id, filtered: Filtered = {}): Promise<boolean> {
    const row = await this.#firstRow(this.#table.count(this.#withKey(id, filtered)))
    return Number(row?.['count'] ?? 0) > 0
  }

  async findAll(selection: Selection<Id> = {}): Promise<readonly Entity[]> {
    const where = this.#comparisons(selection)
    const found =
      selection.ids === undefined
        ? await this.#findSlice(selection, where)
        : await this.#findByIds(selection.ids, where)
    return await this.#load(found, selection)
  }

  /** Finds and counts in one statement, except if a subclass overrides `findAll` or `count`. */
  async findCounted(selection: NumberedSlice): Promise<CountedSlice<Entity>> {
    const usual = TableRepository.prototype
    if (this.findAll !== usual.findAll || this.count !== usual.count)
      return { found: await this.findAll(selection), count: await this.count(selection) }
    const { offset = 0, limit = Number.MAX_SAFE_INTEGER, sort } = selection
    const keys = sortKeys(this.entity, sort)
    const { query, parameters } = this.#table.list(keys, this.#comparisons(selection), { isCounted: true })
    const { rows } = await this.#run(query, { ...parameters, offset, limit })
    const [first] = rows
    // A slice after the last row has no row that contains the count.
    if (first === undefined) return { found: [], count: await this.count(selection) }
    const found = rows.map((row) => this.#table.read(row))
    return { found: await this.#load(found, selection), count: Number(first[countColumn]) }
  }

  async count(filtered: Filtered = {}): Promise<number> {
    const { query, parameters } = this.#table.count(this.#comparisons(filtered))
    const { rows } = await this.#run(query, parameters)
    return Number(rows[0]?.['count'])
  }

  async delete(id: Id, { expectedVersion }: VersionOptions = {}): Promise<boolean> {
    const { version } = this.entity
    const where = this.#withKey(id, {})
    const isAnyVersion = version === undefined || expectedVersion === undefined
    if (!isAnyVersion) where.push({ property: version, operator: 'eq', value: expectedVersion })
    const affected = await this.#delete(where)
    if (affected === 0 && !isAnyVersion && (await this.exists(id))) throw changedMeanwhile(this.entity)
    return affected > 0
  }

  async deleteAll(filtered: Filtered = {}): Promise<void> {
    await this.#delete(this.#comparisons(filtered))
  }

  async ping(): Promise<void> {
    await this.#findSlice({ limit: 1 }, [])
  }

  async transaction<Result>(work: () => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return this.database.transaction(work, options)
  }

  async once(request: IdempotentRequest, create: () => Promise<Entity>, options?: Scoped): Promise<Entity> {
    return this.#idempotencyKeys.once(request, create, options)
  }

  /** Returns the number of deleted rows. */
  async #delete(where: readonly ColumnComparison[]): Promise<number> {
    const { query, parameters } = this.#table.delete(where)
    const detached = this.#table.detach(where)
    if (detached === undefined) return (await this.#run(query, parameters)).affected
    return this.transaction(async () => {
      await this.#run(detached.query, detached.parameters)
      return (await this.#run(query, parameters)).affected
    }, repeatable)
  }

  /** Returns `undefined` if no row has this key and the expected version. */
  async #update(given: Entity, expectedVersion: number | undefined): Promise<Entity | undefined> {
    const entity = this.#copy(given)
    renewRowToken(this.entity, entity)
    const parameters = { ...this.#table.write(entity), expectedVersion }
    if (expectedVersion !== undefined) {
      const { affected } = await this.#run(this.#table.updateVersion, parameters, entity)
      return affected > 0 ? this.#withVersion(entity, expectedVersion + 1) : undefined
    }
    if (this.entity.version === undefined || this.database.family !== 'mysql') {
      const { affected, rows } = await this.#run(this.#table.update, parameters, entity)
      return affected > 0 ? this.#withVersion(entity, Number(rows[0]?.['version'])) : undefined
    }
    return this.transaction(async () => {
      const { affected } = await this.#run(this.#table.update, parameters, entity)
      const id = this.entity.keyOf(entity)
      const row =
        id === undefined ? undefined : await this.#firstRow(this.#table.find(this.#withKey(id, {}), false))
      return affected > 0 && row !== undefined ? this.#table.read(row) : undefined
    }, repeatable)
  }

  async #findSlice(
    { offset = 0, limit = Number.MAX_SAFE_INTEGER, sort, after }: SliceSelection,
    where: readonly ColumnComparison[],
  ): Promise<readonly Entity[]> {
    const keys = sortKeys(this.entity, sort)
    if (after === undefined) return await this.#list(this.#table.list(keys, where), { offset, limit })
    return await sliceAfter(boundariesOf(this.entity, keys, after), limit, async (range, rest) =>
      this.#list(this.#table.list(keys, where, { range }), { offset: 0, limit: rest }),
    )
  }

  async #list(
    { query, parameters }: BoundQuery,
    slice: { readonly offset: number; readonly limit: number },
  ): Promise<readonly Entity[]> {
    const { rows } = await this.#run(query, { ...parameters, ...slice })
    return rows.map((row) => this.#table.read(row))
  }

  async #findByIds(ids: readonly Id[], where: readonly ColumnComparison[]): Promise<readonly Entity[]> {
    const { key } = this.entity
    const keys = sortKeys(this.entity)
    return inOrderOf(this.entity, ids, async (some) => {
      const value = some as readonly Scalar[]
      const bound = this.#table.list(keys, [...where, { property: key.name, operator: 'in', value }])
      return this.#list(bound, { offset: 0, limit: value.length })
    })
  }

  /** A key that the column cannot hold has no row. */
  async #firstRow({ query, parameters }: BoundQuery): Promise<Row | undefined> {
    try {
      const { rows } = await this.#run(query, parameters)
      return rows[0]
    } catch (error) {
      if (error instanceof ValidationException) return undefined
      throw error
    }
  }

  #withKey(id: Id, filtered: Filtered): ColumnComparison[] {
    const key: ColumnComparison = { property: this.entity.key.name, operator: 'eq', value: id as Scalar }
    return [key, ...this.#comparisons(filtered)]
  }

  #comparisons({ where, scope }: Filtered): readonly ColumnComparison[] {
    if (where === undefined && scope === undefined) return []
    return [
      ...comparisonsOf(this.entity, where),
      ...comparisonsOf(this.entity, scope).map((comparison) => ({ ...comparison, isExact: true })),
    ]
  }

  /** @param written the inserted or updated entity, to name the field that conflicts */
  async #run(
    query: PreparedQuery,
    parameters?: Readonly<Record<string, unknown>>,
    written?: object,
  ): Promise<Outcome> {
    try {
      return await query.execute(this.database, parameters)
    } catch (error) {
      const conflict = namedConflict(this.entity, error)
      if (written === undefined) throw conflict
      throw await namedByLooking(this.entity, conflict, written, relatedRows(this.database))
    }
  }

  async #complete(entity: Entity, options: Scoped): Promise<Entity> {
    await this.#load([entity], options)
    return entity
  }

  async #load(
    entities: readonly Entity[],
    { include = [], scope, unshown = [] }: FindOptions = {},
  ): Promise<readonly Entity[]> {
    const fetched = this.#fetch.filter((name) => !unshown.includes(name))
    if (fetched.length === 0 && include.length === 0) return entities
    return this.#relations.load(entities, new Set([...fetched, ...include]), scope)
  }

  #withVersion(entity: Entity, value: number): Entity {
    const copy = this.#copy(entity)
    if (this.entity.version !== undefined) recordOf(copy)[this.entity.version] = value
    return copy
  }

  #copy(entity: Entity): Entity {
    return this.entity.create(recordOf(entity))
  }
}

/** Finds related rows. The first use of an entity creates its table object. */
export function relatedRows(database: Database): FindRelated {
  const tables = new Map<string, EntityTable<object>>()
  return async ({ entity }, where) => {
    const other = entity()
    const table = getOrInsert(tables, other.name, () => new EntityTable(database, other))
    const { query, parameters } = table.list(sortKeys(other), comparisonsOf(other, where))
    const slice = { offset: 0, limit: Number.MAX_SAFE_INTEGER }
    const { rows } = await query.execute(database, { ...parameters, ...slice })
    return rows.map((row) => table.read(row))
  }
}

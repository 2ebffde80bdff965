import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { entityOf } from '../entity/entity-of.js'
import { generateKey } from '../entity/key-text.js'
import { recordOf } from '../entity/record-of.js'
import {
  EntityNotFoundException,
  OptimisticLockException,
  ValidationException,
} from '../exceptions/rest-exceptions.js'
import type { Database } from './database.js'
import { EntityTable } from './entity-table.js'
import type {
  PagingAndSortingRepository,
  SaveOptions,
  Selection,
  VersionOptions,
} from './paging-and-sorting-repository.js'
import { executeOnce, type Outcome, type PreparedQuery } from './prepared-query.js'
import { MAX_VALUES_PER_QUERY, RelationLoader } from './relation-loader.js'

export interface KyselyRepositoryOptions {
  /** The relations to load with every entity; each costs one query more. */
  readonly fetch?: readonly string[]
}

/**
 * Keeps entities in a table of SQLite, PostgreSQL, MariaDB or MySQL.
 *
 * ```ts
 * const database = await openDatabase('file:library.db')
 * class BookRepository extends KyselyRepository<Book, number> {
 *   async findBySlug(slug: string): Promise<Book | undefined> {
 *     return this.findOneBy({ slug })
 *   }
 * }
 * const bookRepository = new BookRepository(database, Book)
 * ```
 */
export class KyselyRepository<Entity extends object, Id> implements PagingAndSortingRepository<Entity, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  protected readonly database: Database
  readonly #table: EntityTable<Entity>
  readonly #relations: RelationLoader<Entity> | undefined

  constructor(
    database: Database,
    entity: EntityDefinition<Entity, Id> | Type<Entity>,
    { fetch = [] }: KyselyRepositoryOptions = {},
  ) {
    this.database = database
    this.entity = entityOf(entity)
    this.#table = new EntityTable(database, this.entity)
    if (fetch.length > 0) this.#relations = new RelationLoader(database, this.entity, fetch)
  }

  async insert(entity: Entity): Promise<Entity> {
    const { key } = this.entity
    const stored = this.#withVersion(entity, 1)
    const record = recordOf(stored)
    if (key.generated) record[key.name] = generateKey(key.type) ?? null
    else if (record[key.name] === null)
      throw new TypeError(`A ${this.entity.name} cannot be stored without its ${key.name}`)
    const { rows, insertId } = await this.#run(this.#table.insert, this.#table.write(stored))
    if (record[key.name] === null)
      record[key.name] = this.entity.keyOf(this.#table.read(rows[0] ?? { [key.name]: insertId }))
    return this.#complete(stored)
  }

  async save(entity: Entity, { expectedVersion, mustExist = false }: SaveOptions = {}): Promise<Entity> {
    const id = this.entity.keyOf(entity)
    const expected = this.entity.version === undefined ? undefined : expectedVersion
    const updated = id === undefined ? undefined : await this.#update(entity, expected)
    if (updated !== undefined) return this.#complete(updated)
    const exists = id !== undefined && (await this.exists(id))
    if (mustExist && !exists) throw new EntityNotFoundException(`There is no such ${this.entity.name}`)
    if (expected !== undefined) throw this.#changed()
    // A driver may count only rows that became different.
    return exists ? this.#complete(this.#copy(entity)) : this.insert(entity)
  }

  async findOne(id: Id, { lock = false }: { readonly lock?: boolean } = {}): Promise<Entity | undefined> {
    const [row] = await this.#rowsOf(lock ? this.#table.lockOne : this.#table.findOne, id)
    return row && this.#complete(this.#table.read(row))
  }

  /** The entities whose fields have these values, in key order. */
  async findBy(values: Partial<Entity>): Promise<readonly Entity[]> {
    // No entity has a text with NUL, and some databases refuse to look for one.
    if (Object.values(values).some((value) => typeof value === 'string' && value.includes('\0'))) return []
    const query = Object.entries(values).reduce(
      (selecting, [name, value]) =>
        value === null
          ? selecting.where(this.#table.columnOf(name), 'is', null)
          : selecting.where(this.#table.comparable(name), '=', this.#table.toColumn(name, value)),
      this.#table.order(this.#table.select(), undefined),
    )
    return this.#read(await executeOnce(this.database, query))
  }

  /** The first entity whose fields have these values. */
  async findOneBy(values: Partial<Entity>): Promise<Entity | undefined> {
    const [first] = await this.findBy(values)
    return first
  }

  async exists(id: Id): Promise<boolean> {
    return (await this.#rowsOf(this.#table.exists, id)).length > 0
  }

  async findAll(selection: Selection<Id> = {}): Promise<readonly Entity[]> {
    if (selection.ids !== undefined) return this.#findByIds(Array.from(new Set(selection.ids)))
    const { offset = 0, limit = Number.MAX_SAFE_INTEGER, sort } = selection
    return this.#read(await this.#run(this.#table.list(sort), { offset, limit }))
  }

  async count(): Promise<number> {
    const { rows } = await this.#run(this.#table.count)
    return Number(rows[0]?.['count'])
  }

  async delete(id: Id, { expectedVersion }: VersionOptions = {}): Promise<boolean> {
    const isAnyVersion = this.entity.version === undefined || expectedVersion === undefined
    const query = isAnyVersion ? this.#table.delete : this.#table.deleteVersion
    const { affected } = await this.#run(query, { ...this.#keyParameter(id), expectedVersion })
    if (affected === 0 && !isAnyVersion && (await this.exists(id))) throw this.#changed()
    return affected > 0
  }

  async deleteAll(): Promise<void> {
    await this.#run(this.#table.deleteAll)
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.database.transaction(work)
  }

  /** `undefined` when there was no such row, or not in the expected version. */
  async #update(entity: Entity, expectedVersion: number | undefined): Promise<Entity | undefined> {
    const parameters = { ...this.#table.write(entity), expectedVersion }
    if (expectedVersion !== undefined) {
      const { affected } = await this.#run(this.#table.updateVersion, parameters)
      return affected > 0 ? this.#withVersion(entity, expectedVersion + 1) : undefined
    }
    if (this.entity.version === undefined || this.database.family !== 'mysql') {
      const { affected, rows } = await this.#run(this.#table.update, parameters)
      return affected > 0 ? this.#withVersion(entity, Number(rows[0]?.['version'])) : undefined
    }
    return this.transaction(async () => {
      const { affected } = await this.#run(this.#table.update, parameters)
      const { rows } = await this.#run(this.#table.findOne, parameters)
      return affected > 0 && rows[0] !== undefined ? this.#table.read(rows[0]) : undefined
    })
  }

  async #findByIds(ids: readonly Id[]): Promise<readonly Entity[]> {
    const { key } = this.entity
    const found = new Map<Id | undefined, Entity>()
    for (let start = 0; start < ids.length; start += MAX_VALUES_PER_QUERY) {
      const columns = ids
        .slice(start, start + MAX_VALUES_PER_QUERY)
        .map((id) => this.#table.toColumn(key.name, id))
      const entities = await this.#read(
        await executeOnce(this.database, this.#table.select().where(key.column, 'in', columns)),
      )
      for (const entity of entities) found.set(this.entity.keyOf(entity), entity)
    }
    return ids.map((id) => found.get(id)).filter((entity) => entity !== undefined)
  }

  /** A key that the column cannot hold is the key of no row. */
  async #rowsOf(query: PreparedQuery, id: Id): Promise<Outcome['rows']> {
    try {
      return (await this.#run(query, this.#keyParameter(id))).rows
    } catch (error) {
      if (error instanceof ValidationException) return []
      throw error
    }
  }

  async #run(query: PreparedQuery, parameters?: Readonly<Record<string, unknown>>): Promise<Outcome> {
    return query.execute(this.database, parameters)
  }

  #keyParameter(id: Id): Record<string, unknown> {
    const { name } = this.entity.key
    return { [name]: this.#table.toColumn(name, id) }
  }

  async #read({ rows }: Outcome): Promise<readonly Entity[]> {
    const entities = rows.map((row) => this.#table.read(row))
    return this.#relations === undefined ? entities : this.#relations.load(entities)
  }

  async #complete(entity: Entity): Promise<Entity> {
    await this.#relations?.load([entity])
    return entity
  }

  #withVersion(entity: Entity, value: number): Entity {
    const copy = this.#copy(entity)
    if (this.entity.version !== undefined) recordOf(copy)[this.entity.version] = value
    return copy
  }

  #copy(entity: Entity): Entity {
    return this.entity.create(recordOf(entity))
  }

  #changed(): OptimisticLockException {
    return new OptimisticLockException(`The ${this.entity.name} was changed in the meantime`)
  }
}

import type { Database } from '../database/database.js'
import type { TransactionOptions } from '../database/transaction-options.js'
import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { entityOf } from '../entity/entity-of.js'
import { recordOf } from '../entity/record-of.js'
import { NotImplementedException } from '../exceptions/rest-exceptions.js'
import { comparisonsOf } from '../repository/condition.js'
import type { IdempotentRequest } from '../repository/idempotent-request.js'
import { KyselyRepository } from '../repository/sql/kysely-repository.js'
import type {
  CountedSlice,
  Filtered,
  FindOptions,
  NumberedSlice,
  PagingAndSortingRepository,
  SaveOptions,
  Scoped,
  Selection,
  VersionOptions,
} from '../repository/paging-and-sorting-repository.js'
import { askRelated, type RelatedRepositories } from '../repository/related-repositories.js'
import { RelationLoader } from '../repository/relation-loader.js'
import { sortKeys } from '../repository/sort-order.js'
import { type DocumentRow, DocumentTable } from './document-table.js'
import { fromDocument, toDocument } from './document-values.js'

/** Options of `DocumentRepository`. */
export interface DocumentRepositoryOptions {
  /**
   * Fields that lists filter and sort by, beside those that the entity declares with `index`: each is a column with an index.
   * All others are in the document.
   */
  readonly indexes?: readonly string[]
  readonly relations?: RelatedRepositories
}

/**
 * Keeps entities as JSON documents in SQLite, PostgreSQL, MariaDB or MySQL: a new field needs no migration, and nested
 * models stay together. By a field that has no index nothing is found or sorted.
 *
 * ```ts
 * const placeRepository = new DocumentRepository(database, Place, { indexes: ['city'] })
 * await placeRepository.createTable()
 * ```
 */
export class DocumentRepository<Entity extends object, Id> implements PagingAndSortingRepository<Entity, Id> {
  readonly entity: EntityDefinition<Entity, Id>
  readonly #database: Database
  readonly #table: DocumentTable
  readonly #rows: KyselyRepository<DocumentRow, Id>
  readonly #relations: RelationLoader<Entity>

  /** @throws ConfigurationException for an index on what is no field. */
  constructor(
    database: Database,
    entity: EntityDefinition<Entity, Id> | Type<Entity>,
    { indexes = [], relations = {} }: DocumentRepositoryOptions = {},
  ) {
    this.entity = entityOf(entity)
    this.#database = database
    this.#table = new DocumentTable(this.entity, indexes)
    this.#rows = new KyselyRepository(database, this.#table.stored as EntityDefinition<DocumentRow, Id>)
    this.#relations = new RelationLoader(this.entity, askRelated(this, relations))
  }

  /** Creates the table and the indexes that do not exist yet, as `createTables` does for other entities. */
  async createTable(): Promise<void> {
    await this.#table.create(this.#database)
  }

  async insert(entity: Entity): Promise<Entity> {
    return this.#read(await this.#rows.insert(this.#write(entity)))
  }

  async save(entity: Entity, options?: SaveOptions): Promise<Entity> {
    return this.#read(await this.#rows.save(this.#write(entity), options))
  }

  async findOne(id: Id, { include = [], ...options }: FindOptions = {}): Promise<Entity | undefined> {
    this.#check(options)
    const row = await this.#rows.findOne(id, options)
    if (row === undefined) return undefined
    const [found] = await this.#relations.load([this.#read(row)], include, options.scope)
    return found
  }

  async exists(id: Id, options: Filtered = {}): Promise<boolean> {
    this.#check(options)
    return this.#rows.exists(id, options)
  }

  async findAll({ include, ...selection }: Selection<Id> = {}): Promise<readonly Entity[]> {
    this.#checkSelection(selection)
    return this.#load(await this.#rows.findAll(selection), { include, ...selection })
  }

  async findCounted({ include, ...selection }: NumberedSlice): Promise<CountedSlice<Entity>> {
    this.#checkSelection(selection)
    const { found, count } = await this.#rows.findCounted(selection)
    return { found: await this.#load(found, { include, ...selection }), count }
  }

  async count(options: Filtered = {}): Promise<number> {
    this.#check(options)
    return this.#rows.count(options)
  }

  async delete(id: Id, options?: VersionOptions): Promise<boolean> {
    return this.#rows.delete(id, options)
  }

  async deleteAll(options: Filtered = {}): Promise<void> {
    this.#check(options)
    await this.#rows.deleteAll(options)
  }

  async ping(): Promise<void> {
    await this.#rows.ping()
  }

  async transaction<Result>(work: () => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return this.#rows.transaction(work, options)
  }

  async once(
    request: IdempotentRequest,
    create: () => Promise<Entity>,
    options: Scoped = {},
  ): Promise<Entity> {
    this.#check(options)
    return this.#read(await this.#rows.once(request, async () => this.#write(await create()), options))
  }

  #write(entity: Entity): DocumentRow {
    const record = recordOf(entity)
    const { stored, inside, document } = this.#table
    return stored.create({ ...record, [document]: toDocument(inside, record) })
  }

  #read(row: DocumentRow): Entity {
    const { inside, document } = this.#table
    return this.entity.create({ ...row, ...fromDocument(inside, row[document]) })
  }

  async #load(
    rows: readonly DocumentRow[],
    { include = [], scope }: Selection<Id>,
  ): Promise<readonly Entity[]> {
    return this.#relations.load(
      rows.map((row) => this.#read(row)),
      include,
      scope,
    )
  }

  #checkSelection(selection: Selection<Id>): void {
    this.#check(selection)
    if (selection.ids !== undefined) return
    for (const { property } of sortKeys(this.entity, selection.sort)) this.#checkColumn(property)
  }

  /** @throws NotImplementedException for a question that only the documents could answer, one by one. */
  #check({ where, scope }: Filtered): void {
    for (const conditions of [where, scope])
      for (const { property } of comparisonsOf(this.entity, conditions)) this.#checkColumn(property)
  }

  #checkColumn(property: string): void {
    if (this.#table.inside.some(({ name }) => name === property))
      throw new NotImplementedException(
        `${this.entity.name}.${property} is in the document; to find or sort by it, give it an index`,
      )
  }
}

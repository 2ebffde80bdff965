import type { Database } from '../database/database.js'
import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { entityOf } from '../entity/entity-of.js'
import { askRelated, type RelatedRepositories } from '../repository/related-repositories.js'
import { createTables } from '../repository/sql/create-tables.js'
import { TableRepository } from '../repository/sql/table-repository.js'
import { DocumentTable } from './document-table.js'

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
export class DocumentRepository<Entity extends object, Id> extends TableRepository<Entity, Id> {
  readonly #stored: EntityDefinition

  /** @throws ConfigurationException for an index on what is no field. */
  constructor(
    database: Database,
    entity: EntityDefinition<Entity, Id> | Type<Entity>,
    { indexes = [], relations = {} }: DocumentRepositoryOptions = {},
  ) {
    const definition = entityOf(entity)
    const table = new DocumentTable(database, definition, indexes)
    super(database, definition, { table, relatedTo: (self) => askRelated(self, relations) })
    this.#stored = table.stored
  }

  /** Creates the table and the indexes that do not exist yet, as `createTables` does for other entities. */
  async createTable(): Promise<void> {
    await createTables(this.database, [this.#stored])
  }
}

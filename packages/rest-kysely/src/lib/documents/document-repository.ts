import { checkOptions } from '@mvc-router/router-core/tools'
import type { Database } from '../database/database.js'
import {
  askRelated,
  type EntityDefinition,
  entityOf,
  type RelatedRepositories,
  type Type,
} from '@mvc-router/rest/store'
import { createTables } from '../tables/create-tables.js'
import { TableRepository } from '../tables/table-repository.js'
import { DocumentTable } from './document-table.js'

/** Options of `DocumentRepository`. */
export interface DocumentRepositoryOptions {
  /**
   * Lists can filter and sort by these fields, and by the fields that the entity declares with `index`. Each gets a column
   * with an index.
   */
  readonly indexes?: readonly string[]
  readonly relations?: RelatedRepositories
}

/**
 * Keeps entities as JSON documents in SQLite, PostgreSQL, MariaDB or MySQL. A new field needs no migration, and nested
 * models stay together. Lists cannot filter or sort by a field that is only in the document.
 *
 * ```ts
 * const placeRepository = new DocumentRepository(database, Place, { indexes: ['city'] })
 * await placeRepository.createTable()
 * ```
 */
export class DocumentRepository<Entity extends object, Id> extends TableRepository<Entity, Id> {
  readonly #stored: EntityDefinition

  /** @throws ConfigurationException for an option that does not exist, or an index on an unknown field */
  constructor(
    database: Database,
    entity: EntityDefinition<Entity, Id> | Type<Entity>,
    options: DocumentRepositoryOptions = {},
  ) {
    checkOptions('DocumentRepository', options, { indexes: true, relations: true })
    const { indexes = [], relations = {} } = options
    const definition = entityOf(entity)
    const table = new DocumentTable(database, definition, indexes)
    super(database, definition, { table, relatedTo: (self) => askRelated(self, relations) })
    this.#stored = table.stored
  }

  /** Creates the table and the indexes that do not exist yet. `createTables` does the same for other entities. */
  async createTable(): Promise<void> {
    await createTables(this.database, [this.#stored])
  }
}

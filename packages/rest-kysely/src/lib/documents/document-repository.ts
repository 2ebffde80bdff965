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
  /** Lists can filter and sort by these fields, and by fields with the option `index`, `unique` or `references`. */
  readonly indexes?: readonly string[]
  readonly relations?: RelatedRepositories
}

/**
 * Keeps entities as JSON documents in SQLite, PostgreSQL, MariaDB or MySQL. A new field needs no migration. Lists can
 * only filter and sort by fields with a column.
 *
 * ```ts
 * const placeRepository = new DocumentRepository(database, Place, { indexes: ['city'] })
 * await placeRepository.createTable()
 * ```
 */
export class DocumentRepository<Entity extends object, Id> extends TableRepository<Entity, Id> {
  readonly #stored: EntityDefinition

  /** @throws ConfigurationException for an unknown option, or an index on an unknown field */
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

  /** Creates the missing table and indexes. `createTables` does the same for entities with columns. */
  async createTable(): Promise<void> {
    await createTables(this.database, [this.#stored])
  }
}

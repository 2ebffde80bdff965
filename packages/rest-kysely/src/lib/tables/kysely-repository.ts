import { checkOptions } from '@mvc-router/router-core/tools'
import type { Database } from '../database/database.js'
import { type EntityDefinition, entityOf, type Type } from '@mvc-router/rest/store'
import { EntityTable } from './entity-table.js'
import { relatedRows, TableRepository } from './table-repository.js'

/** Options of `KyselyRepository`. */
export interface KyselyRepositoryOptions {
  /** The relations to load with every entity. Each relation needs one more query. */
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
export class KyselyRepository<Entity extends object, Id> extends TableRepository<Entity, Id> {
  /** @throws ConfigurationException for an unknown option or relation */
  constructor(
    database: Database,
    entity: EntityDefinition<Entity, Id> | Type<Entity>,
    options: KyselyRepositoryOptions = {},
  ) {
    checkOptions('KyselyRepository', options, { fetch: true })
    const { fetch = [] } = options
    const definition = entityOf(entity)
    const table = new EntityTable(database, definition)
    super(database, definition, { table, relatedTo: () => relatedRows(database), fetch })
  }
}

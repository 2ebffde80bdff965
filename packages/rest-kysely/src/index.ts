export type { DatabaseTimeouts } from './lib/database/database-timeouts.js'
export type { TransactionOptions } from '@mvc-router/rest/store'
export { Database, type AnyKysely } from './lib/database/database.js'
export type { ExecuteOptions } from './lib/database/guarded-connection.js'
export type { ConnectionSource, BorrowedConnection } from './lib/database/sources/connection-source.js'
export type { DatabaseFamily, Tables } from './lib/database/database-family.js'
export { openDatabase, type OpenDatabaseOptions } from './lib/database/open-database.js'
export { KyselyRepository, type KyselyRepositoryOptions } from './lib/tables/kysely-repository.js'
export { createTables, dropTables } from './lib/tables/create-tables.js'
export {
  libsqlDatabase,
  type LibsqlDatabase,
  type LibsqlStatement,
} from './lib/database/sources/libsql-database.js'
export {
  nodeSqliteDatabase,
  type NodeSqliteDatabase,
  type NodeSqliteStatement,
} from './lib/database/sources/node-sqlite-database.js'
export type {
  SqliteChanges,
  SqliteDatabase,
  SqliteStatement,
} from './lib/database/sources/sqlite-database.js'
export { DocumentRepository, type DocumentRepositoryOptions } from './lib/documents/document-repository.js'

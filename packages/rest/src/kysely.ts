export { Database, type AnyKysely, type DatabaseFamily, type Tables } from './lib/repository/database.js'
export { openDatabase, type OpenDatabaseOptions } from './lib/repository/open-database.js'
export { KyselyRepository, type KyselyRepositoryOptions } from './lib/repository/kysely-repository.js'
export { createTables, dropTables } from './lib/repository/create-tables.js'
export {
  libsqlDatabase,
  type LibsqlDatabase,
  type LibsqlStatement,
} from './lib/repository/libsql-database.js'

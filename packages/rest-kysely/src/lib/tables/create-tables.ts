import { ConfigurationException } from '@mvc-router/router-core'
import { sql, type CreateTableBuilder } from 'kysely'
import {
  databaseException,
  type EntityDefinition,
  type FieldType,
  IdempotencyKey,
  isCountedKey,
} from '@mvc-router/rest/store'
import { createIndexes, nameOfConstraint } from './create-indexes.js'
import { tableDifferences } from './table-differences.js'
import type { Database } from '../database/database.js'
import type { DatabaseFamily } from '../database/database-family.js'

type Creation = CreateTableBuilder<string, string>

/** The length of keys, and of unique or referring texts without a `maxLength`. An index of MySQL allows this length. */
const indexedLength = 255

/**
 * Creates the missing tables of entities, for tests, tools and first versions. List an entity before the entities that
 * refer to it. An existing table gets only its missing indexes; change it with migrations. Texts get a binary
 * collation, so that every database compares them exactly. The table `idempotency_keys` for repeated requests is
 * created too.
 *
 * @throws ConfigurationException that lists the differences, if an existing table cannot hold its entity.
 */
export async function createTables(database: Database, entities: readonly EntityDefinition[]): Promise<void> {
  try {
    const types = columnTypes(database.family, await exactCollation(database))
    const all = [...entities, IdempotencyKey]
    for (const entity of all) {
      const creation = creationOf(database, entity, types)
      // In PostgreSQL, two processes may create the table at the same time. Then one process fails, and tries again.
      await creation.execute().catch(async () => creation.execute())
    }
    for (const entity of all) {
      refuseDifferences(entity, await tableDifferences(database, entity))
      await createIndexes(database, entity)
    }
  } catch (error) {
    throw databaseException(error)
  }
}

function refuseDifferences({ name, table }: EntityDefinition, differences: readonly string[]): void {
  if (differences.length === 0) return
  throw new ConfigurationException(
    'createTables',
    `The table ${table} does not fit ${name}: ${differences.join('; ')}. Change the table with a migration`,
  )
}

/** Drops the tables of entities if they exist. List an entity after the entities that refer to it. */
export async function dropTables(database: Database, entities: readonly EntityDefinition[]): Promise<void> {
  try {
    for (const { table } of entities) await database.kysely.schema.dropTable(table).ifExists().execute()
  } catch (error) {
    throw databaseException(error)
  }
}

function creationOf(
  { kysely, family }: Database,
  { table, key, fields }: EntityDefinition,
  types: ColumnTypes,
): Creation {
  const creation: Creation = kysely.schema
    .createTable(table)
    .ifNotExists()
    .addColumn(key.column, sql.raw(columnType(types, key.type, indexedLength)), (column) => {
      const primary = column.notNull().primaryKey()
      if (!isCountedKey(key)) return primary
      return family === 'postgres' ? primary.generatedByDefaultAsIdentity() : primary.autoIncrement()
    })
  return fields.reduce((created, field) => {
    const { column, type, maxLength, nullable, unique } = field
    const other = field.references?.()
    const length = maxLength ?? (unique || other !== undefined ? indexedLength : undefined)
    const added = created.addColumn(column, sql.raw(columnType(types, type, length)), (builder) => {
      const bounded = nullable ? builder : builder.notNull()
      return unique ? bounded.unique() : bounded
    })
    if (other === undefined) return added
    const name = nameOfConstraint('fk', table, column)
    return added.addForeignKeyConstraint(name, [column], other.table, [other.key.column])
  }, creation)
}

/** The type of a text depends on its length. */
type ColumnTypes = Readonly<Record<Exclude<FieldType, 'string'>, string>> & {
  string(length: number | undefined): string
}

function columnType(types: ColumnTypes, type: FieldType, length: number | undefined): string {
  return type === 'string' ? types.string(length) : types[type]
}

function columnTypes(family: DatabaseFamily, collation: string): ColumnTypes {
  switch (family) {
    case 'sqlite':
      return {
        string: () => 'text',
        integer: 'integer',
        bigint: 'integer',
        uuid: 'text',
        objectId: 'text',
        number: 'real',
        // Millionths, because SQLite would store decimals as floating-point numbers.
        decimal: 'integer',
        bytes: 'blob',
        boolean: 'integer',
        date: 'text',
        datetime: 'text',
        json: 'text',
      }
    case 'postgres':
      return {
        string: (length) => `${length === undefined ? 'text' : `varchar(${length})`} collate ${collation}`,
        integer: 'bigint',
        bigint: 'bigint',
        uuid: 'uuid',
        objectId: `varchar(24) collate ${collation}`,
        number: 'double precision',
        decimal: 'numeric(18, 6)',
        bytes: 'bytea',
        boolean: 'boolean',
        date: 'date',
        datetime: 'timestamptz(3)',
        // `jsonb` would reorder names, and refuse the escape `\u0000`.
        json: 'json',
      }
    case 'mysql':
      return {
        string: (length) =>
          `${length === undefined ? 'longtext' : `varchar(${length})`} character set utf8mb4 collate ${collation}`,
        integer: 'bigint',
        bigint: 'bigint',
        uuid: 'char(36) character set ascii',
        objectId: 'char(24) character set ascii',
        number: 'double',
        decimal: 'decimal(18, 6)',
        bytes: 'longblob',
        boolean: 'boolean',
        date: 'date',
        datetime: 'datetime(3)',
        json: jsonType(collation),
      }
  }
}

const mariadbCollation = 'utf8mb4_nopad_bin'

/** MariaDB's `json` is a text with a check, which refuses more than 32 levels. So MariaDB gets `longtext`. */
function jsonType(collation: string): string {
  return collation === mariadbCollation ? `longtext character set utf8mb4 collate ${collation}` : 'json'
}

/** Finds a collation that distinguishes all texts, even by trailing spaces, and sorts by code point. */
async function exactCollation({ family, kysely }: Database): Promise<string> {
  if (family === 'sqlite') return 'binary'
  if (family === 'postgres') return '"C"'
  const { rows } = await sql<{ readonly version: string }>`select version() as version`.execute(kysely)
  return rows[0]?.version.includes('MariaDB') ? mariadbCollation : 'utf8mb4_0900_bin'
}

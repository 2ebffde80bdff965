import { ConfigurationException } from '@mvc-router/router-core'
import { sql, type CreateTableBuilder, type RawBuilder } from 'kysely'
import type {
  EntityDefinition,
  FieldDefinition,
  FieldType,
  KeyDefinition,
} from '../../entity/entity-definition.js'
import { isCountedKey } from '../../entity/key-text.js'
import { createIndexes, maxNameLength } from './create-indexes.js'
import { IdempotencyKey } from '../idempotency-keys.js'
import { tableDifferences } from './table-differences.js'
import { databaseException } from '../../database/database-errors.js'
import type { Database } from '../../database/database.js'
import type { DatabaseFamily } from '../../database/database-family.js'

type Creation = CreateTableBuilder<string, string>

/** Of texts that are keys, unique or refer to a key: MySQL's index has room for this many. */
const indexedLength = 255

/**
 * Creates the tables of entities that do not exist yet; those that others refer to come first. For tests, tools and
 * beginnings: a table that exists stays as it is, its changes are for migrations; only indexes that are missing are made.
 * Texts get a binary collation, so that keys and unique values are compared exactly in every database. The table `idempotency_keys` is for requests that
 * are sent again.
 *
 * @throws ConfigurationException that says what differs, when an entity cannot be kept in a table that exists.
 */
export async function createTables(database: Database, entities: readonly EntityDefinition[]): Promise<void> {
  try {
    const types = columnTypes(database.family, await exactCollation(database))
    const all = [...entities, IdempotencyKey]
    for (const entity of all) {
      const creation = creationOf(database, entity, types)
      // Two processes that create it at the same time may both find none, in PostgreSQL.
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
    `The table ${table} is not that of ${name}: ${differences.join('; ')}. Change it with a migration`,
  )
}

/** Drops the tables of entities, where they exist; those that refer to others come first. */
export async function dropTables(database: Database, entities: readonly EntityDefinition[]): Promise<void> {
  try {
    for (const { table } of entities) await database.kysely.schema.dropTable(table).ifExists().execute()
  } catch (error) {
    throw databaseException(error)
  }
}

function creationOf(
  database: Database,
  { table, key, fields }: EntityDefinition,
  types: ColumnTypes,
): Creation {
  const { kysely, family } = database
  let creation: Creation = addKey(kysely.schema.createTable(table).ifNotExists(), key, family, types)
  for (const field of fields) {
    const other = field.references?.()
    creation = creation.addColumn(field.column, fieldType(field, other, types), (column) => {
      const bounded = field.nullable ? column : column.notNull()
      return field.unique ? bounded.unique() : bounded
    })
    if (other === undefined) continue
    const name = `fk_${table}_${field.column}`.slice(0, maxNameLength)
    creation = creation.addForeignKeyConstraint(name, [field.column], other.table, [other.key.column])
  }
  return creation
}

function addKey(
  creation: Creation,
  key: KeyDefinition,
  family: DatabaseFamily,
  types: ColumnTypes,
): Creation {
  const { column, type } = key
  return creation.addColumn(
    column,
    type === 'string' ? types.text(indexedLength) : types[type],
    (builder) => {
      const primary = builder.notNull().primaryKey()
      if (!isCountedKey(key)) return primary
      return family === 'postgres' ? primary.generatedByDefaultAsIdentity() : primary.autoIncrement()
    },
  )
}

function fieldType(
  field: FieldDefinition,
  other: EntityDefinition | undefined,
  types: ColumnTypes,
): RawBuilder<unknown> {
  if (field.type !== 'string') return types[field.type]
  return types.text(field.maxLength ?? (field.unique || other !== undefined ? indexedLength : undefined))
}

type ColumnTypes = Readonly<Record<Exclude<FieldType, 'string'>, RawBuilder<unknown>>> & {
  text(length: number | undefined): RawBuilder<unknown>
}

function columnTypes(family: DatabaseFamily, collation: string): ColumnTypes {
  switch (family) {
    case 'sqlite':
      return {
        text: () => sql.raw('text'),
        integer: sql.raw('integer'),
        bigint: sql.raw('integer'),
        uuid: sql.raw('text'),
        objectId: sql.raw('text'),
        number: sql.raw('real'),
        // In millionths: its own decimals would be floating.
        decimal: sql.raw('integer'),
        bytes: sql.raw('blob'),
        boolean: sql.raw('integer'),
        date: sql.raw('text'),
        datetime: sql.raw('text'),
        json: sql.raw('text'),
      }
    case 'postgres':
      return {
        text: (length) =>
          sql.raw(`${length === undefined ? 'text' : `varchar(${length})`} collate ${collation}`),
        integer: sql.raw('bigint'),
        bigint: sql.raw('bigint'),
        uuid: sql.raw('uuid'),
        objectId: sql.raw(`varchar(24) collate ${collation}`),
        number: sql.raw('double precision'),
        decimal: sql.raw('numeric(18, 6)'),
        bytes: sql.raw('bytea'),
        boolean: sql.raw('boolean'),
        date: sql.raw('date'),
        datetime: sql.raw('timestamptz(3)'),
        // `jsonb` would sort the names in it, and refuse escapes that JSON has.
        json: sql.raw('json'),
      }
    case 'mysql':
      return {
        text: (length) =>
          sql.raw(
            `${length === undefined ? 'longtext' : `varchar(${length})`} character set utf8mb4 collate ${collation}`,
          ),
        integer: sql.raw('bigint'),
        bigint: sql.raw('bigint'),
        uuid: sql.raw('char(36) character set ascii'),
        objectId: sql.raw('char(24) character set ascii'),
        number: sql.raw('double'),
        decimal: sql.raw('decimal(18, 6)'),
        bytes: sql.raw('longblob'),
        boolean: sql.raw('boolean'),
        date: sql.raw('date'),
        datetime: sql.raw('datetime(3)'),
        json: sql.raw(jsonType(collation)),
      }
  }
}

const mariadbCollation = 'utf8mb4_nopad_bin'

/** MariaDB's `json` is a text that it checks, and it refuses more than 32 levels. */
function jsonType(collation: string): string {
  return collation === mariadbCollation ? `longtext character set utf8mb4 collate ${collation}` : 'json'
}

/** A collation that tells all texts apart, trailing blanks included, and sorts by characters. */
async function exactCollation({ family, kysely }: Database): Promise<string> {
  if (family === 'sqlite') return 'binary'
  if (family === 'postgres') return '"C"'
  const { rows } = await sql<{ readonly version: string }>`select version() as version`.execute(kysely)
  return rows[0]?.version.includes('MariaDB') ? mariadbCollation : 'utf8mb4_0900_bin'
}

import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/database.js'
import type { DatabaseFamily } from '../database/database-family.js'
import type { EntityDefinition, FieldDefinition } from '@mvc-router/rest/store'

/** PostgreSQL's limit. All other databases allow longer names. */
const maxNameLength = 63

/**
 * Names an index or a foreign key: `ix_1a2b3c4d_book_name`. In SQLite and PostgreSQL, an index and a table must not
 * have the same name, so the name has a prefix. The hash distinguishes the index on `tag_name` of `book` from the index
 * on `name` of `book_tag`.
 */
export function nameOfConstraint(kind: 'ix' | 'fk', table: string, column: string): string {
  const own = createHash('sha256')
    .update(JSON.stringify([table, column]))
    .digest('hex')
    .slice(0, 8)
  return `${kind}_${own}_${table}_${column}`.slice(0, maxNameLength)
}

/** The number of characters of a long text that MySQL indexes. */
const prefix = '191'

/**
 * Creates the missing indexes of references and of fields with `index: true`. Each index has the order of a list by
 * cursor: the field, nulls first, and then the key. An existing index that begins with the column is enough.
 */
export async function createIndexes(database: Database, entity: EntityDefinition): Promise<void> {
  for (const field of entity.fields) {
    if (!field.indexed && field.references === undefined) continue
    // Two processes may create the index at the same time. Then one process fails, and tries again.
    await createIndex(database, entity, field).catch(async () => createIndex(database, entity, field))
  }
}

async function createIndex(
  { kysely, family }: Database,
  { table, key }: EntityDefinition,
  field: FieldDefinition,
): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`${leading[family](table)}`.execute(kysely)
  if (rows.some(({ name }) => name === field.column)) return
  const name = sql.ref(nameOfConstraint('ix', table, field.column))
  const columns = sql`${indexed(field, family)}, ${sql.ref(key.column)}`
  await sql`create index ${name} on ${sql.table(table)} (${columns})`.execute(kysely)
}

function indexed(
  { column, type, maxLength, nullable }: FieldDefinition,
  family: DatabaseFamily,
): RawBuilder<unknown> {
  if (family === 'mysql' && type === 'string' && maxLength === undefined)
    return sql`${sql.ref(column)}(${sql.raw(prefix)})`
  return family === 'postgres' && nullable ? sql`${sql.ref(column)} nulls first` : sql`${sql.ref(column)}`
}

/** Selects the first column of each index of a table. */
const leading: Readonly<Record<DatabaseFamily, (table: string) => RawBuilder<unknown>>> = {
  sqlite: (table) => sql`
    select info.name as name from pragma_index_list(${table}) list, pragma_index_info(list.name) info
    where info.seqno = 0 and list.partial = 0`,
  postgres: (table) => sql`
    select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid = to_regclass(quote_ident(${table})) and indpred is null`,
  mysql: (table) => sql`
    select column_name as name from information_schema.statistics
    where table_schema = database() and table_name = ${table} and seq_in_index = 1`,
}

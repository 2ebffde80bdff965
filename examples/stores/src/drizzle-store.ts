import type { EntityDefinition, FieldType, RowQuestion, RowStore } from '@mvc-router/rest'
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as pg from 'drizzle-orm/pg-core'

const bytes = pg.customType<{ data: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (data) => Buffer.from(data),
})
const columns: Readonly<Record<FieldType, (name: string) => pg.PgColumnBuilderBase>> = {
  string: pg.text,
  integer: (name) => pg.bigint(name, { mode: 'number' }),
  bigint: (name) => pg.bigint(name, { mode: 'bigint' }),
  number: pg.doublePrecision,
  decimal: pg.numeric,
  boolean: pg.boolean,
  date: (name) => pg.date(name, { mode: 'string' }),
  datetime: (name) => pg.timestamp(name, { withTimezone: true, precision: 3 }),
  uuid: pg.uuid,
  objectId: pg.text,
  json: pg.json,
  bytes,
}

type SortedBy = RowQuestion['order'][number]

/** The rows of an entity in PostgreSQL, through Drizzle. */
export function drizzleStore(
  db: NodePgDatabase,
  { table: name, key, fields }: EntityDefinition,
): RowStore<NodePgDatabase> {
  const table = pg.pgTable(
    name,
    Object.fromEntries([key, ...fields].map((one) => [one.name, columns[one.type](one.column)])),
  )
  const column = (property: string): pg.PgColumn => Reflect.get(table, property)
  const ordered = ({ property, direction }: SortedBy): SQL =>
    sql`${column(property)} ${sql.raw(direction === 'asc' ? 'asc nulls first' : 'desc nulls last')}`
  return {
    begin: async (outer, work) => (outer ?? db).transaction(work),
    insert: async (on = db, row) =>
      (
        await on
          .insert(table)
          .values(row)
          .returning({ id: column(key.name) })
      )[0]?.id,
    update: async (on = db, id, row) =>
      void (await on
        .update(table)
        .set(row)
        .where(eq(column(key.name), id))),
    delete: async (on = db, id) =>
      void (await on.delete(table).where(id === undefined ? undefined : eq(column(key.name), id))),
    select: async (on = db, { ids, order, offset, limit, lock }) => {
      const query = on
        .select()
        .from(table)
        .where(ids && inArray(column(key.name), [...ids]))
        .orderBy(...order.map(ordered))
      const slice = limit === undefined ? query.offset(offset) : query.offset(offset).limit(limit)
      return lock ? slice.for('update') : slice
    },
    count: async (on = db) => on.$count(table),
  }
}

import type { FieldType, Store } from '@mvc-router/rest'
import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as pg from 'drizzle-orm/pg-core'
import { conditionSql, orderSql } from './drizzle-condition.js'

const bytes = pg.customType<{ data: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (data) => Buffer.from(data),
})
const types: Readonly<Record<FieldType, (name: string) => pg.PgColumnBuilderBase>> = {
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

/** The rows of entities in PostgreSQL, through Drizzle. */
export function drizzlePostgresStore(db: NodePgDatabase): Store<NodePgDatabase> {
  return {
    begin: async (outer, work, { isSerializable }) =>
      (outer ?? db).transaction(
        work,
        isSerializable && !outer ? { isolationLevel: 'serializable' } : undefined,
      ),
    rows: ({ table: name, key, fields }) => {
      const all = [key, ...fields].map((one) => [one.name, types[one.type](one.column)] as const)
      const table = pg.pgTable(name, Object.fromEntries(all))
      const column = (property: string): pg.PgColumn => Reflect.get(table, property)
      const id = column(key.name)
      return {
        insert: async (on = db, row) => (await on.insert(table).values(row).returning({ id }))[0]?.id,
        update: async (on = db, value, row) => void (await on.update(table).set(row).where(eq(id, value))),
        delete: async (on = db, where) =>
          void (await on.delete(table).where(conditionSql(where, column, 'strpos'))),
        select: async (on = db, { where, order, offset, limit, lock }) => {
          const query = on
            .select()
            .from(table)
            .where(conditionSql(where, column, 'strpos'))
            .$dynamic()
          query.orderBy(...order.map((one) => orderSql(one, column))).offset(offset)
          if (limit !== undefined) query.limit(limit)
          return lock ? query.for('update') : query
        },
        count: async (on = db, where) => on.$count(table, conditionSql(where, column, 'strpos')),
      }
    },
  }
}

import { type FieldType, formatDecimal, scaleDecimal, type Store } from '@mvc-router/rest'
import { eq } from 'drizzle-orm'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { conditionSql, orderSql } from './drizzle-condition.js'

const datetime = sqlite.customType<{ data: Date; driverData: string }>({
  dataType: () => 'text',
  toDriver: (date) => date.toISOString(),
})
/** Stores decimals as integers of millionths, because SQLite stores fractions as floating-point numbers. */
const decimal = sqlite.customType<{ data: string; driverData: bigint }>({
  dataType: () => 'integer',
  toDriver: scaleDecimal,
  fromDriver: (millionths) => formatDecimal(millionths),
})
const bigint = sqlite.customType<{ data: bigint; driverData: bigint }>({ dataType: () => 'integer' })
const bytes = sqlite.customType<{ data: Uint8Array; driverData: ArrayBuffer }>({
  dataType: () => 'blob',
  fromDriver: (buffer) => new Uint8Array(buffer),
})
const types: Readonly<Record<FieldType, (name: string) => sqlite.SQLiteColumnBuilderBase>> = {
  string: sqlite.text,
  integer: sqlite.integer,
  bigint,
  number: sqlite.real,
  decimal,
  boolean: (name) => sqlite.integer(name, { mode: 'boolean' }),
  date: sqlite.text,
  datetime,
  uuid: sqlite.text,
  objectId: sqlite.text,
  json: (name) => sqlite.text(name, { mode: 'json' }),
  bytes,
}

type Session = Parameters<Parameters<LibSQLDatabase['transaction']>[0]>[0]

/** The rows of entities in a SQLite file, through Drizzle and a client with `intMode: 'bigint'`. */
export function drizzleSqliteStore(db: LibSQLDatabase): Store<Session | LibSQLDatabase> {
  // SQLite has one writer at a time, so each transaction waits for the previous transaction.
  let last: Promise<unknown> = Promise.resolve()
  return {
    begin: async (outer, work) => {
      if (outer !== undefined) return outer.transaction(work)
      const turn = last.then(async () => db.transaction(work, { behavior: 'immediate' }))
      last = turn.catch(() => undefined)
      return turn
    },
    rows: ({ table: name, key, fields }) => {
      const all = [key, ...fields].map((one) => [one.name, types[one.type](one.column)] as const)
      const table = sqlite.sqliteTable(name, Object.fromEntries(all))
      const column = (property: string): sqlite.SQLiteColumn => Reflect.get(table, property)
      const id = column(key.name)
      return {
        insert: async (on = db, row) => (await on.insert(table).values(row).returning({ id }))[0]?.id,
        update: async (on = db, value, row) => void (await on.update(table).set(row).where(eq(id, value))),
        delete: async (on = db, where) =>
          void (await on.delete(table).where(conditionSql(where, column, 'instr'))),
        select: async (on = db, { where, order, offset, limit = -1 }) =>
          on
            .select()
            .from(table)
            .where(conditionSql(where, column, 'instr'))
            .orderBy(...order.map((one) => orderSql(one, column)))
            .limit(limit)
            .offset(offset),
        count: async (on = db, where) => on.$count(table, conditionSql(where, column, 'instr')),
      }
    },
  }
}

import { describe, expect, test } from '@jest/globals'
import { defineEntity } from '@mvc-router/rest'
import { createTables, KyselyRepository, libsqlDatabase, openDatabase } from '@mvc-router/rest-kysely'
import Libsql from 'libsql'
import { SqliteSource } from '../dist/lib/database/sources/sqlite-source.js'

const select = (value: unknown): unknown[] =>
  libsqlDatabase(new Libsql(':memory:')).prepare('select ? as value').all([value])

describe('libsql for Kysely', () => {
  test.each<[unknown, unknown]>([
    [true, 1],
    [false, 0],
    [undefined, null],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    ['é😀', 'é😀'],
    [5n, 5],
  ])('libsqlDatabase binds %p as a value that libsql can store', (value, bound) => {
    expect(select(value)).toEqual([{ value: bound }])
  })

  test.each([['a\0b'], [{}], [[]], [Symbol('a')], [() => 1]])(
    'libsqlDatabase refuses to bind %p',
    (value) => {
      expect(() => select(value)).toThrow(TypeError)
    },
  )

  test('libsqlDatabase prepares a statement once, and keeps the last 200 statements', () => {
    const prepared: string[] = []
    const native = new Libsql(':memory:')
    const database = libsqlDatabase({
      prepare: (text) => {
        prepared.push(text)
        return native.prepare(text)
      },
      exec: (text) => native.exec(text),
      close: () => native.close(),
    })
    for (let index = 0; index < 201; index++) database.prepare(`select ${index}`)
    for (const text of ['select 200', 'select 0', 'select 200'])
      expect(database.prepare(text).all([])).toHaveLength(1)
    expect(prepared).toHaveLength(202)
    database.close()
  })

  test('acquire of SqliteSource returns a promise only for the first connection', async () => {
    const timeouts = {
      connectTimeout: 1,
      acquireTimeout: 1,
      statementTimeout: 1,
      lockTimeout: 1,
      idleTimeout: 1,
    }
    const source = new SqliteSource(libsqlDatabase(new Libsql(':memory:')), ['foreign_keys = on'], timeouts)
    const first = source.acquire()
    expect(first).toBeInstanceOf(Promise)
    const borrowed = await first
    borrowed.release(false)
    const next = source.acquire()
    expect(next).toHaveProperty('connection')
    const { release } = await next
    release(false)
    await source.close()
  })
})

test.each(['1234567890123', '1.1234567', '1e5', 'x', '', String(0.1 + 0.2)])(
  'the invalid decimal "%s" is refused and not stored',
  async (price) => {
    const Sale = defineEntity({ name: 'Sale', key: { id: 'integer' }, fields: { price: 'decimal' } })
    const database = await openDatabase(':memory:')
    await createTables(database, [Sale])
    const sales = new KyselyRepository(database, Sale)
    await expect(sales.insert(Sale.create({ price }))).rejects.toMatchObject({ status: 400 })
    expect(await sales.count()).toBe(0)
    await database.close()
  },
)

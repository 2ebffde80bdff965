import { expect, test } from '@jest/globals'
import { defineEntity } from '@mvc-router/rest'
import { createTables, openDatabase } from '@mvc-router/rest-kysely'
import { freshTable } from '../../rest/test/databases.js'
import { describeTables } from '../../rest/test/stores.js'

const Note = defineEntity({
  name: 'Note',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { text: { type: 'string', maxLength: 50 } },
})
const { table } = Note

await describeTables('queries of an application', [Note], (database) => {
  const texts = async (): Promise<unknown[]> => {
    const rows = await database().kysely.selectFrom(table).select('text').orderBy('id').execute()
    return rows.map(({ text }) => text as unknown)
  }

  test('a transaction of Kysely is committed if it succeeds, and undone if it throws', async () => {
    await database()
      .kysely.transaction()
      .execute(async (inside) => inside.insertInto(table).values({ text: 'kept' }).execute())
    const undone = database()
      .kysely.transaction()
      .execute(async (inside) => {
        await inside.insertInto(table).values({ text: 'undone' }).execute()
        throw new RangeError('no')
      })
    await expect(undone).rejects.toThrow(RangeError)
    expect(await texts()).toEqual(['kept'])
    await database().kysely.deleteFrom(table).execute()
  })

  test('a transaction of Kysely in a transaction of the database is refused', async () => {
    const nested = database().transaction(async () =>
      database()
        .kysely.transaction()
        .execute(async (inside) => inside.insertInto(table).values({ text: 'nested' }).execute()),
    )
    await expect(nested).rejects.toThrow('call the method transaction of the Database')
    expect(await texts()).toEqual([])
  })

  test('a savepoint of Kysely can be undone or released', async () => {
    const begun = await database().kysely.startTransaction().execute()
    await begun.insertInto(table).values({ text: 'before' }).execute()
    const first = await begun.savepoint('first').execute()
    await first.insertInto(table).values({ text: 'undone' }).execute()
    await first.rollbackToSavepoint('first').execute()
    const second = await begun.savepoint('second').execute()
    await second.insertInto(table).values({ text: 'after' }).execute()
    await second.releaseSavepoint('second').execute()
    await begun.commit().execute()
    expect(await texts()).toEqual(['before', 'after'])
    await database().kysely.deleteFrom(table).execute()
  })

  test('a Kysely query can stream its rows, except on PostgreSQL', async () => {
    const { kysely, family } = database()
    const values = ['a', 'b', 'c'].map((text) => ({ text }))
    await kysely.insertInto(table).values(values).execute()
    const streamed: unknown[] = []
    const stream = async (): Promise<void> => {
      for await (const { text } of kysely.selectFrom(table).select('text').orderBy('id').stream())
        streamed.push(text)
    }
    if (family === 'postgres') await expect(stream()).rejects.toThrow('a Kysely instance of your own')
    else {
      await stream()
      expect(streamed).toEqual(['a', 'b', 'c'])
    }
    await kysely.deleteFrom(table).execute()
  })
})

test('Kysely introspection lists the tables of a database', async () => {
  const database = await openDatabase(':memory:')
  await createTables(database, [Note])
  const tables = await database.kysely.introspection.getTables()
  expect(tables.map(({ name }) => name)).toContain(table)
  await database.close()
})

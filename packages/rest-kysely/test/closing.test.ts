import { expect, test } from '@jest/globals'
import { defineEntity } from '@mvc-router/rest'
import { createTables, dropTables, KyselyRepository } from '@mvc-router/rest-kysely'
import { describeDatabases, freshTable } from '../../rest/test/databases.js'

await describeDatabases('close', ({ open, close }) => {
  test('a database closes after the commit of a running transaction, and refuses later statements', async () => {
    const Note = defineEntity({
      name: 'Note',
      table: freshTable(),
      key: { id: 'integer' },
      fields: { text: 'string' },
    })
    const database = await open()
    await createTables(database, [Note])
    const notes = new KyselyRepository(database, Note)
    let closing = Promise.resolve()
    const count = database.transaction(async () => {
      await notes.insert(Note.create({ text: 'before' }))
      closing = database.close()
      await notes.insert(Note.create({ text: 'after' }))
      return notes.count()
    })
    await expect(count).resolves.toBe(2)
    await closing
    await expect(notes.count()).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
    const again = await open()
    await dropTables(again, [Note])
    await again.close()
    await close()
  })
})

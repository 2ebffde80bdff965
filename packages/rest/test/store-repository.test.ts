import { expect, test } from '@jest/globals'
import { defineEntity, type RowQuestion, type Store, type StoredRow, StoreRepository } from '@mvc-router/rest'

const Note = defineEntity({
  name: 'Note',
  key: { id: 'integer' },
  fields: { text: 'string' },
  version: 'version',
})

test('rows are locked only by writes and by findOne with lock in a transaction', async () => {
  const locks: boolean[] = []
  const row: StoredRow = { id: 1, text: 'a', version: 1 }
  const store: Store<object> = {
    begin: async (_outer, work) => work({}),
    rows: () => ({
      insert: async () => 1,
      update: async () => undefined,
      delete: async () => undefined,
      select: async (_transaction, { lock }: RowQuestion) => {
        locks.push(lock)
        return [{ ...row }]
      },
      count: async () => 1,
    }),
  }
  const locksOf = async (work: () => Promise<unknown>): Promise<readonly boolean[]> => {
    locks.length = 0
    await work()
    return [...locks]
  }
  const notes = new StoreRepository(Note, store)
  expect(await locksOf(async () => notes.findAll())).toEqual([false])
  expect(await locksOf(async () => notes.findOne(1))).toEqual([false])
  expect(await locksOf(async () => notes.findOne(1, { lock: true }))).toEqual([false])
  const locked = async (): Promise<unknown> => notes.findOne(1, { lock: true })
  expect(await locksOf(async () => notes.transaction(locked))).toEqual([true])
  expect(await locksOf(async () => notes.save(Note.create({ id: 1, text: 'b' })))).toEqual([true])
  expect(await locksOf(async () => notes.delete(1))).toEqual([true])
})

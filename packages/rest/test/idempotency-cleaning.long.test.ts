import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { defineEntity, MemoryRepository, type PagingAndSortingRepository } from '@mvc-router/rest'
import { IdempotencyKey, IdempotencyKeys } from '@mvc-router/rest/store'

const day = 24 * 60 * 60 * 1000
const Book = defineEntity({ name: 'Book', key: { id: 'integer' }, fields: { title: 'string' } })
const request = new AsyncLocalStorage<string>()

class WatchedKeys extends MemoryRepository<IdempotencyKey, string> {
  readonly deleted: number[] = []
  readonly askers = new Set<string | undefined>()

  override async deleteAll(
    options: Parameters<PagingAndSortingRepository<IdempotencyKey, string>['deleteAll']>[0] = {},
  ) {
    const before = await this.count()
    await super.deleteAll(options)
    this.deleted.push(before - (await this.count()))
    this.askers.add(request.getStore())
  }
}

async function keysOf(ages: readonly number[]): Promise<WatchedKeys> {
  const keys = new WatchedKeys(IdempotencyKey)
  for (const [index, age] of ages.entries())
    await keys.insert(
      IdempotencyKey.create({ name: `key ${index}`, fingerprint: 'f', id: '1', createdAt: Date.now() - age }),
    )
  return keys
}

async function createOnce(keys: WatchedKeys): Promise<void> {
  const books = new MemoryRepository(Book)
  const once = new IdempotencyKeys(books, () => keys)
  await once.once({ key: 'new', fingerprint: 'f' }, async () => books.insert(Book.create({ title: 'Dune' })))
}

test('cleaning deletes idempotency keys older than a day in steps of 500, and keeps newer keys', async () => {
  const keys = await keysOf([...Array<number>(1200).fill(day + 1000), 0, day - 60_000])
  await createOnce(keys)
  while ((await keys.count()) > 3) await setTimeout(5)
  expect(keys.deleted).toEqual([500, 500, 200])
})

test('a request does not wait for the cleaning that it starts, and the cleaning does not see the request’s async context', async () => {
  const keys = await keysOf(Array<number>(1200).fill(day + 1000))
  await request.run('POST /books', async () => createOnce(keys))
  expect(await keys.count()).toBeGreaterThan(500)
  while ((await keys.count()) > 1) await setTimeout(5)
  expect(Array.from(keys.askers)).toEqual([undefined])
})

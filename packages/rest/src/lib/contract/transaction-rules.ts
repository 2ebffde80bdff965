import { deepStrictEqual, rejects } from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { PagingAndSortingRepository } from '../repository/paging-and-sorting-repository.js'
import type { ContractItem } from './contract-entities.js'
import { insert, type RepositoryRules } from './repository-rules.js'

/** A repository whose `transaction` is there. */
type Items = PagingAndSortingRepository<ContractItem, number>
type Transactional = Required<Pick<Items, 'transaction'>> & Items

/** What transactions do, where a repository has them. */
export const transactionRules: RepositoryRules<ContractItem, number> = new Map(
  (
    [
      [
        'a transaction that ends well has written all, and gives its result',
        async (items) => {
          const result = await items.transaction(async () => {
            await insert(items, { name: 'a' })
            await insert(items, { name: 'b' })
            return items.count()
          })
          deepStrictEqual([result, await items.count()], [2, 2])
        },
      ],
      [
        'a transaction that throws has written nothing',
        async (items) => {
          const kept = await insert(items, { name: 'kept', code: 'K' })
          const gone = await insert(items, { name: 'gone', code: 'G' })
          await rejects(
            items.transaction(async () => {
              await insert(items, { name: 'new', code: 'N' })
              await items.save(items.entity.create({ ...kept, name: 'changed', code: 'C' }))
              await items.delete(gone.id)
              await items.deleteAll()
              throw new RangeError('no')
            }),
            RangeError,
          )
          deepStrictEqual(await items.findAll(), [kept, gone])
          deepStrictEqual((await insert(items, { name: 'new', code: 'N' })).code, 'N')
          await rejects(insert(items, { name: 'again', code: 'K' }), { name: 'EntityExistsException' })
        },
      ],
      [
        'a refused write undoes the transaction that it is in',
        async (items) => {
          await insert(items, { name: 'a', code: 'A' })
          await rejects(
            items.transaction(async () => {
              await insert(items, { name: 'b', code: 'B' })
              await insert(items, { name: 'c', code: 'A' })
            }),
            { name: 'EntityExistsException' },
          )
          deepStrictEqual(await items.count(), 1)
        },
      ],
      [
        'a transaction in a transaction joins it',
        async (items) => {
          await rejects(
            items.transaction(async () => {
              await items.transaction(async () => insert(items, { name: 'a' }))
              throw new RangeError('no')
            }),
            RangeError,
          )
          deepStrictEqual(await items.count(), 0)
        },
      ],
      [
        'nobody sees a transaction before its end',
        async (items) => {
          const begun = new EventEmitter()
          const transaction = items.transaction(async () => {
            await insert(items, { name: 'a' })
            begun.emit('written')
            await setTimeout(20)
            throw new RangeError('no')
          })
          transaction.catch(() => undefined)
          await once(begun, 'written')
          deepStrictEqual(await items.count(), 0)
          await rejects(transaction, RangeError)
        },
      ],
      [
        'a locked row waits for who locked it, so that no change is lost',
        async (items) => {
          const { id } = await insert(items, { name: 'a', rank: 0 })
          const addOne = async (): Promise<void> =>
            items.transaction(async () => {
              const item = await items.findOne(id, { lock: true })
              await items.save(items.entity.create({ ...item, rank: (item?.rank ?? 0) + 1 }))
            })
          await Promise.all(Array.from({ length: 10 }, addOne))
          deepStrictEqual((await items.findOne(id))?.rank, 10)
        },
      ],
    ] satisfies [string, (items: Transactional) => Promise<void>][]
  ).map(([name, rule]) => [name, async (items) => (isTransactional(items) ? rule(items) : undefined)]),
)

function isTransactional(items: Items): items is Transactional {
  return items.transaction !== undefined
}

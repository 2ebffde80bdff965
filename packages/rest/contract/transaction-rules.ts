import { deepStrictEqual, ok, rejects } from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { ContractItem } from './contract-entities.js'
import { insert, type Items, type RepositoryRules } from './repository-rules.js'

type Transactional = Required<Pick<Items, 'transaction'>> & Items

const rules: Readonly<Record<string, (items: Transactional) => Promise<void>>> = {
  'a transaction that succeeds keeps all writes, and returns its result': async (items) => {
    const result = await items.transaction(async () => {
      await insert(items, { name: 'a' })
      await insert(items, { name: 'b' })
      return items.count()
    })
    deepStrictEqual([result, await items.count()], [2, 2])
  },
  'a transaction that throws keeps no writes': async (items) => {
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
  'a refused write that is not caught undoes its transaction': async (items) => {
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
  'an inner transaction is undone with the outer transaction': async (items) => {
    await rejects(
      items.transaction(async () => {
        await items.transaction(async () => insert(items, { name: 'a' }))
        throw new RangeError('no')
      }),
      RangeError,
    )
    deepStrictEqual(await items.count(), 0)
  },
  'a refused write that is caught undoes only itself': async (items) => {
    const first = await insert(items, { name: 'first', code: 'F' })
    await items.transaction(async () => {
      const { id } = await insert(items, { name: 'a', code: 'A' })
      await rejects(insert(items, { name: 'b', code: 'F' }), { name: 'EntityExistsException' })
      await rejects(items.save(items.entity.create({ id, name: 'c', code: 'F' })), {
        name: 'EntityExistsException',
      })
      deepStrictEqual(await items.count(), 2)
      await insert(items, { name: 'd', code: 'D' })
      await rejects(insert(items, { name: 'e', code: 'F' }), { name: 'EntityExistsException' })
    })
    deepStrictEqual(await names(items), ['first', 'a', 'd'])
    deepStrictEqual(await items.findOne(first.id), first)
  },
  'a refused write does not undo an inner transaction that has ended': async (items) => {
    await insert(items, { name: 'first', code: 'F' })
    await items.transaction(async () => {
      await items.transaction(async () => insert(items, { name: 'inner' }))
      await rejects(insert(items, { name: 'again', code: 'F' }), { name: 'EntityExistsException' })
    })
    deepStrictEqual(await names(items), ['first', 'inner'])
  },
  'refused writes undo only themselves among writes at the same time': async (items) => {
    await items.transaction(async () => {
      const writes = Array.from({ length: 12 }, async (_, index) =>
        insert(items, { name: `${index}`, code: `${index % 10}` }),
      )
      const results = await Promise.allSettled(writes)
      deepStrictEqual(results.filter(({ status }) => status === 'rejected').length, 2)
    })
    deepStrictEqual(await items.count(), 10)
  },
  'an inner transaction that throws keeps no writes, and the outer transaction continues': async (items) => {
    await items.transaction(async () => {
      await insert(items, { name: 'before' })
      const inner = items.transaction(async () => {
        await insert(items, { name: 'inner' })
        await items.transaction(async () => insert(items, { name: 'innermost' }))
        throw new RangeError('no')
      })
      await rejects(inner, RangeError)
      await insert(items, { name: 'after' })
    })
    deepStrictEqual(await names(items), ['before', 'after'])
  },
  'undoing an inner transaction keeps concurrent writes of the outer transaction': async (items) => {
    await items.transaction(async () => {
      const inner = items.transaction(async () => {
        await insert(items, { name: 'inner' })
        await setTimeout(5)
        throw new RangeError('no')
      })
      const outer = insert(items, { name: 'outer' })
      const innerToo = items.transaction(async () => insert(items, { name: 'inner too' }))
      await Promise.all([rejects(inner, RangeError), outer, innerToo])
    })
    deepStrictEqual((await names(items)).toSorted(), ['inner too', 'outer'])
  },
  'a row stays locked after a refused write': async (items) => {
    const { id } = await insert(items, { name: 'a', code: 'A', rank: 0 })
    await insert(items, { name: 'b', code: 'B' })
    const addOne = async (): Promise<void> =>
      items.transaction(async () => {
        const item = await items.findOne(id, { lock: true })
        await rejects(insert(items, { name: 'c', code: 'B' }), { name: 'EntityExistsException' })
        await items.save(items.entity.create({ ...item, rank: (item?.rank ?? 0) + 1 }))
      })
    await Promise.all(Array.from({ length: 5 }, addOne))
    deepStrictEqual((await items.findOne(id))?.rank, 5)
  },
  'writes of a transaction are invisible outside of it until its end': async (items) => {
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
  'a write after the end of its transaction is refused': async (items) => {
    const ended = new EventEmitter()
    let late: Promise<unknown> = Promise.resolve()
    await items.transaction(async () => {
      await insert(items, { name: 'a' })
      late = once(ended, 'end').then(async () => insert(items, { name: 'late' }))
    })
    // The other transaction may have the same connection.
    await items.transaction(async () => {
      await insert(items, { name: 'b' })
      ended.emit('end')
      await rejects(late)
    })
    deepStrictEqual((await names(items)).toSorted(), ['a', 'b'])
  },
  'a row is locked until the end of the transaction, so no change is lost': async (items) => {
    const { id } = await insert(items, { name: 'a', rank: 0 })
    const addOne = async (): Promise<void> =>
      items.transaction(async () => {
        const item = await items.findOne(id, { lock: true })
        await items.save(items.entity.create({ ...item, rank: (item?.rank ?? 0) + 1 }))
      })
    await Promise.all(Array.from({ length: 10 }, addOne))
    deepStrictEqual((await items.findOne(id))?.rank, 10)
  },
}

/** Rules for transactions. A repository without `transaction` breaks all of them. */
export const transactionRules: RepositoryRules<ContractItem, number> = Object.fromEntries(
  Object.entries(rules).map(([name, rule]) => [name, async (items: Items) => rule(transactional(items))]),
)

function transactional(items: Items): Transactional {
  ok(isTransactional(items), 'the repository has no method transaction')
  return items
}

function isTransactional(items: Items): items is Transactional {
  return items.transaction !== undefined
}

async function names(items: Items): Promise<string[]> {
  return (await items.findAll()).map(({ name }) => name)
}

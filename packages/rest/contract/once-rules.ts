import { deepStrictEqual, ok, rejects } from 'node:assert/strict'
import type { IdempotentRequest } from '@mvc-router/rest/store'
import type { ContractItem } from './contract-entities.js'
import { insert, type Items, type RepositoryRules } from './repository-rules.js'

type Once = (request: IdempotentRequest, create: () => Promise<ContractItem>) => Promise<ContractItem>

/** Rules for repeated requests. */
export const onceRules: RepositoryRules<ContractItem, number> = {
  'a repeated request is executed only once, and returns the current row': async (items) => {
    const once = onceOf(items)
    const request = freshRequest()
    const created = await once(request, async () => insert(items, { name: 'a' }))
    deepStrictEqual(await once(request, unexpected), created)
    const changed = await items.save(items.entity.create({ ...created, name: 'b' }))
    deepStrictEqual(await once(request, unexpected), changed)
    deepStrictEqual((await once(freshRequest(), async () => insert(items, { name: 'c' }))).name, 'c')
    deepStrictEqual(await items.count(), 2)
  },
  'a key is refused if another request had it, or if its row is deleted': async (items) => {
    const once = onceOf(items)
    const request = freshRequest()
    const { id } = await once(request, async () => insert(items, { name: 'a' }))
    const other = { ...request, fingerprint: 'another one' }
    await rejects(once(other, unexpected), { name: 'EntityExistsException' })
    await items.delete(id)
    await rejects(once(request, unexpected), { name: 'EntityExistsException' })
    deepStrictEqual(await items.count(), 0)
  },
  'a failed request can be repeated': async (items) => {
    const once = onceOf(items)
    const request = freshRequest()
    const fail = async (): Promise<ContractItem> => {
      await insert(items, { name: 'a' })
      throw new RangeError('no')
    }
    await rejects(once(request, fail), RangeError)
    deepStrictEqual(await items.count(), 0)
    deepStrictEqual((await once(request, async () => insert(items, { name: 'b' }))).name, 'b')
  },
  'a request can be repeated after its outer transaction was undone': async (items) => {
    const once = onceOf(items)
    const request = freshRequest()
    const undone = items.transaction?.(async () => {
      await once(request, async () => insert(items, { name: 'a' }))
      throw new RangeError('no')
    })
    await rejects(Promise.resolve(undone), RangeError)
    deepStrictEqual((await once(request, async () => insert(items, { name: 'b' }))).name, 'b')
  },
  'a request that is sent several times at once is executed once': async (items) => {
    const once = onceOf(items)
    const request = freshRequest()
    const sent = Array.from({ length: 5 }, async () =>
      once(request, async () => insert(items, { name: 'a' })),
    )
    const ids = new Set((await Promise.all(sent)).map(({ id }) => id))
    deepStrictEqual([ids.size, await items.count()], [1, 1])
  },
}

function onceOf(items: Items): Once {
  ok(items.once !== undefined, 'the repository has no method once')
  return items.once.bind(items)
}

let count = 0

function freshRequest(): IdempotentRequest {
  return { key: `request ${++count}`, fingerprint: 'one request' }
}

async function unexpected(): Promise<never> {
  return Promise.reject(new Error('the request was executed again'))
}

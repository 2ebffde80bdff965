import { expect, test } from '@jest/globals'
import type { RouterHandlerMapping } from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'

const controllers = { itemController: { show: (): string => 'item' } }

/** A mapping that gets five thousand lines at its next reload. */
async function growingMapping(): Promise<RouterHandlerMapping> {
  let lines = 1
  const routeFiles = (): string =>
    Array.from({ length: lines }, (_, line) => `GET /item${line}/{<[0-9]+>id} itemController.show`).join('\n')
  const mapping = await loadMapping('', { controllers, routeFiles } as object)
  lines = 5000
  return mapping
}

/** The number of turns of the event loop during `work`. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work
  isDone = true
  return turns
}

test('A reload of 5,000 lines lets other work run more than 15 times', async () => {
  const mapping = await growingMapping()
  expect(await turnsDuring(mapping.reload())).toBeGreaterThan(15)
  expect(mapping.router.routes).toHaveLength(5000)
})

test('A route that is added during a reload is kept', async () => {
  const mapping = await growingMapping()
  const { router } = mapping
  const reload = mapping.reload()
  let added = 0
  while (mapping.router === router) {
    router.add('GET', `/added${added++}`, 'itemController.show')
    await new Promise((resolve) => setImmediate(resolve))
  }
  await reload
  expect(added).toBeGreaterThan(1)
  expect(mapping.router.routes).toHaveLength(5000 + added)
  expect(mapping.router.match({ method: 'GET', path: `/added${added - 1}` })?.action).toBe(
    'itemController.show',
  )
})

import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createWebServer, RestModule, type RequestContext, requestContext } from '@mvc-router/rest'
import { Params } from '@mvc-router/router-core/express'
import { start } from './http-client.js'

test('a request that nothing answers is 503 after requestTimeout, and its signal is aborted', async () => {
  const signals: AbortSignal[] = []
  const slow = {
    never: Params(requestContext())(async ({ signal }: RequestContext) => {
      signals.push(signal)
      return new Promise<never>(() => undefined)
    }),
    late: async () => {
      await wait(60)
      return 'late'
    },
    failing: async () => {
      await wait(60)
      throw new RangeError('late')
    },
    quick: () => 'quick',
  }
  const errors: unknown[] = []
  const app = await createWebServer({
    controllers: { slow },
    routes: 'GET /never slow.never\nGET /late slow.late\nGET /failing slow.failing\nGET /quick slow.quick',
    requestTimeout: 20,
    logError: (error) => errors.push(error),
  })
  const server = await start(app)
  for (const path of ['/never', '/late', '/failing']) {
    const { status, text } = await server.get(path)
    expect([path, status, JSON.parse(text)]).toEqual([path, 503, expect.objectContaining({ code: 503 })])
  }
  // What comes late harms no other request of the same connection.
  await wait(100)
  expect((await server.get('/quick')).text).toBe('"quick"')
  await server.close()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('there is no timeout with false, and none that is none', async () => {
  const slow = { slow: async () => wait(30, 'slow') }
  const app = await createWebServer({
    controllers: { slow },
    routes: 'GET / slow.slow',
    requestTimeout: false,
  })
  const server = await start(app)
  expect((await server.get('/')).text).toBe('"slow"')
  await server.close()
  for (const requestTimeout of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 31])
    expect(() => new RestModule({ requestTimeout })).toThrow('requestTimeout')
})

import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import {
  createWebServer,
  ExceptionHandler,
  type RequestContext,
  requestContext,
  ResponseEntity,
  ResponseEntityExceptionHandler,
  RestModule,
  ServiceUnavailableException,
} from '@mvc-router/rest'
import { Params } from '@mvc-router/router-core/express'
import { start } from './http-client.js'

test('a request that takes longer than requestTimeout is answered with 503, and its signal is aborted', async () => {
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
  // The late answer does not change the next answer on the same connection.
  await wait(100)
  expect((await server.get('/quick')).text).toBe('"quick"')
  await server.close()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test.each([
  ['json', ['a']],
  ['send', ['a']],
  ['write', ['a']],
  ['end', ['a']],
  ['redirect', ['/a']],
  ['cookie', ['a', 'b']],
  ['setHeader', ['a', 'b']],
  ['writeHead', [200, { a: 'b' }]],
] as const)(
  'a callback that calls %s after the timeout neither throws nor changes the answer',
  async (name, given) => {
    const late: unknown[] = []
    const slow = {
      called: (_request: unknown, response: Record<string, (...given: unknown[]) => unknown>) => {
        setTimeout(() => {
          try {
            response[name]?.(...given)
          } catch (error) {
            late.push(error)
          }
        }, 40)
      },
    }
    const app = await createWebServer({
      controllers: { slow },
      routes: 'GET /called slow.called',
      requestTimeout: 20,
      logError: () => undefined,
    })
    const server = await start(app)
    const { status, headers } = await server.get('/called')
    await wait(60)
    expect([status, (await server.get('/called')).status, headers['a'], late]).toEqual([
      503,
      503,
      undefined,
      [],
    ])
    await server.close()
  },
)

test('an action that throws an AbortError after the timeout is answered with 503, even if the advice takes longer', async () => {
  class SlowAdvice extends ResponseEntityExceptionHandler {
    @ExceptionHandler(ServiceUnavailableException)
    async handleAway(): Promise<ResponseEntity> {
      await wait(20)
      return new ResponseEntity('away', { status: 503 })
    }
  }
  const slow = {
    aborted: Params(requestContext())(async ({ signal }: RequestContext) => wait(5000, 'slow', { signal })),
  }
  const app = await createWebServer({
    controllers: { slow },
    routes: 'GET /aborted slow.aborted',
    requestTimeout: 20,
    advice: new SlowAdvice(),
    logError: () => undefined,
  })
  const server = await start(app)
  expect(await server.get('/aborted')).toMatchObject({ status: 503, text: '"away"' })
  await server.close()
})

test('requestTimeout: false turns the timeout off, and an invalid requestTimeout is refused', async () => {
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

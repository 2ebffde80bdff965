import { setImmediate } from 'node:timers/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  OptimisticLockException,
  ResponseEntity,
  ResponseEntityExceptionHandler,
  RestError,
} from '@mvc-router/rest'
import type { RunningServer } from './http-client.js'
import { startUsers } from './user-server.js'

class CyclicException extends Error {}
class BrokenHeaderException extends Error {}
class TextException extends Error {}

class OddAdvice extends ResponseEntityExceptionHandler {
  constructor() {
    super()
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    this.handle(CyclicException, () => new ResponseEntity(cycle, { status: 409 }))
    this.handle(
      BrokenHeaderException,
      () => new ResponseEntity('x', { status: 409, headers: { 'X-Text': 'a\r\nSet-Cookie: b' } }),
    )
    this.handle(
      TextException,
      async () => new ResponseEntity(new RestError(410, 'gone', { moreInfoUrl: '/help' }), { status: 410 }),
    )
  }
}

const thrown: ReadonlyMap<string, () => unknown> = new Map([
  ['cycle', () => new CyclicException()],
  ['header', () => new BrokenHeaderException()],
  ['text', () => new TextException()],
  [
    'proxy',
    () =>
      new Proxy(new Error('secret'), {
        get: () => {
          throw new Error('secret')
        },
        getPrototypeOf: () => {
          throw new Error('secret')
        },
      }),
  ],
  ['race', () => new OptimisticLockException('Others were first')],
  ['null-prototype', () => Object.create(null)],
  ['status-of-another', () => Object.assign(new Error('secret'), { status: 404 })],
  [
    'http-error',
    () => Object.assign(new Error('You may not'), { status: 403, statusCode: 403, expose: true }),
  ],
  [
    'hidden-http-error',
    () => Object.assign(new Error('secret'), { status: 403, statusCode: 403, expose: false }),
  ],
  ['no-error', () => ({ status: 403, statusCode: 403, expose: true, message: 'secret' })],
  ['bad-gateway', () => Object.assign(new Error('secret'), { status: 502, statusCode: 502, expose: true })],
])

class OddController {
  throw({ params }: { readonly params: { readonly what: string } }): never {
    throw thrown.get(params.what)?.()
  }

  async throwLate(_request: IncomingMessage, response: ServerResponse): Promise<never> {
    response.setHeader('ETag', '"x"')
    response.setHeader('Location', '/x')
    throw new TextException('late')
  }

  async throwTooLate(_request: IncomingMessage, response: ServerResponse): Promise<never> {
    response.write('half')
    throw new Error('secret')
  }
}

let server: RunningServer
const paths: string[] = []

beforeAll(async () => {
  server = await startUsers({
    advice: new OddAdvice(),
    controllers: { oddController: new OddController() },
    routes:
      'GET /throw/{what} oddController.throw\nGET /late oddController.throwLate\nGET /too-late oddController.throwTooLate',
    logError: (_error, { path }) => {
      paths.push(path)
      throw new Error('the log is broken as well')
    },
  })
})
afterAll(() => server.close())

test.each([
  ['cycle', 500, 'Internal Server Error'],
  ['header', 500, 'Internal Server Error'],
  ['proxy', 500, expect.stringMatching(/^Internal Server Error; request id [\w-]+$/)],
  ['null-prototype', 500, expect.stringMatching(/^Internal Server Error; request id [\w-]+$/)],
  ['status-of-another', 500, expect.stringMatching(/^Internal Server Error; request id [\w-]+$/)],
  ['http-error', 403, 'You may not'],
  ['hidden-http-error', 403, 'Forbidden'],
  ['no-error', 500, expect.stringMatching(/^Internal Server Error; request id [\w-]+$/)],
  ['bad-gateway', 502, expect.stringMatching(/^Bad Gateway; request id [\w-]+$/)],
])('an action that throws the odd error %s is answered with %i', async (what, code, message) => {
  for (const sent of [{}, { 'if-match': '*' }]) {
    const { status, text, headers } = await server.get(`/throw/${what}`, sent)
    expect([status, text]).toEqual([code, expect.not.stringContaining('secret')])
    expect(JSON.parse(text)).toMatchObject({ code, message })
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('an OptimisticLockException of any action is answered with 409, or with 412 if the request has If-Match', async () => {
  expect((await server.get('/throw/race')).status).toBe(409)
  expect((await server.get('/throw/race', { 'if-match': '*' })).status).toBe(412)
})

test('a RestError of an advice is written in every format', async () => {
  expect(JSON.parse((await server.get('/throw/text')).text)).toMatchObject({
    code: 410,
    message: 'gone',
    moreInfoUrl: '/help',
  })
  const problem = await server.get('/throw/text', { accept: 'application/problem+json' })
  expect(JSON.parse(problem.text)).toEqual({ type: '/help', title: 'Gone', status: 410, detail: 'gone' })
  expect((await server.get('/throw/text', { accept: 'text/xml' })).text).toContain(
    '<moreInfoUrl>/help</moreInfoUrl></RestError>',
  )
})

test('an error is sent without the ETag and Location that the action had set', async () => {
  const { status, headers } = await server.get('/late')
  expect([status, headers.etag, headers.location]).toEqual([410, undefined, undefined])
})

test('an error in the middle of an answer breaks the connection, and the server still answers other requests', async () => {
  await expect(server.get('/too-late')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(paths).toContain('/too-late')
  expect((await server.get('/users')).status).toBe(200)
})

test('a rejection of an asynchronous logError is caught, and the request still gets its answer', async () => {
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown): number => unhandled.push(error)
  process.on('unhandledRejection', onUnhandled)
  const logged: string[] = []
  const broken = await startUsers({
    controllers: { oddController: new OddController() },
    routes: 'GET /throw/{what} oddController.throw',
    logError: async (_error, { path }) => {
      logged.push(path)
      throw new Error('the log is away')
    },
  })
  const { status } = await broken.get('/throw/proxy')
  await broken.close()
  await setImmediate()
  process.off('unhandledRejection', onUnhandled)
  expect([status, logged, unhandled]).toEqual([500, ['/throw/proxy'], []])
})

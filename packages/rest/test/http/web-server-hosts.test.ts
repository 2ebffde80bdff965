import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import {
  connect,
  createServer as createHttp2Server,
  type ClientHttp2Session,
  type Http2Server,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import express from 'express'
import Fastify, { type FastifyInstance } from 'fastify'
import Koa from 'koa'
import { type Middleware, ResponseEntity, stopGracefully } from '@mvc-router/router-core/express'
import {
  createWebServer,
  MemoryRepository,
  UnauthorizedException,
  type WebApplication,
  type WebHost,
  type WebServerParts,
  type WebServerSettings,
} from '@mvc-router/rest'
import { User, UserController } from './user-server.js'

// Sends the same requests to createWebServer on every host, and expects the answers of Express.

interface Running extends WebServerParts {
  /** Undefined for the host fetch, which has no socket. */
  readonly server?: Server
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => Promise<unknown>
}

type Start = (settings: WebServerSettings) => Promise<Running>

async function listening(server: Server): Promise<Server> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

function askAt(server: Server): Running['ask'] {
  const { port } = server.address() as AddressInfo
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
}

function running(server: Server, { rest, mapping }: WebServerParts): Running {
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    if (server.listening) await promisify(server.close.bind(server))()
  }
  return { rest, mapping, server, ask: askAt(server), close }
}

/** Starts createWebServer on each host. Trusts proxies if the host has a setting for proxies. */
const hosts: Readonly<Record<WebHost, Start>> = {
  async express(settings) {
    const trusting = (): WebApplication => {
      const app = express()
      app.set('trust proxy', true)
      return app as unknown as WebApplication
    }
    const app = await createWebServer({ ...settings, host: 'express', express: trusting })
    return running(await listening(app.listen(0, '127.0.0.1')), app)
  },
  async fastify(settings) {
    const trusting = (): FastifyInstance => {
      const app = Fastify({ trustProxy: true })
      // With this hook, Fastify sends the answer of `response.json` later.
      app.addHook('onSend', () => setImmediate())
      return app
    }
    const app = await createWebServer({ ...settings, host: 'fastify', fastify: trusting })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return { ...running(app.server, app), close: () => app.close() }
  },
  async koa(settings) {
    const trusting = (): Koa => {
      const app = new Koa({ proxy: true })
      return app.use((_context, next) => next().then(() => setImmediate()))
    }
    const app = await createWebServer({ ...settings, host: 'koa', koa: trusting })
    return running(await listening(app.listen(0, '127.0.0.1')), app)
  },
  async node(settings) {
    const listener = await createWebServer({ ...settings, host: 'node' })
    return running(await listening(createServer(listener)), listener)
  },
  async fetch(settings) {
    const app = await createWebServer({ ...settings, host: 'fetch' })
    const { rest, mapping } = app
    return {
      rest,
      mapping,
      close: () => app.close(),
      ask: async (path, init) =>
        (await app.fetch(new Request(`http://127.0.0.1${path}`, init))) ??
        new Response(null, { status: 599 }),
    }
  },
}

function users(): UserController {
  return new UserController(new MemoryRepository(User))
}

const refuse: Middleware = (request, _response, next) => {
  next(request.headers.authorization === 'Bearer no' ? new UnauthorizedException('no') : undefined)
}

const fail = (): Promise<never> => Promise.reject(new Error('secret words'))

const failAfterAnswer: Middleware = (_request, response) => {
  response.json({ ok: true })
  throw new Error('secret words')
}

const settings = (): WebServerSettings => ({
  controllers: { userController: users(), fails: { now: fail, late: failAfterAnswer } },
  routes: 'GET /fails fails.now\nGET /fails-late fails.late',
  profiles: ['vendor-web-server', 'vendor-client-logging'],
  clientLog: { strategy: { log: () => undefined } },
  cors: { allowOrigin: ['http://shop.test'] },
  body: { limit: '2kb' },
  health: true,
  redirectToCanonical: true,
  middleware: [refuse],
  documents: false,
  logError: () => undefined,
  secretKey: 'x'.repeat(32),
})

const json = { 'Content-Type': 'application/json' }
const origin = { Origin: 'http://shop.test' }
const preflight = { ...origin, 'Access-Control-Request-Method': 'POST' }
const record = '{"level":"info","message":"hello","time":"2026-11-26T10:00:00Z"}'
const post = (body: string, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers,
  body,
})

const requests: readonly (readonly [path: string, status: number, init?: RequestInit])[] = [
  ['/users', 200],
  ['/users', 201, post('{"name":"Ann"}')],
  ['/users', 201, post('<User><name>Bob</name></User>', { 'Content-Type': 'application/xml' })],
  ['/users/1', 200],
  ['/users/1', 200, { method: 'HEAD' }],
  ['/users/1', 200, { headers: { Accept: 'application/xml' } }],
  ['/users/1', 200, { method: 'PUT', headers: { ...json, 'If-Match': '*' }, body: '{"name":"Eve"}' }],
  ['/users/2', 204, { method: 'DELETE' }],
  ['/users/2', 404],
  ['/users', 400, post('{"name"')],
  ['/users', 400, post('{"name":5}')],
  ['/users', 400, post('')],
  ['/users', 415, post('a,b', { 'Content-Type': 'text/csv' })],
  ['/users', 415, post('a,b', { 'Content-Type': 'a;b' })],
  ['/users', 413, post(`{"name":"${'x'.repeat(3000)}"}`)],
  ['/users', 413, post(`{"name":"${'x'.repeat(3_000_000)}"}`)],
  ['/users', 413, post(`{"name":"${'x'.repeat(3000)}"}`, { ...json, ...origin })],
  ['/nowhere', 404],
  ['/nowhere', 404, { headers: { Accept: 'application/xml' } }],
  ['/nowhere', 404, { headers: origin }],
  ['/nowhere', 404, { method: 'OPTIONS' }],
  ['/users/1', 405, post('{}')],
  ['/users/1', 204, { method: 'OPTIONS' }],
  ['/users/1', 405, { method: 'PROPFIND' }],
  ['/users/?size=1', 308],
  ['/fails', 500],
  ['/fails-late', 200],
  ['/users', 401, { headers: { Authorization: 'Bearer no' } }],
  ['/users', 401, { headers: { Authorization: 'Bearer no', ...origin } }],
  ['/users', 200, { method: 'OPTIONS', headers: { ...preflight, Authorization: 'Bearer no' } }],
  ['/users', 403, { method: 'OPTIONS', headers: { ...preflight, Origin: 'http://evil.test' } }],
  ['/users', 200, { headers: origin }],
  ['/users', 403, { headers: { Origin: 'http://evil.test' } }],
  ['/api/log', 200, post(record)],
  ['/api/logs', 200, post(`[${record},${record}]`)],
  ['/api/logs', 400, post(`[${record},5]`)],
  ['/api/log', 413, post(`{"message":"${'x'.repeat(300_000)}"}`)],
  ['/health/live', 200],
  ['/health/ready', 200],
]

const withoutPlace = (text: string | undefined): string | undefined =>
  text?.replaceAll(/http:\/\/127\.0\.0\.1(?::\d+)?/g, '').replace(/request id [-\w]+/, 'request id')

/** Returns the answer without the address of the server. */
async function seen({ ask }: Running, path: string, init?: RequestInit): Promise<unknown[]> {
  const answer = await ask(path, { ...init, headers: { 'User-Agent': 'test', ...init?.headers } })
  const { headers, status } = answer
  // Each host has its own text for a redirection.
  if (status === 308) return [path, status, headers.get('location')]
  const names =
    'allow accept content-type vary etag location cache-control access-control-allow-origin access-control-allow-methods access-control-allow-credentials'
  const fields = names.split(' ').map((name) => withoutPlace(headers.get(name) ?? undefined))
  return [`${init?.method ?? 'GET'} ${path}`, status, ...fields, withoutPlace(await answer.text())]
}

describe('answers of createWebServer on each host', () => {
  const expected: unknown[][] = []
  beforeAll(async () => {
    const app = await createWebServer(settings())
    const own = running(await listening(app.listen(0, '127.0.0.1')), app)
    for (const [path, , init] of requests) expected.push(await seen(own, path, init))
    await own.close()
  })

  test('createWebServer on Express answers with the listed statuses', () => {
    expect(expected.map(([, status]) => status)).toEqual(requests.map(([, status]) => status))
  })

  test.each(Object.entries(hosts))('createWebServer on %s answers as on Express', async (_name, start) => {
    const app = await start(settings())
    const answers: unknown[][] = []
    for (const [path, , init] of requests) answers.push(await seen(app, path, init))
    await app.close()
    expect(answers).toEqual(expected)
  })
})

const withSockets = Object.entries(hosts).filter(([name]) => name !== 'fetch')
const behindProxies = withSockets.filter(([name]) => name !== 'node')

test.each(withSockets)(
  'on %s, a stopping server answers the requests that it has received',
  async (_name, start) => {
    let begin = (): void => undefined
    let finish = (_answer: object): void => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const controllers = {
      slow: {
        now: () => {
          begin()
          return new Promise<object>((resolve) => (finish = resolve))
        },
      },
    }
    const { server, ask, close } = await start({
      controllers,
      routes: 'GET /slow slow.now',
      documents: false,
    })
    const answer = ask('/slow')
    await begun
    const stopped = stopGracefully(server as Server)
    finish({ a: 1 })
    expect(await (await answer).json()).toEqual({ a: 1 })
    expect(await stopped).toBe(true)
    await expect(ask('/slow')).rejects.toThrow()
    await close()
  },
)

test.each(behindProxies)(
  'on %s, the rate limit of the client log counts each client behind a proxy separately',
  async (_name, start) => {
    const clientLog = { strategy: { log: () => undefined }, rateLimit: 1 }
    const { ask, close } = await start({ ...settings(), clientLog })
    const statusOf = async (client: string): Promise<number> =>
      (await ask('/api/log', post(record, { ...json, 'User-Agent': 'test', 'X-Forwarded-For': client })))
        .status
    expect([await statusOf('10.0.0.1'), await statusOf('10.0.0.1'), await statusOf('10.0.0.2')]).toEqual([
      200, 429, 200,
    ])
    await close()
  },
)

test.each(behindProxies)(
  'on %s, a page of the same https origin may write through a TLS proxy',
  async (_name, start) => {
    const { server, ask, close } = await start(settings())
    const own = `127.0.0.1:${((server as Server).address() as AddressInfo).port}`
    const statusOf = async (scheme: string): Promise<number> => {
      const headers = { ...json, 'X-Forwarded-Proto': 'https', Origin: `${scheme}://${own}` }
      return (await ask('/users', post('{"name":"Ann"}', headers))).status
    }
    expect([await statusOf('https'), await statusOf('http')]).toEqual([201, 403])
    await close()
  },
)

test('on fetch, a page of the same https origin may write', async () => {
  const app = await createWebServer({ ...settings(), host: 'fetch' })
  const headers = { ...json, Origin: 'https://shop.org' }
  const created = await app.fetch(new Request('https://shop.org/users', post('{"name":"Ann"}', headers)))
  expect(created?.status).toBe(201)
  await app.close()
})

describe('the installed Fastify', () => {
  const start = () => createWebServer<FastifyInstance>({ ...settings(), host: 'fastify' })

  test('a Fastify hook that is added after createWebServer runs for each request that CORS lets through', async () => {
    const app = await start()
    app.addHook('onRequest', async (request, reply) => {
      reply.header('X-Hook', request.url)
      if (request.headers.authorization === undefined)
        throw Object.assign(new Error('secret words'), { statusCode: 401 })
    })
    const refused = await app.inject({ url: '/users', headers: origin })
    expect([refused.statusCode, refused.headers['x-hook']]).toEqual([401, '/users'])
    expect(refused.headers['access-control-allow-origin']).toBe('http://shop.test')
    expect(refused.json()).toMatchObject({ code: 401, message: 'Unauthorized' })
    const answer = await app.inject({ url: '/users', headers: { ...origin, authorization: 'Bearer me' } })
    expect([answer.statusCode, answer.headers['x-hook']]).toEqual([200, '/users'])
    const asked = await app.inject({ method: 'OPTIONS', url: '/users', headers: preflight })
    expect([asked.statusCode, asked.headers['x-hook']]).toEqual([200, undefined])
    await app.close()
  })

  test('an error without a status in a Fastify hook is answered with 500, and the answer does not contain the message', async () => {
    const app = await start()
    app.addHook('preHandler', () => Promise.reject(new Error('secret words')))
    const answer = await app.inject('/users')
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      expect.objectContaining({ message: expect.stringMatching(/^Internal Server Error; request id/) }),
    ])
    await app.close()
  })

  test('a path that Fastify cannot decode is answered with 400 and the error body of REST', async () => {
    const app = await start()
    const answer = await app.inject('/%zz')
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ code: 400 })])
    await app.close()
  })
})

describe('over HTTP/2', () => {
  let server: Http2Server
  let client: ClientHttp2Session

  beforeAll(async () => {
    const upgraded = (): unknown => new ResponseEntity('text', { headers: { Upgrade: 'x' } })
    const begun: Middleware = (_request, response) => {
      response.write('begun')
      throw new Error('secret words')
    }
    const listener = await createWebServer({
      ...settings(),
      host: 'node',
      controllers: { pages: { upgraded, begun } },
      routes: 'GET /upgraded pages.upgraded\nGET /begun pages.begun',
    })
    server = createHttp2Server(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterAll(() => {
    client.destroy()
    server.close()
  })

  test('over HTTP/2, a forbidden header is answered with 500 and with CORS headers', async () => {
    const request = client.request({ ':path': '/upgraded', origin: 'http://shop.test' })
    const [headers] = (await once(request, 'response')) as [Readonly<Record<string, unknown>>]
    expect(headers).toMatchObject({ ':status': 500, 'access-control-allow-origin': 'http://shop.test' })
    expect(headers).not.toHaveProperty('upgrade')
  })

  test('over HTTP/2, a half-written answer ends with an error', async () => {
    const request = client.request({ ':path': '/begun' }).resume()
    await expect(once(request, 'end')).rejects.toThrow('NGHTTP2_INTERNAL_ERROR')
  })
})

test('createWebServer works with the installed Koa', async () => {
  const app = await createWebServer({ ...settings(), host: 'koa' })
  const { ask, close } = running(await listening(app.listen(0, '127.0.0.1')), app)
  expect((await ask('/users')).status).toBe(200)
  expect(app.mapping.reverse('userController.findAll').url).toBe('/users')
  await close()
})

test.each([
  [{ host: 'fastfy' }, 'There is no host "fastfy"; did you mean fastify?'],
  [{ host: 'rails' }, 'There is no host "rails"; the hosts are express, fastify, koa, node, fetch'],
  [{ host: '__proto__' }, 'There is no host "__proto__"; the hosts are express, fastify, koa, node, fetch'],
  [{ host: 5 }, 'There is no host "5"; the hosts are express, fastify, koa, node, fetch'],
  [
    { host: 'koa', express: () => express() },
    'The option "express" is for the host express, and the host is koa',
  ],
  [{ koa: () => new Koa() }, 'The option "koa" is for the host koa, and the host is express'],
  [{ host: 'koa', koa: new Koa() }, 'koa: expected a function that gives an application'],
  [
    { host: 'fastify', fastify: () => ({ version: '4.29.1' }) },
    'mvcRouter needs Fastify 5, and this is Fastify 4.29.1',
  ],
])('createWebServer refuses the options %j', async (options, message) => {
  await expect(createWebServer(options as never)).rejects.toMatchObject({
    code: 'E_CONFIG',
    message: expect.stringContaining(message),
  })
})

/** Returns a program in which this package cannot be imported. */
const withoutPackage = (name: string): string => `
import { register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(\`
export const resolve = (specifier, context, next) => next(specifier === '${name}' ? 'not-installed' : specifier, context)
\`))
const { createWebServer } = await import('@mvc-router/rest')
for (const host of ['node', '${name}'])
  await createWebServer({ host, secretKey: 'x'.repeat(32) }).then(() => console.log(host), (error) => console.log(error.code, error.message))
`

test.each(['express', 'fastify', 'koa'])(
  'if the package %s is missing, only its host fails to start',
  async (name) => {
    const args = ['--input-type=module', '-e', withoutPackage(name)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout).toBe(
      `node\nE_CONFIG createWebServer on ${name} needs the package ${name}: npm install ${name}\n`,
    )
  },
)

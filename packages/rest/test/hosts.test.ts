import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import Fastify from 'fastify'
import Koa from 'koa'
import { mvcRouter as forExpress, type MvcRouterOptions } from '@mvc-router/router-core/express'
import { mvcRouter as forFastify } from '@mvc-router/router-core/fastify'
import { mvcRouter as forFetch } from '@mvc-router/router-core/fetch'
import { mvcRouter as forKoa } from '@mvc-router/router-core/koa'
import { mvcRouter as forNode } from '@mvc-router/router-core/node'
import {
  corsFilter,
  defineEntity,
  MemoryRepository,
  RepositoryBasedRestController,
  RestModule,
  type Condition,
  type EntityOf,
  type RequestContext,
} from '@mvc-router/rest'

// Sends the same requests to REST on every host, one after the other, and expects the answers of Express.

const Note = defineEntity({
  name: 'Note',
  key: { id: 'integer' },
  fields: { text: 'string' },
})
type Note = EntityOf<typeof Note>

class NoteController extends RepositoryBasedRestController<Note, number> {
  requestMapping = '/notes'

  constructor() {
    super()
    this.repository = new MemoryRepository<Note, number>(Note)
  }

  protected override scope({ user }: RequestContext): Condition | undefined {
    return typeof user === 'string' ? { text: user } : undefined
  }
}

/** Returns the user that the middleware of each host sets on the request. */
const userOf = (headers: IncomingHttpHeaders): string | undefined => headers['x-user']?.toString()

function options(): MvcRouterOptions {
  return {
    routeFiles: [],
    controllers: { noteController: new NoteController() },
    extensions: [new RestModule({ secretKey: 'x'.repeat(32) })],
    before: [corsFilter({ allowOrigin: ['http://shop.test'] })],
  }
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

const servers: Server[] = []
const closing: (() => Promise<unknown>)[] = []

async function serve(server: Server): Promise<Ask> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return askAt(server)
}

function askAt(server: Server): Ask {
  const { port } = server.address() as AddressInfo
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
}

const hosts: Readonly<Record<string, () => Promise<Ask>>> = {
  async Express() {
    const app = express()
    app.use((request, _response, next) => {
      Object.assign(request, { user: userOf(request.headers) })
      next()
    })
    app.use(await forExpress(options()))
    return serve(createServer(app))
  },
  async Fastify() {
    const app = Fastify()
    // Fastify's own parsers would answer a bad body, so REST parses each body instead (docs/hosts.md).
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    app.decorateRequest('user')
    app.addHook('preHandler', async (request) => {
      Object.assign(request, { user: userOf(request.headers) })
    })
    await app.register(forFastify, options())
    await app.listen({ port: 0, host: '127.0.0.1' })
    closing.push(() => app.close())
    return askAt(app.server)
  },
  async Koa() {
    const app = new Koa()
    app.use(async (context, next) => {
      context.state['user'] = userOf(context.headers)
      await next()
    })
    app.use(await forKoa(options()))
    const answer = app.callback()
    return serve(createServer((request, response) => void answer(request, response)))
  },
  async node() {
    const routes = await forNode(options())
    return serve(
      createServer((request, response) => {
        Object.assign(request, { user: userOf(request.headers) })
        routes(request, response)
      }),
    )
  },
  async fetch() {
    const routes = await forFetch(options())
    return async (path, init) => {
      const request = new Request(`http://127.0.0.1${path}`, init)
      const user = request.headers.get('x-user') ?? undefined
      return (await routes.fetch(request, { locals: { user } })) ?? new Response(null, { status: 404 })
    }
  },
}

const json = { 'Content-Type': 'application/json' }
const requests: readonly (readonly [path: string, init?: RequestInit])[] = [
  ['/notes'],
  ['/notes', { method: 'POST', headers: json, body: '{"text":"milk"}' }],
  ['/notes', { method: 'POST', headers: json, body: '{"text":5}' }],
  ['/notes', { method: 'POST', headers: json, body: '{"text"' }],
  ['/notes', { method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: 'a' }],
  ['/notes/1'],
  ['/notes/1', { method: 'HEAD' }],
  ['/notes/1', { headers: { Accept: 'application/xml' } }],
  ['/notes/1', { headers: { Accept: 'image/png' } }],
  ['/notes/2'],
  ['/notes/x'],
  ['/notes', { headers: { 'X-User': 'milk' } }],
  ['/notes', { headers: { 'X-User': 'tea' } }],
  ['/notes/1', { headers: { 'X-User': 'tea' } }],
  ['/notes?page=0'],
  ['/notes?size=abc'],
  ['/notes/1', { method: 'PUT', headers: { ...json, 'If-Match': '"no"' }, body: '{"text":"tea"}' }],
  ['/notes/1', { method: 'PUT', headers: { ...json, 'If-Match': '*' }, body: '{"text":"tea"}' }],
  ['/notes/1', { method: 'PATCH', headers: json, body: '{"text":"coffee"}' }],
  [
    '/notes',
    { method: 'OPTIONS', headers: { Origin: 'http://shop.test', 'Access-Control-Request-Method': 'POST' } },
  ],
  ['/notes', { headers: { Origin: 'http://shop.test' } }],
  ['/notes/1', { method: 'DELETE' }],
  ['/notes/1', { method: 'DELETE' }],
]

/** Returns the answers without the address of the server. */
async function answersOf(ask: Ask): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const [path, init] of requests) {
    const answer = await ask(path, init)
    const { headers, status } = answer
    const text = (await answer.text()).replaceAll(/http:\/\/127\.0\.0\.1(?::\d+)?/g, '')
    const seen = ['allow', 'content-type', 'access-control-allow-origin', 'vary', 'etag', 'location']
    const named = seen.map((name) => headers.get(name)?.replace(/http:\/\/127\.0\.0\.1(?::\d+)?/, ''))
    answers.push([`${init?.method ?? 'GET'} ${path}`, status, ...named, text])
  }
  return answers
}

describe('answers of REST on each host', () => {
  let expected: unknown[]

  beforeAll(async () => {
    const [first] = Object.values(hosts)
    expected = await answersOf(await (first as () => Promise<Ask>)())
  })
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    await Promise.all(closing.map((close) => close()))
  })

  test('REST on Express shows a user only the rows of a scope', () => {
    const texts = expected.map((answer) => (answer as unknown[]).at(-1))
    const asked = requests.flatMap(([, init], at) => ('X-User' in Object(init?.headers) ? [texts[at]] : []))
    expect(asked).toEqual([
      expect.stringContaining('milk'),
      expect.stringContaining('"totalElements":0'),
      expect.stringContaining('404'),
    ])
  })

  test('the requests to REST on Express get eight different statuses', () => {
    const statuses = expected.map((answer) => (answer as unknown[])[1])
    expect(statuses).toEqual(expect.arrayContaining([200, 201, 204, 400, 404, 406, 412, 415]))
  })

  test.each(Object.entries(hosts).slice(1))('REST on %s answers as on Express', async (_name, start) => {
    expect(await answersOf(await start())).toEqual(expected)
  })
})

import { afterEach, expect, test } from '@jest/globals'
import Fastify, { type FastifyServerOptions } from 'fastify'
import Koa from 'koa'
import mount from 'koa-mount'
import { createServer, type Server } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { mvcRouter as forFastify } from '@mvc-router/router-core/fastify'
import { mvcRouter as forKoa } from '@mvc-router/router-core/koa'
import { mvcRouter as forNode } from '@mvc-router/router-core/node'
import { RawClient } from '../express/raw-client.js'

// A guard sees the path as its framework reads it. The action of `/admin` must never run before its guard.

const literals = ['/admin', '/.admin', '/;admin', "/admin'9"]
const options = {
  routeFiles: () => literals.map((literal) => `GET ${literal}/? page.show`).join('\n'),
  controllers: {
    page: {
      show: (_request: unknown, response: { setHeader(name: string, value: string): void }) => {
        response.setHeader('X-Ran', 'yes')
        return ''
      },
    },
  },
  onWarning: () => undefined,
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** True for paths such as `/m/admin` and `/m/admin/x`, with the mount path `/m` and the literal `/admin`. */
function isGuarded(path: string, mountPath = ''): boolean {
  return literals.some(
    (literal) => path === mountPath + literal || path.startsWith(`${mountPath}${literal}/`),
  )
}

async function startFastify(given: FastifyServerOptions = {}): Promise<Server> {
  const app = Fastify(given)
  app.addHook('onRequest', async (request, reply) => {
    if (isGuarded(request.url.split('?', 1)[0] ?? '')) reply.header('X-Guard', 'yes')
  })
  await app.register(forFastify, options)
  await app.ready()
  closers.push(() => app.close())
  return app.server
}

/** An application with a context for each literal. A hook of the context answers all its requests with 401. */
async function startContexts(given: FastifyServerOptions): Promise<Server> {
  const app = Fastify(given)
  for (const prefix of literals)
    await app.register(
      async (context) => {
        context.addHook('onRequest', async (_request, reply) => void reply.code(401).send())
        for (const path of ['/', '/*']) context.all(path, () => '')
      },
      { prefix },
    )
  await app.register(forFastify, options)
  await app.ready()
  closers.push(() => app.close())
  return app.server
}

async function koaApplication(isMounted: boolean): Promise<Koa> {
  const app = new Koa()
  app.silent = true
  if (isMounted)
    for (const literal of literals)
      app.use(
        mount(literal, (context, next) => {
          context.set('X-Guard', 'yes')
          return next()
        }),
      )
  else
    app.use((context, next) => {
      if (isGuarded(context.path)) context.set('X-Guard', 'yes')
      return next()
    })
  app.use(await forKoa(options))
  return app
}

async function startKoa(isMounted = false): Promise<Server> {
  const answer = (await koaApplication(isMounted)).callback()
  return createServer((request, response) => void answer(request, response))
}

/** A listener that runs a guard, which reads the target of the request, and then the routes. */
async function startNode(): Promise<Server> {
  const routes = await forNode(options)
  return createServer((request, response) => {
    if (isGuarded((request.url ?? '').split('?', 1)[0] ?? '')) response.setHeader('X-Guard', 'yes')
    routes(request, response)
  })
}

/** Mounts the routes at /m as Connect does: `/m/x` becomes `/x`, and `/m.x` becomes `/.x`. */
async function startConnect(): Promise<Server> {
  const routes = await forNode(options)
  return createServer((request, response) => {
    const { url = '' } = request
    if (isGuarded(url, '/m')) response.setHeader('X-Guard', 'yes')
    const rest = /^\/m(?=[/.?]|$)(.*)$/.exec(url)?.[1]
    if (rest === undefined) {
      response.end()
      return
    }
    Object.assign(request, { originalUrl: url, url: rest.startsWith('/') ? rest : `/${rest}` })
    routes(request, response)
  })
}

// Fastify reads useSemicolonDelimiter from both places, but the types have only the older place.
const semicolons = { routerOptions: { useSemicolonDelimiter: true } } as FastifyServerOptions
const oldSemicolons: FastifyServerOptions = { useSemicolonDelimiter: true }
const hosts: readonly (readonly [name: string, start: () => Promise<Server>])[] = [
  ['Fastify', () => startFastify()],
  ['Fastify that ends a path at a semicolon', () => startFastify(semicolons)],
  ['contexts of Fastify with useSemicolonDelimiter at its older place', () => startContexts(oldSemicolons)],
  ['contexts of Fastify', () => startContexts({})],
  ['contexts of Fastify that ends a path at a semicolon', () => startContexts(semicolons)],
  ['Koa', () => startKoa()],
  ['koa-mount', () => startKoa(true)],
  ['node:http', startNode],
  ['Connect', startConnect],
]
const schemes = ['', 'http://h', 'HTTP://h:1', "http://h'x", 'http://u@h', 'ftp://h', 'http://h;x', 'http://']
const starts = ['', '/m', '/m.', '/m//', '/x', '//']

test.each(hosts)(
  'on %s, no action runs before its guard, for any spelling of the target',
  async (name, start) => {
    const server = await start()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    const client = new RawClient((server.address() as AddressInfo).port)
    closers.push(() => client.close())
    const ends = [
      ...literals,
      ...literals.map((literal) => literal.slice(1)),
      '/%61dmin',
      '/ADMIN',
      '/admin;/',
    ]
    let ran = 0
    for (const scheme of schemes)
      for (const path of starts)
        for (const end of ends) {
          const target = scheme + path + end
          const head = (await client.ask(`GET ${target} HTTP/1.1`)).toLowerCase()
          if (!head.includes('x-ran')) continue
          ran++
          expect([target, head.includes('x-guard')]).toEqual([target, true])
        }
    // A context of Fastify answers all its paths, so no action runs.
    expect(ran > 0).toBe(!name.startsWith('contexts'))
  },
)

test('a target with a non-ASCII space is answered with 404, because URL parsers change the text around the space, and a guard could read another path', async () => {
  const answer = (await koaApplication(false)).callback()
  const server = createHttp2Server((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  closers.push(
    () => server.close(),
    () => session.destroy(),
  )
  const statusOf = (path: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':path': path })
      stream.on('response', ({ ':status': status }) => resolve(status))
      stream.on('error', reject)
      stream.resume()
    })
  expect(await statusOf("/admin'9?a=1")).toBe(200)
  expect(await statusOf("/admin'9?a=\u00A0")).toBe(404)
})

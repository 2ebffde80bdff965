import { serve } from '@hono/node-server'
import express5 from 'express'
import Fastify, { type FastifyInstance } from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import mount from 'koa-mount'
import { createRequire } from 'node:module'
import { createServer, type Server } from 'node:http'
import { connect, createServer as createHttp2Server, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { mvcRouter as forExpress, type Routes } from '@mvc-router/router-core/express'
import { mvcRouter as forFastify } from '@mvc-router/router-core/fastify'
import { mvcRouter as forKoa } from '@mvc-router/router-core/koa'
import { mvcRouter as forNode } from '@mvc-router/router-core/node'
import { folder, renderPage, type Watch } from './application.js'
import { fetchRoutes, sorry, withBefore } from './fetch-routes.js'
import { optionsOf, type StartOptions, type Variant } from './variants.js'

export interface RunningHost {
  /** Undefined if the application runs in another process. */
  readonly routes?: Routes
  /** The errors that have reached the host's own handler. */
  readonly errors: unknown[]
  fetch(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** A host that can start applications. Each application has a guard that gets raw paths and refuses `/closed`. */
export interface Host {
  readonly name: string
  /** True if the host has its own handlers for missing pages and errors. */
  readonly handlesRest: boolean
  /** False if the host answers a missing page with a response that the routes do not get. */
  readonly sharesResponse?: boolean
  /** True if its applications run in other processes, so tests cannot read their routes and errors. */
  readonly isElsewhere?: boolean
  /** @param routeFile a file whose lines replace the usual lines */
  start(variant: Variant, watch: Watch, routeFile?: string): Promise<RunningHost>
}

function inProcess(start: (options: StartOptions) => Promise<RunningHost>): Host['start'] {
  return (variant, watch, routeFile) => {
    const options = optionsOf(variant, watch)
    return start(routeFile === undefined ? options : { ...options, cwd: undefined, routeFiles: routeFile })
  }
}

export const hosts: readonly Host[] = [
  expressHost('Express 5', express5),
  expressHost('Express 4', createRequire(import.meta.url)('express4') as typeof express5),
  { name: 'Fastify 5', handlesRest: true, start: inProcess(startFastify) },
  { name: 'Koa 3', handlesRest: true, start: inProcess(startKoa) },
  { name: 'fetch in process', handlesRest: true, sharesResponse: false, start: inProcess(startFetch) },
  { name: 'Hono 4', handlesRest: true, sharesResponse: false, start: inProcess(startHono) },
  { name: 'node:http', handlesRest: false, start: inProcess(startNode) },
  { name: 'node:http2', handlesRest: false, start: inProcess(startHttp2) },
]

function expressHost(name: string, express: typeof express5): Host {
  const start = async ({
    mount: path = '/',
    renders = true,
    ...options
  }: StartOptions): Promise<RunningHost> => {
    const errors: unknown[] = []
    const app = express()
    app.set('views', `${folder}/views`)
    if (renders) app.set('view engine', 'txt')
    app.engine('txt', (file, model, done) => {
      const [, view = ''] = /(\w+)\.txt$/.exec(file) ?? []
      callbackify(renderPage)(view, model as Record<string, unknown>, done)
    })
    app.use((request, response, next) => {
      response.setHeader('X-Guard', request.originalUrl)
      if (request.path === '/closed') response.status(403).send('closed')
      else next()
    })
    app.use(express.json())
    const routes = await forExpress(options)
    app.use(path, routes)
    app.use((_request, response) => void response.status(404).send('no page'))
    app.use(((error, _request, response, next) => {
      errors.push(error)
      if (response.headersSent) next(error)
      else response.status(error.status ?? 500).send('sorry')
    }) as express5.ErrorRequestHandler)
    return listen(createServer(app), routes, errors)
  }
  return { name, handlesRest: true, start: inProcess(start) }
}

async function startFastify({
  mount: prefix,
  renders = true,
  ...options
}: StartOptions): Promise<RunningHost> {
  const errors: unknown[] = []
  // An aborted fetch opens another connection, for which Fastify would wait 70 seconds.
  const app = Fastify({ forceCloseConnections: true })
  if (renders) {
    const engine = { render: (name: string, model: Record<string, unknown>) => renderPage(name, model) }
    app.decorateReply('viewAsync', engine.render)
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Guard', request.raw.url)
    if (request.raw.url === '/closed') return reply.code(403).send('closed')
  })
  // With this hook Fastify sends an answer after the action has returned, as with hooks that compress.
  app.addHook('onSend', async () => undefined)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('no page'))
  app.setErrorHandler((error: { statusCode?: number; status?: number }, _request, reply) => {
    errors.push(error)
    return reply.code(error.statusCode ?? error.status ?? 500).send('sorry')
  })
  app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null))
  let routes: Routes | undefined
  const register = async (context: FastifyInstance): Promise<void> => {
    await context.register(forFastify, options)
    routes = context.routes
  }
  if (prefix === undefined) await register(app)
  else await app.register(register, { prefix })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const running = connectTo(app.server, routes as unknown as Routes, errors)
  return { ...running, close: () => app.close() }
}

async function startKoa({ mount: path, renders = true, ...options }: StartOptions): Promise<RunningHost> {
  const errors: unknown[] = []
  const app = new Koa()
  app.silent = true
  app.on('error', (error) => errors.push(error))
  app.use(async (context, next) => {
    context.set('X-Guard', context.originalUrl)
    if (context.path === '/closed') {
      context.status = 403
      context.body = 'closed'
      return
    }
    try {
      await next()
      if (context.status === 404 && context.body === undefined && context.writable) {
        context.status = 404
        context.body = 'no page'
      }
    } catch (error) {
      errors.push(error)
      if (context.headerSent) throw error
      context.status = (error as { status?: number }).status ?? 500
      context.body = 'sorry'
    }
  })
  app.use(async (context, next) => {
    if (!context.is('json')) return next()
    const text = await new Response(Readable.toWeb(context.req) as ReadableStream).text()
    Object.assign(context.request, { body: JSON.parse(text) })
    return next()
  })
  const render = renders ? { render: renderPage } : {}
  const routes = await forKoa({ ...options, ...render })
  app.use(path === undefined ? routes : mount(path, routes))
  const answer = app.callback()
  return listen(
    createServer((request, response) => void answer(request, response)),
    routes,
    errors,
  )
}

function nodeRoutes({ mount: cut, renders = true, ...options }: StartOptions): ReturnType<typeof forNode> {
  const routes = forNode({
    ...withBefore(options),
    render: renders ? renderPage : undefined,
  })
  return cut === undefined ? routes : routes.then((listener) => underMount(cut, listener))
}

async function startNode(options: StartOptions): Promise<RunningHost> {
  const routes = await nodeRoutes(options)
  return listen(createServer(routes), routes, [])
}

/** Removes the mount path as Connect does. */
function underMount(path: string, routes: Awaited<ReturnType<typeof forNode>>): typeof routes {
  const listener: typeof routes = Object.assign((...[request, response]: Parameters<typeof routes>) => {
    const url = request.url ?? ''
    const rest = url.slice(path.length)
    if (!url.startsWith(path) || !/^(?:\/|$)/.test(rest)) {
      response.writeHead(404).end()
      return
    }
    Object.assign(request, { originalUrl: url, url: rest || '/' })
    routes(request, response)
  }, routes)
  return listener
}

async function startFetch(options: StartOptions): Promise<RunningHost> {
  const errors: unknown[] = []
  const { routes, answer } = await fetchRoutes(options)
  return {
    routes,
    errors,
    async fetch(path, init) {
      const request = new Request(`http://localhost${path}`, init)
      try {
        const response = (await answer(request)) ?? new Response('no page', { status: 404 })
        // A disconnected client gets no answer.
        request.signal.throwIfAborted()
        return response
      } catch (error) {
        request.signal.throwIfAborted()
        return sorry(error, errors)
      }
    },
    close: () => routes.close(),
  }
}

async function startHono(options: StartOptions): Promise<RunningHost> {
  const errors: unknown[] = []
  const { routes, answer } = await fetchRoutes(options)
  const app = new Hono()
  app.use(async (context, next) => {
    try {
      return (await answer(context.req.raw)) ?? next()
    } catch (error) {
      // Hono needs an instance of Error. In Jest, errors of Node's modules are no instances of this class.
      throw error instanceof Error ? error : Object.assign(new Error('thrown', { cause: error }), error)
    }
  })
  app.notFound((context) => context.text('no page', 404))
  app.onError((error) => sorry(error, errors))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  return connectTo(server, routes, errors)
}

async function startHttp2(options: StartOptions): Promise<RunningHost> {
  const routes = await nodeRoutes(options)
  const server = createHttp2Server(routes)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    routes,
    errors: [],
    fetch: (path, init = {}) => fetchByHttp2(session, path, init),
    async close() {
      session.destroy()
      await closeServer(server)
      await routes.close()
    },
  }
}

function fetchByHttp2(
  session: ReturnType<typeof connect>,
  path: string,
  init: RequestInit,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const given = new Headers(init.headers)
    const { method = 'GET', body } = init
    // Parsers of Express look for the length, which HTTP/2 does not need.
    if (body !== undefined) given.set('content-length', String(Buffer.byteLength(body as string)))
    const stream = session.request({ ...Object.fromEntries(given), ':path': path, ':method': method })
    init.signal?.addEventListener('abort', () => {
      stream.close()
      reject(new Error('aborted'))
    })
    stream.on('error', reject)
    stream.on('close', () => reject(new Error('closed')))
    stream.on('response', ({ ':status': status, ...fields }) => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(fields))
        for (const each of [value].flat()) if (!name.startsWith(':')) headers.append(name, String(each))
      const isEmpty = method === 'HEAD' || status === 204 || status === 304
      if (isEmpty) stream.resume()
      const answer = isEmpty ? null : (Readable.toWeb(stream) as ReadableStream)
      resolve(new Response(answer, { status: Number(status), headers }))
    })
    stream.end(body === undefined || body === null ? undefined : (body as string | Uint8Array))
  })
}

async function listen(server: Server, routes: Routes, errors: unknown[]): Promise<RunningHost> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return connectTo(server, routes, errors)
}

function connectTo(server: Server, routes: Routes, errors: unknown[]): RunningHost {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    routes,
    errors,
    fetch: (path, init) => fetch(origin + path, { redirect: 'manual', ...init }),
    async close() {
      server.closeAllConnections()
      await closeServer(server)
      await routes.close()
    },
  }
}

async function closeServer(server: Server | Http2Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve))
}

import { createServer as createNodeServer, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import {
  createServer,
  RouterHandlerMapping,
  type RouterHandlerMappingOptions,
  type ExpressRequest,
  type ExpressResponse,
} from '@mvc-router/router-core/express'
import { mvcRouter } from '@mvc-router/router-core/fastify'
import express, { type Express } from 'express'
import createFastify from 'fastify'
import { Hono } from 'hono'
import { toColonPath } from '../match/match-peer.js'
import type { RouteSet } from '../route-sets.js'

/** The answer is a line of text, or an object that the framework itself writes as JSON. */
export type AnswerKind = 'text' | 'JSON'

/** Creates a server that does not listen yet. All its routes answer with `describe` or `describeAsObject`. */
type HttpPeer = (set: RouteSet, kind: AnswerKind) => Server | Promise<Server>

export const [ours, oursOnFastify, bare] = [
  'Express with the mapping, createServer',
  'Fastify with the mapping',
  'bare node:http',
]

/** The first server is ours. All servers send the same number of headers. */
export const httpPeers: ReadonlyMap<string, HttpPeer> = new Map(
  Object.entries<HttpPeer>({
    [ours]: async (set, kind) => createServer(createApp().use((await loadMapping(set, kind)).middleware)),
    'Express with the mapping': async (set, kind) =>
      createNodeServer(createApp().use((await loadMapping(set, kind)).middleware)),
    Express: ({ routes }, kind) => {
      const app = createApp()
      for (const [index, route] of routes.entries())
        app[route.method.toLowerCase() as 'get'](toColonPath(route), ({ params }, response) => {
          if (kind === 'text') answer(response, describe(index, params))
          else response.json(describeAsObject(index, params))
        })
      return createNodeServer(app)
    },
    [oursOnFastify]: async (set, kind) => {
      const app = createFastify()
      await app.register(mvcRouter, routesOf(set, kind))
      await app.ready()
      return app.server
    },
    Fastify: async ({ routes }, kind) => {
      const app = createFastify({ exposeHeadRoutes: false })
      const body = kind === 'text' ? describe : describeAsObject
      for (const [index, route] of routes.entries())
        app.route<{ Params: Record<string, string> }>({
          method: route.method,
          url: toColonPath(route),
          handler: ({ params }, reply) => reply.send(body(index, params)),
        })
      await app.ready()
      return app.server
    },
    Hono: ({ routes }, kind) => {
      const app = new Hono()
      for (const [index, route] of routes.entries())
        app.on(route.method, toColonPath(route), (context) =>
          kind === 'text'
            ? context.text(describe(index, context.req.param()))
            : context.json(describeAsObject(index, context.req.param())),
        )
      const listener = getRequestListener(app.fetch)
      return createNodeServer((request, response) => void listener(request, response))
    },
    [bare]: (_set, kind) =>
      createNodeServer((_request, response) => {
        if (kind === 'text') answer(response, '100 42')
        else answer(response, JSON.stringify(describeAsObject(100, { id: 42 })), 'application/json')
      }),
  }),
)

/** An application without `X-Powered-By` and without ETags, because the hash of an ETag takes time. */
function createApp(): Express {
  return express().disable('x-powered-by').disable('etag')
}

async function loadMapping(set: RouteSet, kind: AnswerKind): Promise<RouterHandlerMapping> {
  const mapping = new RouterHandlerMapping(routesOf(set, kind))
  await mapping.load()
  return mapping
}

function routesOf({ text, routes }: RouteSet, kind: AnswerKind): RouterHandlerMappingOptions {
  const controllers: Record<string, Record<string, unknown>> = {}
  for (const [index, { action }] of routes.entries()) {
    const [controller = '', method = ''] = action.split('.')
    const methods = (controllers[controller] ??= {})
    methods[method] =
      kind === 'text'
        ? ({ params }: ExpressRequest, response: ExpressResponse) => answer(response, describe(index, params))
        : ({ params }: ExpressRequest) => describeAsObject(index, params)
  }
  return { routeFiles: () => text, controllers }
}

/**
 * Answers through Node's response. The name of the header is in lower case. With capitals, `setHeader` takes 2 to 3 µs
 * longer in a process that sets no other header, and real sites set other headers.
 */
function answer(response: ServerResponse, text: string, type = 'text/plain'): void {
  response.setHeader('content-type', `${type}; charset=utf-8`)
  response.end(text)
}

/** The text of every right answer. It has all parameters, so no candidate can skip matching or decoding. */
export function describe(route: number, params: Readonly<Record<string, unknown>>): string {
  let text = String(route)
  for (const name in params) text += ` ${String(params[name])}`
  return text
}

/**
 * An object like the usual answer of an API, with about 300 bytes of JSON. Its description is the text of `describe`.
 */
export function describeAsObject(route: number, params: Readonly<Record<string, unknown>>): object {
  return {
    id: route,
    description: describe(route, params),
    title: 'Effective Java, third edition',
    author: { id: 4711, name: 'Joshua Bloch', url: '/authors/4711' },
    isbn: '978-0134685991',
    pages: 412,
    available: true,
    rating: 4.7,
    tags: ['java', 'programming', 'best practices'],
    review: 'Essential reading for everybody who writes code',
    publisher: null,
  }
}

import { createServer as createNodeServer, type Server } from 'node:http'
import {
  createServer,
  RouterHandlerMapping,
  RouterModelAttribute,
  type ExpressRequest,
  type ExpressResponse,
} from '@mvc-router/router-core/express'
import express, { type Express } from 'express'
import { toColonPath } from '../../match/match-peer.js'
import type { RouteSet } from '../../route-sets.js'
import { answer, describe, describeAsObject, type AnswerKind, type HttpPeer } from '../http-peer.js'

// The same Express each time, with no more headers than the others send: without `X-Powered-By` and without an ETag, for
// which the answer would be hashed.

export const expressPlain: HttpPeer = {
  name: 'Express, plain routing',
  async create(set, kind) {
    const app = createApp()
    for (const [index, route] of set.routes.entries()) {
      const method = route.method.toLowerCase() as 'get'
      app[method](
        toColonPath(route, (name) => `:${name}`),
        (request, response) => {
          if (kind === 'text') answer(response, describe(index, request.params))
          else response.json(describeAsObject(index, request.params))
        },
      )
    }
    return createNodeServer(app)
  },
}

export const expressMapping: HttpPeer = {
  name: 'Express with the mapping',
  create: async (set, kind) => createNodeServer(await createMappedApp(set, kind)),
}

export const expressMappingServer: HttpPeer = {
  name: 'Express with the mapping, createServer',
  create: async (set, kind) => createServer(await createMappedApp(set, kind)),
}

export const expressLinks: HttpPeer = {
  name: '… and the model attribute',
  async create(set, kind): Promise<Server> {
    const mapping = await loadMapping(set, kind)
    const app = createApp()
    app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    return createServer(app)
  },
}

function createApp(): Express {
  return express().disable('x-powered-by').disable('etag')
}

async function createMappedApp(set: RouteSet, kind: AnswerKind): Promise<Express> {
  const mapping = await loadMapping(set, kind)
  return createApp().use(mapping.middleware)
}

async function loadMapping({ text, routes }: RouteSet, kind: AnswerKind): Promise<RouterHandlerMapping> {
  const controllers: Record<string, Record<string, unknown>> = {}
  for (const [index, { action }] of routes.entries()) {
    const [controller = '', method = ''] = action.split('.')
    controllers[controller] ??= {}
    controllers[controller][method] =
      kind === 'text'
        ? (request: ExpressRequest, response: ExpressResponse) => {
            answer(response, describe(index, request.params))
          }
        : (request: ExpressRequest) => describeAsObject(index, request.params)
  }
  const mapping = new RouterHandlerMapping({ routeFiles: () => text, controllers })
  await mapping.load()
  return mapping
}

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
import { answer, describe, type HttpPeer } from '../http-peer.js'

// The same Express each time, with no more headers than the others send: without `X-Powered-By`, and by `response.end`
// instead of `send`, which would hash the answer for an ETag.

export const expressPlain: HttpPeer = {
  name: 'Express, plain routing',
  async create(set) {
    const app = createApp()
    for (const [index, route] of set.routes.entries()) {
      const method = route.method.toLowerCase() as 'get'
      app[method](
        toColonPath(route, (name) => `:${name}`),
        (request, response) => {
          answer(response, describe(index, request.params))
        },
      )
    }
    return createNodeServer(app)
  },
}

export const expressMapping: HttpPeer = {
  name: 'Express with the mapping',
  create: async (set) => createNodeServer(await createMappedApp(set)),
}

export const expressMappingServer: HttpPeer = {
  name: 'Express with the mapping, createServer',
  create: async (set) => createServer(await createMappedApp(set)),
}

export const expressLinks: HttpPeer = {
  name: '… and the model attribute',
  async create(set): Promise<Server> {
    const mapping = await loadMapping(set)
    const app = createApp()
    app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    return createServer(app)
  },
}

function createApp(): Express {
  return express().disable('x-powered-by')
}

async function createMappedApp(set: RouteSet): Promise<Express> {
  const mapping = await loadMapping(set)
  return createApp().use(mapping.middleware)
}

async function loadMapping({ text, routes }: RouteSet): Promise<RouterHandlerMapping> {
  const controllers: Record<string, Record<string, unknown>> = {}
  for (const [index, { action }] of routes.entries()) {
    const [controller = '', method = ''] = action.split('.')
    controllers[controller] ??= {}
    controllers[controller][method] = (request: ExpressRequest, response: ExpressResponse) => {
      answer(response, describe(index, request.params))
    }
  }
  const mapping = new RouterHandlerMapping({ routeFiles: () => text, controllers })
  await mapping.load()
  return mapping
}

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { toColonPath } from '../../match/match-peer.js'
import { describe, type HttpPeer } from '../http-peer.js'

export const hono: HttpPeer = {
  name: 'Hono',
  async create(set) {
    const app = new Hono()
    for (const [index, route] of set.routes.entries()) {
      app.on(
        route.method,
        toColonPath(route, (name) => `:${name}`),
        (context) => context.text(describe(index, context.req.param())),
      )
    }
    const listener = getRequestListener(app.fetch)
    return createServer((request, response) => void listener(request, response))
  },
}

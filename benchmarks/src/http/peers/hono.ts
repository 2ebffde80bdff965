import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { toColonPath } from '../../match/match-peer.js'
import { describe, describeAsObject, type HttpPeer } from '../http-peer.js'

export const hono: HttpPeer = {
  name: 'Hono',
  async create(set, kind) {
    const app = new Hono()
    const respond = (context: Context, index: number): Response =>
      kind === 'text'
        ? context.text(describe(index, context.req.param()))
        : context.json(describeAsObject(index, context.req.param()))
    for (const [index, route] of set.routes.entries()) {
      app.on(
        route.method,
        toColonPath(route, (name) => `:${name}`),
        (context) => respond(context, index),
      )
    }
    const listener = getRequestListener(app.fetch)
    return createServer((request, response) => void listener(request, response))
  },
}

import createFastify from 'fastify'
import { toColonPath } from '../../match/match-peer.js'
import { describe, describeAsObject, type HttpPeer } from '../http-peer.js'

export const fastify: HttpPeer = {
  name: 'Fastify',
  async create(set, kind) {
    const app = createFastify({ exposeHeadRoutes: false })
    const body = kind === 'text' ? describe : describeAsObject
    for (const [index, route] of set.routes.entries()) {
      app.route<{ Params: Record<string, string> }>({
        method: route.method,
        url: toColonPath(route, (name) => `:${name}`),
        handler: (request, reply) => reply.send(body(index, request.params)),
      })
    }
    await app.ready()
    return app.server
  },
}

import { mvcRouter } from '@mvc-router/router-core/fetch'
import { createServer, type RequestListener } from 'node:http'
import type { ServerRequest } from 'srvx'
import { toNodeHandler } from 'srvx/node'
import type { ServeSite } from './site-server.js'

/** Serves the shop by the Fetch API alone. `Bun.serve` and `Deno.serve` accept the same function. */
export const onFetch: ServeSite = async ({ options, views }) => {
  const routes = await mvcRouter({ ...options, render: views.render })
  const answer = toNodeHandler(async (request: ServerRequest) => {
    const answered = await routes.fetch(request, { remoteAddress: request.ip })
    return answered ?? new Response('Not found', { status: 404 })
  })
  return { server: createServer(answer as RequestListener), mapping: routes.mapping }
}

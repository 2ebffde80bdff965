import type { ServerResponse } from 'node:http'
import { Params } from '@mvc-router/router-core/express'
import { type RestPart, wholeContext } from './rest-part.js'
import { isRestController } from '../../controller/rest-controller.js'

const routes = `+ hidden
GET /health/live  healthController.live
+ hidden
GET /health/ready  healthController.ready
`

/**
 * Answers health checks. `live` means that the process runs. `ready` means that the stores of all generic controllers
 * are available. A load balancer sends no requests to a process that is not ready, but does not restart the process.
 */
export function healthPart(): RestPart {
  const controller = {
    live: Params(wholeContext)(({ response }) => send(response, true)),
    ready: Params(wholeContext)(async ({ response, mapping }) => {
      const pings = Array.from(new Set(mapping.controllers.controllers.values()))
        .filter(isRestController)
        .map(async (one) => one.ping())
      const results = await Promise.allSettled(pings)
      const isUp = results.every(({ status }) => status === 'fulfilled')
      send(response, isUp)
    }),
  }
  return { name: 'healthController', routes, controller }
}

function send(response: ServerResponse, isUp: boolean): void {
  response.statusCode = isUp ? 200 : 503
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('Cache-Control', 'no-store')
  if (!isUp) response.setHeader('Retry-After', '1')
  response.end(JSON.stringify({ status: isUp ? 'up' : 'down' }))
}

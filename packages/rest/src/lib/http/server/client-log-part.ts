import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpRequest, httpResponse, Params } from '@mvc-router/router-core/express'
import type { ClientLog } from '../log/client-log.js'
import type { RestPart } from './rest-part.js'

/** The endpoints of the client log. */
export function clientLogPart(clientLog: ClientLog): RestPart {
  const bindings = Params(httpRequest<IncomingMessage>(), httpResponse<ServerResponse>())
  return {
    name: 'clientLogController',
    routes: 'POST /api/log   clientLogController.log\nPOST /api/logs  clientLogController.logAll\n',
    controller: {
      log: bindings(async (request, response) => {
        await clientLog.logOne(request)
        response.end()
      }),
      logAll: bindings(async (request, response) => {
        await clientLog.logAll(request)
        response.end()
      }),
    },
  }
}

import { Params } from '@mvc-router/router-core/express'
import type { ClientLog } from '../log/client-log.js'
import { type RestPart, wholeContext } from './rest-part.js'

export function clientLogPart(clientLog: ClientLog): RestPart {
  return {
    name: 'clientLogController',
    routes: 'POST /api/log   clientLogController.log\nPOST /api/logs  clientLogController.logAll\n',
    controller: {
      log: Params(wholeContext)(async ({ request, response }) => {
        await clientLog.logOne(request)
        response.end()
      }),
      logAll: Params(wholeContext)(async ({ request, response }) => {
        await clientLog.logAll(request)
        response.end()
      }),
    },
  }
}

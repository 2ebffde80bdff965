import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpRequest, httpResponse, Params } from '@mvc-router/router-core/express'
import type { ClientLog } from '../log/client-log.js'
import { clientLogLevels } from '../log/client-log-record.js'
import type { Operation } from '../openapi/crud-operations.js'
import type { JsonSchema } from '../openapi/entity-schemas.js'
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

/** What the OpenAPI document says of them. */
export const clientLogOperations: ReadonlyMap<string, Operation> = new Map([
  ['clientLogController.log', operation('Logs one record of a client', recordSchema())],
  [
    'clientLogController.logAll',
    operation('Logs records of a client, all or none', {
      type: 'array',
      maxItems: 100,
      items: recordSchema(),
    }),
  ],
])

function operation(summary: string, schema: JsonSchema): Operation {
  return {
    summary,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: 'Logged' }, default: { $ref: '#/components/responses/Error' } },
  }
}

function recordSchema(): JsonSchema {
  return {
    type: 'object',
    properties: {
      level: { type: 'string', enum: [...clientLogLevels] },
      message: { type: 'string', minLength: 1 },
      time: {
        oneOf: [
          { type: 'string', format: 'date-time' },
          { type: 'integer', minimum: 0 },
        ],
      },
      context: { type: ['string', 'null'] },
    },
    required: ['level', 'message', 'time'],
  }
}

import { clientLogLevels, maxContextBytes, maxMessageBytes, maxTime } from '../log/client-log-record.js'
import type { Operation } from './operations.js'
import { type JsonSchema, errorReference } from './shared-schemas.js'

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
    responses: {
      200: { description: 'Logged' },
      ...Object.fromEntries([400, 413, 415, 429, 'default'].map((status) => [status, errorReference])),
    },
  }
}

function recordSchema(): JsonSchema {
  return {
    type: 'object',
    properties: {
      level: { type: 'string', enum: [...clientLogLevels] },
      message: { type: 'string', minLength: 1, maxLength: maxMessageBytes },
      time: {
        oneOf: [
          { type: 'string', format: 'date-time' },
          { type: 'integer', minimum: 0, maximum: maxTime },
        ],
      },
      context: { type: ['string', 'null'], minLength: 1, maxLength: maxContextBytes },
    },
    required: ['level', 'message', 'time'],
  }
}

import type { RegisteredAction } from '@mvc-router/router-core/express'
import { isRestController } from '../../controller/rest-controller.js'
import { answerOf } from './answer-schemas.js'
import { alternatives, contentOf, notModified, type Operation } from './crud-operations.js'
import type { DocumentSchemas } from './document-schemas.js'
import { errorReference } from './shared-schemas.js'

export function customOperation(
  method: string,
  { controller, methodName, metadata: { parameters = [], responseStatus } }: RegisteredAction,
  schemes: readonly string[],
  schemas: DocumentSchemas,
): Operation {
  const answer = answerOf(controller, methodName, schemas)
  const requires = isRestController(controller) ? Object.keys(controller.requires) : []
  const described = parameters.flatMap(({ source, name: parameter }) => {
    const place = places.get(source)
    return place === undefined ? [] : [{ name: parameter, in: place, schema: { type: 'string' } }]
  })
  const hasBody = parameters.some(({ source }) => source === 'body')
  const content = answer && contentOf(answer)
  return {
    // `findSummary` becomes `find summary`.
    summary: methodName.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase(),
    ...(described.length === 0 ? {} : { parameters: described }),
    ...(hasBody ? { requestBody: { required: true, content: { 'application/json': { schema: {} } } } } : {}),
    // The action may call generic methods with roles. These roles are unknown, so authentication is optional.
    ...(requires.length > 0 && schemes.length > 0 && { security: [{}, ...alternatives(schemes, [])] }),
    responses: {
      [responseStatus ?? 200]: { description: 'Success', ...(content && { content }) },
      // Every answer to a GET has a tag, so 304 is possible.
      ...(method === 'get' && responseStatus === undefined && { 304: notModified }),
      '4XX': errorReference,
      default: errorReference,
    },
  }
}

const places: ReadonlyMap<string, string> = new Map([
  ['parameter', 'query'],
  ['header', 'header'],
  ['cookie', 'cookie'],
])

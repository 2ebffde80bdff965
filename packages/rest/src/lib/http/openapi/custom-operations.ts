import type { RegisteredAction } from '@mvc-router/router-core/express'
import { notModified, type Operation } from './crud-operations.js'
import { type JsonSchema, errorReference } from './shared-schemas.js'

export function customOperation(
  name: string,
  { parameters = [], responseStatus }: RegisteredAction['metadata'],
  answer: JsonSchema | undefined,
): Operation {
  const described = parameters.flatMap(({ source, name: parameter }) => {
    const place = places.get(source)
    return place === undefined ? [] : [{ name: parameter, in: place, schema: { type: 'string' } }]
  })
  const hasBody = parameters.some(({ source }) => source === 'body')
  const content =
    answer &&
    Object.fromEntries(['json', 'xml', 'hal+json'].map((type) => [`application/${type}`, { schema: answer }]))
  return {
    summary: wordsOf(name),
    ...(described.length === 0 ? {} : { parameters: described }),
    ...(hasBody ? { requestBody: { required: true, content: { 'application/json': { schema: {} } } } } : {}),
    responses: {
      [responseStatus ?? 200]: { description: 'Success', ...(content && { content }) },
      ...(responseStatus === undefined && { [notModifiedStatus]: notModified }),
      '4XX': errorReference,
      default: errorReference,
    },
  }
}

/** Every answer to a GET has a tag, so 304 is possible. */
const notModifiedStatus = '304'

/** Removes 304 from the operations of methods other than GET. */
export function operationFor(method: string, operation: Operation): Operation {
  if (method === 'get') return operation
  const responses = Object.entries(operation['responses'] as object)
  return {
    ...operation,
    responses: Object.fromEntries(responses.filter(([status]) => status !== notModifiedStatus)),
  }
}

/** Converts `findSummary` to `find summary`. */
function wordsOf(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
}

const places: ReadonlyMap<string, string> = new Map([
  ['parameter', 'query'],
  ['header', 'header'],
  ['cookie', 'cookie'],
])

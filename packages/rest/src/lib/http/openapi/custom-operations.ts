import type { Operation } from './crud-operations.js'

/** What is read of the annotations of an action. */
export interface AnnotatedAction {
  readonly parameters?: readonly AnnotatedParameter[]
  readonly responseStatus?: number
}

interface AnnotatedParameter {
  readonly source: string
  readonly name: string
}

/** What the annotations of an application's own action say of it. */
export function customOperation({ parameters = [], responseStatus = 200 }: AnnotatedAction): Operation {
  const described = parameters.flatMap(parameterOf)
  const hasBody = parameters.some(({ source }) => source === 'body')
  return {
    ...(described.length === 0 ? {} : { parameters: described }),
    ...(hasBody ? { requestBody: { required: true, content: { 'application/json': { schema: {} } } } } : {}),
    responses: {
      [responseStatus]: { description: 'Success' },
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

const places: ReadonlyMap<string, string> = new Map([
  ['parameter', 'query'],
  ['header', 'header'],
  ['cookie', 'cookie'],
])

function parameterOf({ source, name }: AnnotatedParameter): readonly object[] {
  const place = places.get(source)
  return place === undefined ? [] : [{ name, in: place, schema: { type: 'string' } }]
}

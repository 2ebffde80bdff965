/** A JSON Schema of dialect 2020-12, which OpenAPI 3.1 speaks. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A reference to a schema of the document. */
export function schemaReference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** A reference to the answer to whatever is refused. */
export const errorReference: object = { $ref: '#/components/responses/Error' }

// What the operations of all controllers answer alike.

export const restErrorSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'string', description: 'The reason phrase' },
    code: { type: 'integer', description: 'The HTTP status code' },
    message: { type: 'string' },
    developerMessage: { type: ['string', 'null'] },
    moreInfoUrl: { type: ['string', 'null'] },
  },
  required: ['status', 'code', 'message', 'developerMessage', 'moreInfoUrl'],
}

export const problemSchema: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'Of a body: a JSON Pointer (RFC 6901) to the value' },
          parameter: { type: 'string', description: 'Of a path or a query: the name of the parameter' },
          header: { type: 'string', description: 'The name of a header' },
          code: { type: 'string', description: 'The rule that it breaks' },
          message: { type: 'string' },
        },
        required: ['code', 'message'],
      },
    },
  },
}

export const uncountedPageSchema: JsonSchema = {
  type: 'object',
  properties: {
    content: { type: 'array', items: {} },
    size: { type: 'integer' },
    number: { type: 'integer', description: 'From 0' },
    numberOfElements: { type: 'integer' },
  },
  required: ['content', 'size', 'number', 'numberOfElements'],
}

export const halLinksSchema: JsonSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: { href: { type: 'string', format: 'uri-reference' } },
    required: ['href'],
  },
}

export const cursorPageSchema: JsonSchema = {
  type: 'object',
  properties: {
    content: { type: 'array', items: {} },
    size: { type: 'integer' },
    next: { type: ['string', 'null'], description: 'The cursor of the next page, `null` at the end' },
  },
  required: ['content', 'size', 'next'],
}

export const pageSchema: JsonSchema = {
  type: 'object',
  properties: {
    content: { type: 'array', items: {} },
    totalPages: { type: 'integer' },
    totalElements: { type: 'integer' },
    size: { type: 'integer' },
    number: { type: 'integer', description: 'From 0' },
    numberOfElements: { type: 'integer' },
  },
  required: ['content', 'totalPages', 'totalElements', 'size', 'number', 'numberOfElements'],
}

/** The answer to whatever is refused. */
export const errorResponse: object = {
  description: 'An error',
  content: {
    'application/json': { schema: schemaReference('RestError') },
    'application/xml': { schema: schemaReference('RestError') },
    'application/problem+json': { schema: schemaReference('ProblemDetails') },
  },
}

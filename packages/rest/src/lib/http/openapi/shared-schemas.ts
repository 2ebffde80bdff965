/** A JSON Schema of dialect 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>

export function schemaReference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

export const errorReference: object = { $ref: '#/components/responses/Error' }

/** Returns the schema of an object. By default, all properties are required. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  RestError: objectSchema({
    status: { type: 'string', description: 'The reason phrase' },
    code: { type: 'integer', description: 'The HTTP status code' },
    message: { type: 'string' },
    developerMessage: { type: ['string', 'null'] },
    moreInfoUrl: { type: ['string', 'null'] },
  }),
  ProblemDetails: objectSchema(
    {
      type: { type: 'string', format: 'uri-reference' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errors: {
        type: 'array',
        items: objectSchema(
          {
            pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) to the value in a body' },
            parameter: { type: 'string', description: 'Name of the parameter in a path or a query' },
            header: { type: 'string', description: 'The name of a header' },
            code: { type: 'string', description: 'The broken rule' },
            message: { type: 'string' },
          },
          ['code', 'message'],
        ),
      },
    },
    [],
  ),
}

/** A document contains only the list schemas that it refers to. */
export const listSchemas: Readonly<Record<string, JsonSchema>> = {
  Page: objectSchema({
    content: { type: 'array', items: {} },
    totalPages: { type: 'integer' },
    totalElements: { type: 'integer' },
    size: { type: 'integer' },
    number: { type: 'integer', description: 'From 0' },
    numberOfElements: { type: 'integer' },
  }),
  UncountedPage: objectSchema({
    content: { type: 'array', items: {} },
    size: { type: 'integer' },
    number: { type: 'integer', description: 'From 0' },
    numberOfElements: { type: 'integer' },
  }),
  CursorPage: objectSchema({
    content: { type: 'array', items: {} },
    size: { type: 'integer' },
    next: { type: ['string', 'null'], description: 'The cursor of the next page, `null` at the end' },
  }),
  HalLinks: {
    type: 'object',
    additionalProperties: objectSchema({ href: { type: 'string', format: 'uri-reference' } }),
  },
}

export const errorResponse: object = {
  description: 'An error',
  content: {
    'application/json': { schema: schemaReference('RestError') },
    'application/xml': { schema: schemaReference('RestError') },
    'application/problem+json': { schema: schemaReference('ProblemDetails') },
  },
}

import type { RegisteredAction } from '@mvc-router/router-core/express'
import { isRestController, type RestController } from '../../controller/rest-controller.js'
import { requiredRoles, type RestMethod } from '../../controller/rest-method.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import { endpoints, endpointViews, successStatus } from '../actions/endpoint.js'
import { mergePatchType } from '../body/body-reader.js'
import { shownProperties } from '../../view/shown-properties.js'
import { answeredItem, answerOf } from './answer-schemas.js'
import { operationParameters } from './operation-parameters.js'
import { type DocumentSchemas, keySchema } from './document-schemas.js'
import { type JsonSchema, errorReference, objectSchema, schemaReference } from './shared-schemas.js'

/** An OpenAPI Operation Object without its path parameters and identifier. */
export type Operation = Readonly<Record<string, unknown>>

/** Facts about an operation that its controller does not know. */
export interface ApiSurroundings {
  readonly schemes: readonly string[]
  /** The entities to which other entities refer. */
  readonly referenced: ReadonlySet<EntityDefinition>
  /** For a nested list such as `/authors/{id}/books`, the controller of authors. */
  readonly parent: RestController | undefined
  readonly schemas: DocumentSchemas
}

export function crudOperation(
  controller: RestController,
  method: RestMethod,
  { schemes, referenced, parent, schemas }: ApiSurroundings,
): Operation {
  const { entity } = controller
  const { httpMethod } = endpoints[method]
  const view = endpointViews(controller).get(method)
  const input = inputOf(entity, httpMethod, schemas)
  const answered = (method === 'findAll' ? answeredItem : answerOf)(controller, method, schemas)
  const steps = [{ controller, method }]
  if (parent !== undefined) steps.push({ controller: parent, method: 'findById' })
  const roles = steps
    .map((step) => requiredRoles(step.controller.requires, step.method))
    .filter((needed) => needed !== undefined)
  const needsUser = roles.length > 0
  const isConditional = method !== 'create'
  const refusals: readonly (number | false)[] = [
    400,
    needsUser && 401,
    steps.some((step) => step.controller.mayRefuse(step.method)) && 403,
    steps.some((step) => endpoints[step.method].isItem) && 404,
    httpMethod !== 'DELETE' && 406,
    canConflict(entity, httpMethod, referenced.has(entity)) && 409,
    isConditional && 412,
    input !== undefined && 413,
    input !== undefined && 415,
    isConditional && httpMethod !== 'GET' && controller.requireIfMatch && 428,
  ]
  return {
    summary: summaries[method].replace('{}', entity.name),
    parameters: operationParameters(controller, method, shownProperties(entity, view)),
    ...(input && { requestBody: { required: true, content: input } }),
    ...(needsUser &&
      schemes.length > 0 && { security: alternatives(schemes, Array.from(new Set(roles.flat()))) }),
    responses: {
      ...successOf(controller, method, answered ?? schemas.referenceTo(entity, view)),
      ...Object.fromEntries(refusals.filter(Boolean).map((status) => [status, errorReference])),
      default: errorReference,
    },
  }
}

/** Allows any of the schemes, with these roles. */
function alternatives(schemes: readonly string[], roles: readonly string[]): readonly object[] {
  return schemes.map((scheme) => ({ [scheme]: roles }))
}

const summaries: Readonly<Record<RestMethod, string>> = {
  findAll: 'A page of {}, or a simple list',
  findById: 'One {}',
  create: 'Creates one {}',
  update: 'Replaces one {}',
  patch: 'Changes one {} by a JSON merge patch, RFC 7396',
  delete: 'Deletes one {}',
  deleteAll: 'Deletes every {}',
}

/** True if an operation may be answered with 409: for a duplicate value, a referenced row or an old version. */
function canConflict(
  { version, fields }: EntityDefinition,
  httpMethod: string,
  isReferenced: boolean,
): boolean {
  switch (httpMethod) {
    case 'GET':
      return false
    case 'POST':
      return true
    case 'DELETE':
      return isReferenced
    default:
      return version !== undefined || fields.some((field) => field.unique || field.references !== undefined)
  }
}

/** Returns the schema of the id in a path. If `findById` is overridden, the id may be any text. */
export function identifierSchema({ findsByKey, entity }: RestController): JsonSchema {
  return findsByKey ? keySchema(entity) : { type: 'string' }
}

/** Returns the request body by media type, or `undefined` if the endpoint has no body. */
function inputOf(
  entity: EntityDefinition,
  httpMethod: string,
  schemas: DocumentSchemas,
): Content | undefined {
  if (httpMethod === 'PATCH') return { [mergePatchType]: { schema: schemas.referenceTo(entity, 'Patch') } }
  if (httpMethod !== 'POST' && httpMethod !== 'PUT') return undefined
  const schema = schemas.referenceTo(entity, 'Input')
  return { 'application/json': { schema }, 'application/xml': { schema } }
}

function successOf(
  controller: RestController,
  method: RestMethod,
  output: JsonSchema,
): Readonly<Record<string, unknown>> {
  const { httpMethod } = endpoints[method]
  const status = successStatus[httpMethod]
  if (status === 204) return { 204: { description: 'Deleted' } }
  const headers = { ETag: tagHeader }
  const one = { description: controller.entity.name, headers, content: contentOf(output, halOf(output)) }
  const Location = { schema: { type: 'string', format: 'uri-reference' } }
  if (status === 201) return { 201: { ...one, description: 'Created', headers: { Location, ...headers } } }
  return {
    200: method === 'findAll' ? listResponse(controller, output) : one,
    ...(httpMethod === 'GET' && { 304: notModified }),
  }
}

function listResponse({ totals }: RestController, output: JsonSchema): object {
  const anyOf = [
    pageOf(totals === 'none' ? 'UncountedPage' : 'Page', output),
    pageOf('CursorPage', output),
    { type: 'array', items: output },
  ]
  return {
    description: 'A page; with `after`, a page by cursor; with `ids[]` or `page=no`, a simple list',
    headers: {
      ETag: tagHeader,
      Link: { description: 'first, prev, next and last page, RFC 8288', schema: { type: 'string' } },
    },
    content: contentOf({ anyOf }, halListOf(output)),
  }
}

const tagHeader = { schema: { type: 'string' } }
const notModified = { description: 'The client has it already', headers: { ETag: tagHeader } }

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

function contentOf(schema: JsonSchema, hal: JsonSchema = schema): Content {
  return {
    'application/json': { schema },
    'application/xml': { schema },
    'application/hal+json': { schema: hal },
  }
}

function halOf(output: JsonSchema): JsonSchema {
  return { allOf: [output, objectSchema({ _links: schemaReference('HalLinks') })] }
}

function halListOf(output: JsonSchema): JsonSchema {
  const item = { type: 'array', items: halOf(output) }
  return objectSchema({ _links: schemaReference('HalLinks'), _embedded: objectSchema({ item }) })
}

function pageOf(name: string, output: JsonSchema): JsonSchema {
  const content = objectSchema({ content: { type: 'array', items: output } }, [])
  return { allOf: [schemaReference(name), content] }
}

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

import { GenericRestController } from '../../controller/generic-rest-controller.js'
import { requiredRoles } from '../../controller/required-roles.js'
import type { RestController, RestMethod } from '../../controller/rest-controller.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { ViewType } from '../../entity/view-type.js'
import { endpoints, requiresIfMatch } from '../actions/endpoint.js'
import { mergePatchType } from '../body/body-reader.js'
import { shownProperties } from '../../view/shown-properties.js'
import { answeredItem, answerOf } from './answer-schemas.js'
import { keySchema } from './entity-schemas.js'
import { operationParameters } from './operation-parameters.js'
import type { SchemaNames } from './schema-names.js'
import { type JsonSchema, errorReference, objectSchema, schemaReference } from './shared-schemas.js'

/** An OpenAPI Operation Object without its path parameters and identifier. */
export type Operation = Readonly<Record<string, unknown>>

/** A generic controller, and the view of each of its endpoints that has one. */
export interface DocumentedController {
  readonly controller: RestController
  readonly views: ReadonlyMap<RestMethod, ViewType>
}

/** The surroundings of an operation, beside its own controller. */
export interface ApiSurroundings {
  /** The names of the security schemes. */
  readonly schemes: readonly string[]
  /** The entities that others refer to. */
  readonly referenced: ReadonlySet<EntityDefinition>
  /** The controller under whose entities a list is nested: it has to show the one in the path. */
  readonly parent: RestController | undefined
  readonly names: SchemaNames
}

/** The operation behind an endpoint of a generic controller, and what it needs of those who ask. */
export function crudOperation(
  { controller, views }: DocumentedController,
  method: RestMethod,
  { schemes, referenced, parent, names }: ApiSurroundings,
): Operation {
  const { entity } = controller
  const view = views.get(method)
  const input = inputOf(entity, method, names)
  const steps: readonly Step[] = [
    { controller, method },
    ...(parent === undefined ? [] : [{ controller: parent, method: 'findById' as const }]),
  ]
  const needed = rolesOf(steps)
  const answered = (method === 'findAll' ? answeredItem : answerOf)(controller, method, names)
  const needs = { needsUser: needed !== undefined, hasBody: input !== undefined }
  return {
    summary: summaries[method].replace('{}', entity.name),
    parameters: operationParameters(controller, method, shownProperties(entity, view)),
    ...(input && { requestBody: { required: true, content: input } }),
    ...(needed !== undefined && schemes.length > 0 ? { security: alternatives(schemes, needed) } : {}),
    responses: {
      ...successOf(controller, method, answered ?? names.referenceTo(entity, view)),
      ...refusals(controller, method, { ...needs, steps, isReferenced: referenced.has(entity) }),
      default: errorReference,
    },
  }
}

/** The work for one request: an operation of a controller. */
interface Step {
  readonly controller: RestController
  readonly method: RestMethod
}

/** The roles for all of it; `undefined` where nothing of it needs a user. */
function rolesOf(steps: readonly Step[]): readonly string[] | undefined {
  const needed = steps.flatMap(({ controller, method }) => {
    const roles = requiredRoles(controller.requires ?? {}, method)
    return roles === undefined ? [] : [roles]
  })
  return needed.length === 0 ? undefined : Array.from(new Set(needed.flat()))
}

/** Any of the schemes, with these roles. */
export function alternatives(schemes: readonly string[], roles: readonly string[]): readonly object[] {
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

/** The statuses of all that can be wrong with a request, whoever sends it. */
function refusals(
  controller: RestController,
  method: RestMethod,
  {
    steps,
    needsUser,
    hasBody,
    isReferenced,
  }: {
    readonly steps: readonly Step[]
    readonly needsUser: boolean
    readonly hasBody: boolean
    readonly isReferenced: boolean
  },
): Readonly<Record<string, unknown>> {
  const { httpMethod } = endpoints[method]
  const isConditional = method !== 'create'
  const statuses: readonly (number | false)[] = [
    400,
    needsUser && 401,
    steps.some((step) => step.controller.mayRefuse?.(step.method) === true) && 403,
    steps.some((step) => endpoints[step.method].isItem) && 404,
    httpMethod !== 'DELETE' && 406,
    canConflict(controller.entity, httpMethod, isReferenced) && 409,
    isConditional && 412,
    hasBody && 413,
    hasBody && 415,
    isConditional && httpMethod !== 'GET' && requiresIfMatch(controller) && 428,
  ]
  return Object.fromEntries(statuses.filter(Boolean).map((status) => [status, errorReference]))
}

/** A key that exists, a value that is taken, a row that another one needs, a version that has passed. */
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

/** The schema of the identifier in a path: the key's, or any text where `findById` is the application's own. */
export function identifierSchema(controller: RestController): JsonSchema {
  const isKey = controller.findById === GenericRestController.prototype.findById
  return isKey ? keySchema(controller.entity) : { type: 'string' }
}

/** The input of an endpoint, by media type; `undefined` for one without a body. */
function inputOf(entity: EntityDefinition, method: RestMethod, names: SchemaNames): Content | undefined {
  switch (method) {
    case 'create':
    case 'update': {
      const schema = names.referenceTo(entity, 'Input')
      return { 'application/json': { schema }, 'application/xml': { schema } }
    }
    case 'patch':
      return { [mergePatchType]: { schema: names.referenceTo(entity, 'Patch') } }
    default:
      return undefined
  }
}

/** The answers to a request that is not refused. */
function successOf(
  controller: RestController,
  method: RestMethod,
  output: JsonSchema,
): Readonly<Record<string, unknown>> {
  const headers = { ETag: tagHeader }
  const one = { description: controller.entity.name, headers, content: contentOf(output, halOf(output)) }
  switch (method) {
    case 'findAll':
      return { 200: listResponse(controller, output), 304: notModified }
    case 'findById':
      return { 200: one, 304: notModified }
    case 'create': {
      const Location = { schema: { type: 'string', format: 'uri-reference' } }
      return { 201: { ...one, description: 'Created', headers: { Location, ...headers } } }
    }
    case 'update':
    case 'patch':
      return { 200: one }
    case 'delete':
    case 'deleteAll':
      return { 204: { description: 'Deleted' } }
  }
}

function listResponse({ totals }: RestController, output: JsonSchema): object {
  const anyOf = [
    pageOf(totals === 'none' ? 'UncountedPage' : 'Page', output),
    pageOf('CursorPage', output),
    { type: 'array', items: output },
  ]
  return {
    description: 'A page; another one with `after`, and a simple list for `ids[]` and `page=no`',
    headers: {
      ETag: tagHeader,
      Link: { description: 'first, prev, next and last page, RFC 8288', schema: { type: 'string' } },
    },
    content: contentOf({ anyOf }, halListOf(output)),
  }
}

const tagHeader = { schema: { type: 'string' } }
export const notModified: object = { description: 'The client has it already', headers: { ETag: tagHeader } }

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

function contentOf(schema: JsonSchema, hal: JsonSchema): Content {
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
  return {
    allOf: [
      schemaReference(name),
      { type: 'object', properties: { content: { type: 'array', items: output } } },
    ],
  }
}

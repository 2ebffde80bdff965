import { GenericRestController } from '../../controller/generic-rest-controller.js'
import { requiredRoles } from '../../controller/required-roles.js'
import type { RestController, RestMethod } from '../../controller/rest-controller.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { ViewType } from '../../entity/view-type.js'
import { requiresIfMatch } from '../actions/endpoint.js'
import { mergePatchType } from '../body/body-reader.js'
import { shownProperties } from '../../view/shown-properties.js'
import { keySchema, outputSchemaName } from './entity-schemas.js'
import {
  createParameters,
  findByIdParameters,
  findAllParameters,
  writeParameters,
} from './operation-parameters.js'
import { type JsonSchema, errorReference, objectSchema, schemaReference } from './shared-schemas.js'

/** An OpenAPI Operation Object without its path parameters and identifier. */
export type Operation = Readonly<Record<string, unknown>>

/** A generic controller, and the view of each of its endpoints that has one. */
export interface DocumentedController {
  readonly controller: RestController
  readonly views: ReadonlyMap<RestMethod, ViewType>
}

/** What an operation depends on beside its own controller. */
export interface ApiSurroundings {
  /** The names of the security schemes. */
  readonly schemes: readonly string[]
  /** The entities that others refer to. */
  readonly referenced: ReadonlySet<EntityDefinition>
}

/** The operation behind an endpoint of a generic controller, and what it needs of those who ask. */
export function crudOperation(
  { controller, views }: DocumentedController,
  method: RestMethod,
  { schemes, referenced }: ApiSurroundings,
): Operation {
  const view = views.get(method)
  const output = schemaReference(outputSchemaName(controller.entity, view))
  const operation = builders[method]({ controller, output, shown: shownProperties(controller.entity, view) })
  const needed = requiredRoles(controller.requires ?? {}, method)
  return {
    ...operation,
    ...(needed !== undefined && schemes.length > 0
      ? { security: schemes.map((scheme) => ({ [scheme]: needed })) }
      : {}),
    responses: {
      ...(operation['responses'] as object),
      ...refusals(controller, method, {
        needsUser: needed !== undefined,
        isReferenced: referenced.has(controller.entity),
      }),
      default: errorReference,
    },
  }
}

/** The statuses of all that can be wrong with a request, whoever sends it. */
function refusals(
  controller: RestController,
  method: RestMethod,
  { needsUser, isReferenced }: { readonly needsUser: boolean; readonly isReferenced: boolean },
): Readonly<Record<string, unknown>> {
  const statuses = [
    400,
    ...(needsUser ? [401] : []),
    ...(controller.mayRefuse?.(method) === true ? [403] : []),
    ...(itemMethods.has(method) ? [404] : []),
    ...(method === 'delete' || method === 'deleteAll' ? [] : [406]),
    ...(canConflict(controller.entity, method, isReferenced) ? [409] : []),
    ...(conditional.has(method) ? [412] : []),
    ...(bodies.has(method) ? [413, 415] : []),
    ...(requiresIfMatch(controller) && writes.has(method) && method !== 'create' ? [428] : []),
  ]
  return Object.fromEntries(statuses.map((status) => [status, errorReference]))
}

/** A key that exists, a value that is taken, a row that another one needs, a version that has passed. */
function canConflict(
  { version, fields }: EntityDefinition,
  method: RestMethod,
  isReferenced: boolean,
): boolean {
  switch (method) {
    case 'create':
      return true
    case 'update':
    case 'patch':
      return version !== undefined || fields.some((field) => field.unique || field.references !== undefined)
    case 'delete':
    case 'deleteAll':
      return isReferenced
    default:
      return false
  }
}

const itemMethods: ReadonlySet<RestMethod> = new Set<RestMethod>(['findById', 'update', 'patch', 'delete'])
const writes: ReadonlySet<RestMethod> = new Set<RestMethod>([
  'create',
  'update',
  'patch',
  'delete',
  'deleteAll',
])
const conditional: ReadonlySet<RestMethod> = new Set<RestMethod>([
  'findAll',
  'findById',
  'update',
  'patch',
  'delete',
  'deleteAll',
])
const bodies: ReadonlySet<RestMethod> = new Set<RestMethod>(['create', 'update', 'patch'])

/** The schema of the identifier in a path: the key's, or any text where `findById` is the application's own. */
export function identifierSchema(controller: RestController): JsonSchema {
  const isKey = controller.findById === GenericRestController.prototype.findById
  return isKey ? keySchema(controller.entity) : { type: 'string' }
}

interface Documented {
  readonly controller: RestController
  readonly output: JsonSchema
  /** The properties that the answer shows. */
  readonly shown: readonly string[]
}

type Builder = (documented: Documented) => Operation

const builders: Readonly<Record<RestMethod, Builder>> = {
  findAll: ({ controller, output, shown }) => ({
    summary: `A page of ${controller.entity.name}, or a simple list`,
    parameters: findAllParameters(controller, shown),
    responses: {
      200: {
        description: 'A page; another one with `after`, and a simple list for `ids[]` and `page=no`',
        headers: {
          ETag: tagHeader,
          Link: { description: 'first, prev, next and last page, RFC 8288', schema: { type: 'string' } },
        },
        content: contentOf(
          {
            anyOf: [
              pageOf(controller.totals === 'none' ? 'UncountedPage' : 'Page', output),
              pageOf('CursorPage', output),
              { type: 'array', items: output },
            ],
          },
          halListOf(output),
        ),
      },
      304: notModified,
    },
  }),
  findById: ({ controller, output, shown }) => ({
    summary: `One ${controller.entity.name}`,
    parameters: findByIdParameters(controller, shown),
    responses: {
      200: entityResponse(controller, output),
      304: notModified,
    },
  }),
  create: ({ controller, output }) => ({
    summary: `Creates one ${controller.entity.name}`,
    parameters: createParameters(controller),
    requestBody: { required: true, content: inputContent(controller) },
    responses: {
      201: {
        ...entityResponse(controller, output),
        description: 'Created',
        headers: { Location: { schema: { type: 'string', format: 'uri-reference' } }, ETag: tagHeader },
      },
    },
  }),
  update: ({ controller, output }) => ({
    summary: `Replaces one ${controller.entity.name}`,
    parameters: writeParameters(controller),
    requestBody: { required: true, content: inputContent(controller) },
    responses: { 200: entityResponse(controller, output) },
  }),
  patch: ({ controller, output }) => ({
    summary: `Changes one ${controller.entity.name} by a JSON merge patch, RFC 7396`,
    parameters: writeParameters(controller),
    requestBody: {
      required: true,
      content: { [mergePatchType]: { schema: schemaReference(`${controller.entity.name}Patch`) } },
    },
    responses: { 200: entityResponse(controller, output) },
  }),
  delete: ({ controller }) => ({
    summary: `Deletes one ${controller.entity.name}`,
    parameters: writeParameters(controller),
    responses: { 204: { description: 'Deleted' } },
  }),
  deleteAll: ({ controller }) => ({
    summary: `Deletes every ${controller.entity.name}`,
    parameters: writeParameters(controller),
    responses: { 204: { description: 'Deleted' } },
  }),
}

const tagHeader = { schema: { type: 'string' } }
export const notModified: object = { description: 'The client has it already', headers: { ETag: tagHeader } }

function entityResponse({ entity }: RestController, output: JsonSchema): Readonly<Record<string, unknown>> {
  return { description: entity.name, headers: { ETag: tagHeader }, content: contentOf(output, halOf(output)) }
}

function inputContent({ entity }: RestController): Readonly<Record<string, unknown>> {
  const schema = schemaReference(`${entity.name}Input`)
  return { 'application/json': { schema }, 'application/xml': { schema } }
}

function contentOf(schema: JsonSchema, hal: JsonSchema): Readonly<Record<string, unknown>> {
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

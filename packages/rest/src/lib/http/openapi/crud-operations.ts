import { GenericRestController } from '../../controller/generic-rest-controller.js'
import type { RestController, RestMethod } from '../../controller/rest-controller.js'
import type { ViewType } from '../../entity/view-type.js'
import { mergePatchType } from '../body/body-reader.js'
import { type JsonSchema, keySchema, outputSchemaName } from './entity-schemas.js'

/** An OpenAPI Operation Object without its path parameters and identifier. */
export type Operation = Readonly<Record<string, unknown>>

/** A generic controller, and the view of each of its endpoints that has one. */
export interface DocumentedController {
  readonly controller: RestController
  readonly views: ReadonlyMap<RestMethod, ViewType>
}

/** The operation behind an endpoint of a generic controller. */
export function crudOperation({ controller, views }: DocumentedController, method: RestMethod): Operation {
  const output = reference(outputSchemaName(controller.entity, views.get(method)))
  return builders[method](controller, output)
}

/** The schema of the identifier in a path: the key's, or any text where `findById` is the application's own. */
export function identifierSchema(controller: RestController): JsonSchema {
  const isKey = controller.findById === GenericRestController.prototype.findById
  return isKey ? keySchema(controller.entity) : { type: 'string' }
}

type Builder = (controller: RestController, output: JsonSchema) => Operation

const builders: Readonly<Record<RestMethod, Builder>> = {
  findAll: (controller, output) => ({
    summary: `A page of ${controller.entity.name}, or a plain list`,
    parameters: listParameters(controller),
    responses: {
      200: {
        description: 'A page; a plain list for `ids[]` and `page=no`',
        headers: {
          Link: { description: 'first, prev, next and last page, RFC 8288', schema: { type: 'string' } },
        },
        content: contentOf({ oneOf: [pageSchema(output), { type: 'array', items: output }] }),
      },
      ...errors,
    },
  }),
  findById: (controller, output) => ({
    summary: `One ${controller.entity.name}`,
    responses: {
      200: entityResponse(controller, output),
      304: { description: 'Not modified since' },
      ...errors,
    },
  }),
  create: (controller, output) => ({
    summary: `Creates one ${controller.entity.name}`,
    requestBody: { required: true, content: inputContent(controller) },
    responses: {
      201: {
        ...entityResponse(controller, output),
        description: 'Created',
        headers: { Location: { schema: { type: 'string', format: 'uri-reference' } }, ETag: tagHeader },
      },
      ...errors,
    },
  }),
  update: (controller, output) => ({
    summary: `Replaces one ${controller.entity.name}`,
    parameters: [ifMatch],
    requestBody: { required: true, content: inputContent(controller) },
    responses: { 200: entityResponse(controller, output), ...errors },
  }),
  patch: (controller, output) => ({
    summary: `Changes one ${controller.entity.name} by a JSON merge patch, RFC 7396`,
    parameters: [ifMatch],
    requestBody: {
      required: true,
      content: { [mergePatchType]: { schema: reference(`${controller.entity.name}Patch`) } },
    },
    responses: { 200: entityResponse(controller, output), ...errors },
  }),
  delete: (controller) => ({
    summary: `Deletes one ${controller.entity.name}`,
    parameters: [ifMatch],
    responses: { 204: { description: 'Deleted' }, ...errors },
  }),
  deleteAll: (controller) => ({
    summary: `Deletes every ${controller.entity.name}`,
    responses: { 204: { description: 'Deleted' }, ...errors },
  }),
}

const errors = { default: { $ref: '#/components/responses/Error' } }
const tagHeader = { schema: { type: 'string' } }
const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the state that is to be changed',
  schema: { type: 'string' },
}

function listParameters({ entity, maxSize }: RestController): readonly unknown[] {
  const sortable = entity.fields.filter(({ hidden, type }) => !hidden && type !== 'json')
  return [
    {
      name: 'page',
      in: 'query',
      description: 'From 1; `no` gives a plain list',
      schema: { oneOf: [{ type: 'integer', minimum: 1, maximum: 999_999_999 }, { const: 'no' }], default: 1 },
    },
    { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: maxSize, default: 10 } },
    { name: 'direction', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'] } },
    {
      name: 'properties',
      in: 'query',
      style: 'form',
      explode: false,
      schema: {
        type: 'array',
        items: { type: 'string', enum: [entity.key.name, ...sortable.map(({ name }) => name)] },
      },
    },
    { name: 'ids[]', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
  ]
}

function entityResponse({ entity }: RestController, output: JsonSchema): Readonly<Record<string, unknown>> {
  return { description: entity.name, headers: { ETag: tagHeader }, content: contentOf(output) }
}

function inputContent({ entity }: RestController): Readonly<Record<string, unknown>> {
  const schema = reference(`${entity.name}Input`)
  return { 'application/json': { schema }, 'application/xml': { schema } }
}

function contentOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  return { 'application/json': { schema }, 'application/xml': { schema }, 'application/hal+json': {} }
}

function pageSchema(output: JsonSchema): JsonSchema {
  return {
    allOf: [reference('Page'), { type: 'object', properties: { content: { type: 'array', items: output } } }],
  }
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

import type { IncomingMessage } from 'node:http'
import { NoHandlerFoundException, type Reverser } from '@mvc-router/router-core'
import {
  pathVariable,
  type AnsweredRequest,
  type BindingContext,
  type ParameterBinding,
} from '@mvc-router/router-core/express'
import type { RestController, RestMethod } from '../../controller/rest-controller.js'
import type { EntityPatch } from '../../entity/read-entity.js'
import { EntityNotFoundException, OptimisticLockException } from '../../exceptions/rest-exceptions.js'
import { Page } from '../../view/page.js'
import type { JsonMapper } from '../../view/json-mapper.js'
import type { ViewType } from '../../entity/view-type.js'
import type { BodyReader } from '../body/body-reader.js'
import { hashTag, versionTag } from '../conditional/entity-tag.js'
import { writePrecondition } from '../conditional/write-precondition.js'
import { PreconditionFailedException } from '../../exceptions/http-exceptions.js'
import type { ResponseFormat, Syntax } from '../negotiation/response-format.js'
import { isNotModified, type ResponseWriter, sendNotModified } from '../response/response-writer.js'
import { endpointsOf, endpointViews } from './endpoint.js'
import { HalBuilder } from './hal.js'
import { HttpWriteContext } from './http-request-context.js'
import { linkHeader, pageLinks } from './page-links.js'
import { queryParameters } from './query-parameters.js'
import { requestContext } from './request-context-binding.js'

/** What the endpoints share with the rest of the module. */
export interface EndpointTools {
  readonly mapper: JsonMapper
  readonly writer: ResponseWriter
  readonly reader: BodyReader
}

/**
 * The endpoints of one generic controller: what its methods are called with, and how what they return is written.
 * Everything that does not depend on the request is prepared once.
 */
export class CrudEndpoints<Entity extends object> {
  readonly #controller: RestController<Entity>
  readonly #name: string
  readonly #tools: EndpointTools
  readonly #views: ReadonlyMap<RestMethod, ViewType>
  readonly #requireIfMatch: boolean
  readonly #hasItems: boolean
  readonly #hal: HalBuilder
  readonly #version: ((entity: Entity) => unknown) | undefined

  constructor(name: string, controller: RestController<Entity>, tools: EndpointTools) {
    this.#name = name
    this.#controller = controller
    this.#tools = tools
    this.#views = endpointViews(controller)
    this.#requireIfMatch = 'requireIfMatch' in controller && controller.requireIfMatch === true
    const endpoints = endpointsOf(controller)
    this.#hasItems = endpoints.includes('findById')
    this.#hal = new HalBuilder(name, endpoints.includes('findAll'))
    // A version says nothing about what a relation shows.
    const { version, relations } = controller.entity
    const isWholeState = version !== undefined && relations.length === 0
    this.#version = isWholeState ? (entity) => Reflect.get(entity, version) : undefined
  }

  /** What the method of an endpoint is called with; the last one is always the context of the request. */
  bindingsFor(endpoint: RestMethod): readonly ParameterBinding<unknown>[] {
    switch (endpoint) {
      case 'findAll':
        return [listParameters, requestContext()]
      case 'findById':
        return [pathVariable('id'), requestContext()]
      case 'create':
        return [this.#body(async (request) => this.#readNewEntity(request)), requestContext()]
      case 'update':
        return [
          pathVariable('id'),
          this.#body(async (request) => this.#readEntity(request)),
          this.#writeContext,
        ]
      case 'patch':
        return [
          pathVariable('id'),
          this.#body(async (request) => this.#readPatch(request)),
          this.#writeContext,
        ]
      case 'delete':
        return [pathVariable('id'), this.#deleteContext]
      case 'deleteAll':
        return [requestContext()]
    }
  }

  /** Writes what the method of an endpoint returned. */
  write(endpoint: RestMethod, answered: AnsweredRequest, result: unknown): void {
    switch (endpoint) {
      case 'findAll':
        this.#writeList(answered, result as Page<Entity> | readonly Entity[])
        return
      case 'findById':
        this.#writeFound(answered, result as Entity | null | undefined)
        return
      case 'create':
        this.#writeCreated(answered, result as Entity)
        return
      case 'update':
      case 'patch':
        this.#writeEntity(answered, result as Entity, endpoint)
        return
      case 'delete':
      case 'deleteAll':
        answered.response.statusCode = answered.registered.metadata.responseStatus ?? 204
        answered.response.end()
    }
  }

  /** Who lost a race after the precondition was met has failed it all the same. */
  explain(error: unknown, { headers }: IncomingMessage): unknown {
    if (headers['if-match'] === undefined || !(error instanceof OptimisticLockException)) return error
    return new PreconditionFailedException('The resource was changed at the same time', {}, { cause: error })
  }

  #body(read: (request: IncomingMessage) => Promise<unknown>): ParameterBinding<unknown> {
    return { source: 'body', name: 'body', resolve: ({ request }) => read(request) }
  }

  async #readEntity(request: IncomingMessage): Promise<Entity> {
    const { reader, mapper } = this.#tools
    const { value, textual } = await reader.read(request)
    return mapper.readEntity(this.#controller.entity, value, { textual })
  }

  /** An answer that the client does not want must be known before anything is written. */
  async #readNewEntity(request: IncomingMessage): Promise<Entity> {
    const entity = await this.#readEntity(request)
    this.#tools.writer.formatFor(request)
    return entity
  }

  async #readPatch(request: IncomingMessage): Promise<EntityPatch<Entity>> {
    const { reader, mapper } = this.#tools
    const { value } = await reader.readPatch(request)
    return mapper.readPatch(this.#controller.entity, value)
  }

  /** What must hold in the transaction, before anything is written: the state, and that the answer is wanted. */
  readonly #writeContext: ParameterBinding<unknown> = contextBinding(({ request, response }) => {
    const precondition = this.#precondition(request)
    return new HttpWriteContext<Entity>(request, response, (current) => {
      precondition?.(current)
      this.#tools.writer.formatFor(request)
    })
  })

  readonly #deleteContext: ParameterBinding<unknown> = contextBinding(
    ({ request, response }) => new HttpWriteContext<Entity>(request, response, this.#precondition(request)),
  )

  #precondition(request: IncomingMessage): ((current: Entity) => void) | undefined {
    const tagOf = (entity: Entity, syntax: Syntax): string => this.#tagOf(entity, syntax)
    return writePrecondition(request, tagOf, this.#requireIfMatch)
  }

  #writeList(
    { request, response, reverser }: AnsweredRequest,
    found: Page<Entity> | readonly Entity[],
  ): void {
    const { writer } = this.#tools
    const parameters = queryParameters(request.url)
    const format = writer.formatFor(request)
    const view = this.#views.get('findAll')
    const isPage = found instanceof Page
    const links = isPage ? pageLinks(found, parameters, `${this.#name}.findAll`, reverser) : undefined
    if (links !== undefined) response.setHeader('Link', linkHeader(links))
    if (format.syntax !== 'hal') {
      const text = writer.serialize(found, format, view, isPage ? 'Page' : 'List')
      writer.send(request, response, text, { ...format, status: response.statusCode })
      return
    }
    const self = reverser.reverse(`${this.#name}.findAll`, Object.fromEntries(groupByName(parameters))).url
    const items = (isPage ? found.content : found).map((entity) => this.#halResource(entity, view, reverser))
    const body =
      isPage && links !== undefined ? this.#hal.page(found, items, links, self) : this.#hal.list(items, self)
    writer.send(request, response, JSON.stringify(body), { ...format, status: response.statusCode })
  }

  /** An own `findById` may well give what its repository gives, `undefined` included. */
  #writeFound(answered: AnsweredRequest, entity: Entity | null | undefined): void {
    if (entity === undefined || entity === null)
      throw new EntityNotFoundException(`There is no such ${this.#controller.entity.name}`)
    const { request, response } = answered
    const format = this.#tools.writer.formatFor(request)
    if (this.#version !== undefined) {
      const tag = this.#tagOf(entity, format.syntax)
      if (isNotModified(request, tag)) return sendNotModified(response, tag)
    }
    this.#writeEntity(answered, entity, 'findById')
  }

  #writeCreated(answered: AnsweredRequest, created: Entity): void {
    const { registered, response, reverser } = answered
    const url = this.#urlOf(created, reverser)
    if (url !== undefined) response.setHeader('Location', url)
    response.statusCode = registered.metadata.responseStatus ?? 201
    this.#writeEntity(answered, created, 'create')
  }

  #writeEntity({ request, response, reverser }: AnsweredRequest, entity: Entity, endpoint: RestMethod): void {
    const { writer } = this.#tools
    const { statusCode: status } = response
    const view = this.#views.get(endpoint)
    const format: ResponseFormat = writer.formatFor(request)
    const { contentType, syntax } = format
    if (syntax === 'hal') {
      const text = JSON.stringify(this.#halResource(entity, view, reverser))
      writer.send(request, response, text, { status, contentType, tag: this.#tagOf(entity, syntax) })
      return
    }
    const text = writer.serialize(entity, format, view, this.#controller.entity.name)
    writer.send(request, response, text, {
      status,
      contentType,
      tag: this.#tagOfText(text, entity, syntax, view),
    })
  }

  #halResource(entity: Entity, view: ViewType | undefined, reverser: Reverser): unknown {
    const plain = this.#tools.mapper.toPlain(entity, view)
    return this.#hal.resource(plain, this.#urlOf(entity, reverser), reverser)
  }

  /** Where the entity is; nowhere when its identifier is one that no URL can hold, such as an empty slug. */
  #urlOf(entity: Entity, reverser: Reverser): string | undefined {
    const id = this.#hasItems ? this.#controller.identifierOf(entity) : undefined
    if (id === undefined) return undefined
    try {
      return reverser.reverse(`${this.#name}.findById`, { id }).url
    } catch (error) {
      if (error instanceof NoHandlerFoundException && error.code === 'E_REVERSE_BAD_ARG') return undefined
      throw error
    }
  }

  /** The tag that a GET would give. A text that was made for another view than GET's says nothing about that. */
  #tagOfText(text: string, entity: Entity, syntax: Syntax, view: ViewType | undefined): string {
    if (this.#version !== undefined || view !== this.#views.get('findById'))
      return this.#tagOf(entity, syntax)
    return hashTag(text, tagSuffixes[syntax])
  }

  #tagOf(entity: Entity, syntax: Syntax): string {
    const suffix = tagSuffixes[syntax]
    if (this.#version !== undefined) return versionTag(this.#version(entity), suffix)
    const view = this.#views.get('findById')
    const { writer } = this.#tools
    const format = { syntax: syntax === 'xml' ? syntax : 'json', contentType: '' } as const
    return hashTag(writer.serialize(entity, format, view, this.#controller.entity.name), suffix)
  }
}

const tagSuffixes: Readonly<Record<Syntax, string>> = { json: '', xml: '-xml', hal: '-hal' }

const listParameters: ParameterBinding<unknown> = {
  source: 'request',
  name: 'query',
  resolve: ({ request }) => queryParameters(request.url),
}

function contextBinding(resolve: (context: BindingContext) => unknown): ParameterBinding<unknown> {
  return { source: 'request', name: 'context', resolve }
}

function groupByName(parameters: URLSearchParams): ReadonlyMap<string, readonly string[]> {
  return new Map(Array.from(parameters.keys(), (name) => [name, parameters.getAll(name)]))
}

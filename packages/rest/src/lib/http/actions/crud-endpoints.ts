import type { IncomingMessage, ServerResponse } from 'node:http'
import { NoHandlerFoundException, type Reverser } from '@mvc-router/router-core'
import type { RestController, RestMethod } from '../../controller/rest-controller.js'
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
import { HalBuilder } from './hal.js'
import { HttpRequestContext, HttpWriteContext } from './http-request-context.js'
import { linkHeader, pageLinks } from './page-links.js'
import { queryParameters } from './query-parameters.js'

/** What the endpoints share with the rest of a web server. */
export interface EndpointContext {
  readonly mapper: JsonMapper
  readonly writer: ResponseWriter
  readonly reader: BodyReader
  /** The Reverser bound to a request. */
  readonly reverserFor: (request: IncomingMessage) => Reverser
}

/** What a generic controller may say to its endpoints, beside what they need. */
export interface EndpointSettings {
  /** The endpoints that exist: links lead to no others. */
  readonly endpoints: ReadonlySet<RestMethod>
  /** The view of each endpoint that has one. */
  readonly views: ReadonlyMap<RestMethod, ViewType>
  /** Whether PUT, PATCH and DELETE must have `If-Match`. */
  readonly requireIfMatch: boolean
}

/**
 * The endpoints of one generic controller: HTTP in, the controller's methods, HTTP out. A method is an action of the
 * same name. Everything that does not depend on the request is prepared once.
 */
export class CrudEndpoints<Entity extends object> {
  readonly #controller: RestController<Entity>
  readonly #name: string
  readonly #context: EndpointContext
  readonly #views: ReadonlyMap<RestMethod, ViewType>
  readonly #requireIfMatch: boolean
  readonly #hasItems: boolean
  readonly #hal: HalBuilder
  readonly #version: ((entity: Entity) => unknown) | undefined

  constructor(
    name: string,
    controller: RestController<Entity>,
    context: EndpointContext,
    { endpoints, views, requireIfMatch }: EndpointSettings,
  ) {
    this.#name = name
    this.#controller = controller
    this.#context = context
    this.#views = views
    this.#requireIfMatch = requireIfMatch
    this.#hasItems = endpoints.has('findById')
    this.#hal = new HalBuilder(name, endpoints.has('findAll'))
    // A version says nothing about what a relation shows.
    const { version, relations } = controller.entity
    const isWholeState = version !== undefined && relations.length === 0
    this.#version = isWholeState ? (entity) => Reflect.get(entity, version) : undefined
  }

  async findAll(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { writer } = this.#context
    const parameters = queryParameters(request.url ?? '')
    const found = await this.#controller.findAll(parameters, new HttpRequestContext(request, response))
    const format = writer.formatFor(request)
    const view = this.#views.get('findAll')
    const isPage = found instanceof Page
    const links = isPage
      ? pageLinks(found, parameters, `${this.#name}.findAll`, this.#context.reverserFor(request))
      : undefined
    if (links !== undefined) response.setHeader('Link', linkHeader(links))
    if (format.syntax !== 'hal') {
      writer.send(request, response, writer.serialize(found, format, view, isPage ? 'Page' : 'List'), format)
      return
    }
    const reverser = this.#context.reverserFor(request)
    const self = reverser.reverse(`${this.#name}.findAll`, Object.fromEntries(groupByName(parameters))).url
    const items = (isPage ? found.content : found).map((entity) => this.#halResource(entity, view, reverser))
    const body =
      isPage && links !== undefined ? this.#hal.page(found, items, links, self) : this.#hal.list(items, self)
    writer.send(request, response, JSON.stringify(body), format)
  }

  async findById(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const entity = await this.#find(id, new HttpRequestContext(request, response))
    const format = this.#context.writer.formatFor(request)
    if (this.#version !== undefined) {
      const tag = this.#tagOf(entity, format.syntax)
      if (isNotModified(request, tag)) return sendNotModified(response, tag)
    }
    this.#sendEntity(request, response, entity, 'findById', { format })
  }

  async create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { reader, mapper, reverserFor, writer } = this.#context
    const { value, textual } = await reader.read(request)
    const resource = await mapper.readEntity(this.#controller.entity, value, { textual })
    // An answer that the client does not want must be known before anything is written.
    const format = writer.formatFor(request)
    const created = await this.#controller.create(resource, new HttpRequestContext(request, response))
    const url = this.#urlOf(created, reverserFor(request))
    if (url !== undefined) response.setHeader('Location', url)
    this.#sendEntity(request, response, created, 'create', { format, status: 201 })
  }

  async update(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const { reader, mapper } = this.#context
    const context = this.#writeContext(request, response)
    const { value, textual } = await reader.read(request)
    const resource = await mapper.readEntity(this.#controller.entity, value, { textual })
    const updated = await this.#conditionally(request, () => this.#controller.update(id, resource, context))
    this.#sendEntity(request, response, updated, 'update')
  }

  async patch(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const { reader, mapper } = this.#context
    const context = this.#writeContext(request, response)
    const { value } = await reader.readPatch(request)
    const patch = mapper.readPatch(this.#controller.entity, value)
    const patched = await this.#conditionally(request, () => this.#controller.patch(id, patch, context))
    this.#sendEntity(request, response, patched, 'patch')
  }

  async delete(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const context = new HttpWriteContext<Entity>(request, response, this.#precondition(request))
    await this.#conditionally(request, () => this.#controller.delete(id, context))
    sendNoContent(response)
  }

  async deleteAll(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#controller.deleteAllEntities(new HttpRequestContext(request, response))
    sendNoContent(response)
  }

  #sendEntity(
    request: IncomingMessage,
    response: ServerResponse,
    entity: Entity,
    method: RestMethod,
    {
      format = this.#context.writer.formatFor(request),
      status = 200,
    }: { format?: ResponseFormat; status?: number } = {},
  ): void {
    const { writer, reverserFor } = this.#context
    const view = this.#views.get(method)
    const { contentType, syntax } = format
    if (syntax === 'hal') {
      const text = JSON.stringify(this.#halResource(entity, view, reverserFor(request)))
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
    const plain = this.#context.mapper.toPlain(entity, view)
    return this.#hal.resource(plain, this.#urlOf(entity, reverser), reverser)
  }

  /** An own `findById` may well give what its repository gives, `undefined` included. */
  async #find(id: string, context: HttpRequestContext): Promise<Entity> {
    const entity: Entity | null | undefined = await this.#controller.findById(id, context)
    if (entity !== undefined && entity !== null) return entity
    throw new EntityNotFoundException(`There is no such ${this.#controller.entity.name}`)
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
    const { writer } = this.#context
    const format = { syntax: syntax === 'xml' ? syntax : 'json', contentType: '' } as const
    return hashTag(writer.serialize(entity, format, view, this.#controller.entity.name), suffix)
  }

  /** What must hold in the transaction, before anything is written: the state, and that the answer is wanted. */
  #writeContext(request: IncomingMessage, response: ServerResponse): HttpWriteContext<Entity> {
    const precondition = this.#precondition(request)
    return new HttpWriteContext<Entity>(request, response, (current) => {
      precondition?.(current)
      this.#context.writer.formatFor(request)
    })
  }

  #precondition(request: IncomingMessage): ((current: Entity) => void) | undefined {
    const tagOf = (entity: Entity, syntax: Syntax): string => this.#tagOf(entity, syntax)
    return writePrecondition(request, tagOf, this.#requireIfMatch)
  }

  /** Who lost a race after the precondition was met has failed it all the same. */
  async #conditionally<Result>({ headers }: IncomingMessage, write: () => Promise<Result>): Promise<Result> {
    if (headers['if-match'] === undefined) return await write()
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof OptimisticLockException)) throw error
      throw new PreconditionFailedException('The resource was changed at the same time', {}, { cause: error })
    }
  }
}

const tagSuffixes: Readonly<Record<Syntax, string>> = { json: '', xml: '-xml', hal: '-hal' }

function sendNoContent(response: ServerResponse): void {
  response.statusCode = 204
  response.end()
}

function groupByName(parameters: URLSearchParams): ReadonlyMap<string, readonly string[]> {
  return new Map(Array.from(parameters.keys(), (name) => [name, parameters.getAll(name)]))
}

import { NoHandlerFoundException, type Reverser } from '@mvc-router/router-core'
import type { AnsweredRequest } from '@mvc-router/router-core/express'
import { halLinks, Link } from '@mvc-router/router-core/hypermedia'
import { linkUrl, withQuery } from '@mvc-router/router-core/templates'
import { refusePromise } from '@mvc-router/router-core/tools'
import { parseFields, parseInclude } from '../../controller/list/parts.js'
import type { RestController } from '../../controller/rest-controller.js'
import type { RestMethod } from '../../controller/rest-method.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { ViewType } from '../../entity/view-type.js'
import { notFound } from '../../entity/entity-exceptions.js'
import type { RequestContext } from '../../service/request-context.js'
import { Page } from '../../view/page.js'
import { shownProperties } from '../../view/shown-properties.js'
import type { Projection } from '../../view/view-plans.js'
import type { State, RowTags } from '../conditional/row-tags.js'
import type { ResponseFormat, Syntax } from '../negotiation/response-format.js'
import { endpointsOf } from './endpoint.js'
import { pageLinkHeader, pageLinks } from './page-links.js'
import { queryParameters } from './query-parameters.js'
import type { JsonMapper } from '../../view/json-mapper.js'
import type { BodyReader } from '../body/body-reader.js'
import type { ResponseWriter } from '../response/response-writer.js'

export interface EndpointTools {
  readonly mapper: JsonMapper
  readonly writer: ResponseWriter
  readonly reader: BodyReader
  readonly tags: RowTags
}

export class CrudAnswers<Entity extends object> {
  /** All links use the same string, because a lookup with a new string is slower. */
  readonly #itemAction: string
  readonly #listAction: string
  readonly #controller: RestController<Entity>
  readonly #tools: EndpointTools
  readonly #views: ReadonlyMap<RestMethod, ViewType>
  readonly #endpoints: readonly RestMethod[]

  constructor(
    name: string,
    controller: RestController<Entity>,
    tools: EndpointTools,
    views: ReadonlyMap<RestMethod, ViewType>,
  ) {
    this.#itemAction = `${name}.findById`
    this.#listAction = `${name}.findAll`
    this.#controller = controller
    this.#tools = tools
    this.#views = views
    this.#endpoints = endpointsOf(controller)
  }

  async write(
    endpoint: RestMethod,
    answered: AnsweredRequest,
    result: unknown,
    context: RequestContext | undefined,
  ): Promise<void> {
    switch (endpoint) {
      case 'findAll': {
        const found = this.#listOf(result as Page<Entity> | readonly Entity[])
        if (context !== undefined)
          await this.#controller.admit('findAll', context, found instanceof Page ? found.content : found)
        this.#writeList(answered, found)
        return
      }
      case 'findById':
        return this.#writeFound(answered, this.#entityOf(result as Entity), context)
      case 'create':
        this.#writeCreated(answered, this.#entityOf(result as Entity))
        return
      case 'update':
      case 'patch':
        this.#writeEntity(answered, this.#entityOf(result as Entity), endpoint)
        return
      case 'delete':
      case 'deleteAll':
        answered.response.statusCode = answered.registered.metadata.responseStatus ?? 204
        answered.response.end()
    }
  }

  #entityOf(result: Entity): Entity {
    return withClass(this.#controller.entity, result)
  }

  #listOf(result: Page<Entity> | readonly Entity[]): Page<Entity> | readonly Entity[] {
    const given = result instanceof Page ? result.content : result
    if (!given.some((entity) => this.#entityOf(entity) !== entity)) return result
    const entities = given.map((entity) => this.#entityOf(entity))
    if (!(result instanceof Page)) return entities
    const { size, number, totalElements, next } = result
    return new Page(entities, { size, number, totalElements, next, hasNext: result.hasNext() })
  }

  #writeList(
    { request, response, reverser, args, target }: AnsweredRequest,
    found: Page<Entity> | readonly Entity[],
  ): void {
    const { writer } = this.#tools
    const parameters = queryParameters(request.url)
    const isPage = found instanceof Page
    const format = writer.formatFor(request)
    const view = this.#views.get('findAll')
    const projection = this.#projection(parameters, 'findAll')
    const state = this.#collectionState(found, parameters, args)
    const links = isPage ? pageLinks(found, target) : []
    const header = pageLinkHeader(links)
    if (header !== undefined) response.setHeader('Link', header)
    let text: string
    if (format.syntax === 'hal') {
      const { content, ...figures } = isPage ? found : { content: found }
      const item = content.map((entity) => this.#halResource(entity, view, reverser, projection))
      const self = new Link('self', withQuery(target, {}))
      // RFC 6573 defines the relation `item`.
      text = JSON.stringify({ _links: halLinks(self, ...links), _embedded: { item }, ...figures })
    } else text = writer.serialize(found, format, view, isPage ? 'Page' : 'List', projection)
    const tags = state && this.#tools.tags.tagsOf(state, text, tagSuffixes[format.syntax])
    writer.send(request, response, text, { ...format, status: response.statusCode, tags })
  }

  /** Returns the state of the collection, if `DELETE` can delete it and the answer contains all rows. */
  #collectionState(
    found: Page<Entity> | readonly Entity[],
    parameters: URLSearchParams,
    args: Readonly<Record<string, unknown>>,
  ): State | undefined {
    if (!this.#endpoints.includes('deleteAll') || args['nested'] !== undefined) return undefined
    if (Array.from(parameters.keys()).some((name) => !wholeList.has(name))) return undefined
    if (found instanceof Page && (found.number !== 0 || found.hasNext())) return undefined
    return this.#tools.tags.ofCollection(
      found instanceof Page ? found.content : found,
      this.#controller.entity,
    )
  }

  /** An overriding `findById` may return `undefined`, like a repository. */
  async #writeFound(
    answered: AnsweredRequest,
    entity: Entity | null | undefined,
    context: RequestContext | undefined,
  ): Promise<void> {
    if (entity === undefined || entity === null) throw notFound(this.#controller.entity)
    const { include, projection } = this.partOf(queryParameters(answered.request.url))
    if (context !== undefined) {
      await this.#controller.admit('findById', context, [entity])
      if (include.length > 0) await this.#controller.include([entity], include, context)
    }
    this.#writeEntity(answered, entity, 'findById', projection)
  }

  #shownBy(endpoint: RestMethod): ReadonlySet<string> {
    return new Set(shownProperties(this.#controller.entity, this.#views.get(endpoint)))
  }

  /** Parses `fields` and `include`. */
  partOf(parameters: URLSearchParams): Part {
    if (parameters.size === 0) return whole
    const include = parseInclude(parameters, this.#controller.entity, this.#shownBy('findById'))
    return { include, projection: this.#projection(parameters, 'findById') }
  }

  #projection(parameters: URLSearchParams, endpoint: RestMethod): Projection | undefined {
    if (!parameters.has('fields')) return undefined
    const properties = parseFields(parameters, this.#shownBy(endpoint))
    return properties && { type: this.#controller.entity.type, properties }
  }

  #writeCreated(answered: AnsweredRequest, created: Entity): void {
    const { registered, response, reverser } = answered
    const url = this.#urlOf(created, reverser)
    if (url !== undefined) response.setHeader('Location', url)
    response.statusCode = registered.metadata.responseStatus ?? 201
    this.#writeEntity(answered, created, 'create')
  }

  /** Writes an entity with the tag of a GET. If a GET has another view, the tag needs the text in that view. */
  #writeEntity(
    answered: AnsweredRequest,
    entity: Entity,
    endpoint: RestMethod,
    projection?: Projection,
  ): void {
    const { request, response, reverser } = answered
    const { writer, tags: stateTags } = this.#tools
    const { statusCode: status } = response
    const format = writer.formatFor(request)
    const { contentType, syntax } = format
    const view = this.#views.get(endpoint)
    const gotView = this.#views.get('findById')
    const text = this.#textOf(entity, format, view, reverser, projection)
    const gotten = view === gotView ? text : this.#textOf(entity, format, gotView, reverser)
    const state = stateTags.ofRow(entity, this.#controller.entity)
    const tags = stateTags.tagsOf(state, gotten, tagSuffixes[syntax])
    writer.send(request, response, text, { status, contentType, tags })
  }

  #textOf(
    entity: Entity,
    format: ResponseFormat,
    view: ViewType | undefined,
    reverser: Reverser,
    projection?: Projection,
  ): string {
    return format.syntax === 'hal'
      ? JSON.stringify(this.#halResource(entity, view, reverser, projection))
      : this.#tools.writer.serialize(entity, format, view, this.#controller.entity.name, projection)
  }

  /** Adds `_links` to the collection and, if the URL is known, to the entity itself. */
  #halResource(
    entity: Entity,
    view: ViewType | undefined,
    reverser: Reverser,
    projection?: Projection,
  ): unknown {
    const data = this.#tools.mapper.toData(entity, view, projection)
    // A serializer module may turn an entity into a scalar, which cannot have links.
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
    const links: Link[] = []
    const self = this.#urlOf(entity, reverser)
    if (self !== undefined) links.push(new Link('self', self))
    if (this.#endpoints.includes('findAll'))
      links.push(new Link('collection', linkUrl(reverser, this.#listAction)))
    return { ...data, _links: halLinks(...links) }
  }

  /** Returns the URL of an entity, or `undefined` if no URL can contain its identifier, such as an empty slug. */
  #urlOf(entity: Entity, reverser: Reverser): string | undefined {
    const id = this.#endpoints.includes('findById') ? this.#controller.identifierOf(entity) : undefined
    refusePromise('identifierOf', 'a text', id)
    return id === undefined ? undefined : this.urlFor(id, reverser)
  }

  urlFor(id: string, reverser: Reverser): string | undefined {
    try {
      return linkUrl(reverser, this.#itemAction, { id })
    } catch (error) {
      if (error instanceof NoHandlerFoundException && error.code === 'E_REVERSE_BAD_ARG') return undefined
      throw error
    }
  }
}

const tagSuffixes: Readonly<Record<Syntax, string>> = { json: '', xml: '-xml', hal: '-hal' }

interface Part {
  readonly include: readonly string[]
  readonly projection: Projection | undefined
}

const whole: Part = { include: [], projection: undefined }
/** Parameters that do not filter the rows of a list. */
const wholeList: ReadonlySet<string> = new Set(['page', 'size', 'direction', 'properties', 'sort', 'fields'])

/** Turns a copy such as `{ ...book }` into an instance of its class, which declares hidden properties and views. */
function withClass<Entity extends object>({ type }: EntityDefinition<Entity>, entity: Entity): Entity {
  if (typeof entity !== 'object' || entity === null) return entity
  const prototype: unknown = Object.getPrototypeOf(entity)
  if (prototype !== Object.prototype && prototype !== null) return entity
  return Object.create(type.prototype, Object.getOwnPropertyDescriptors(entity)) as Entity
}

import { NoHandlerFoundException, type Reverser } from '@mvc-router/router-core'
import type { AnsweredRequest } from '@mvc-router/router-core/express'
import { halLinks, Link } from '@mvc-router/router-core/hypermedia'
import { linkUrl, withQuery } from '@mvc-router/router-core/templates'
import { refusePromise } from '@mvc-router/router-core/tools'
import { parseFields, parseInclude } from '../../controller/list/parts.js'
import type { RestController } from '../../controller/rest-controller.js'
import type { RestMethod } from '../../controller/rest-method.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import { notFound } from '../../entity/entity-exceptions.js'
import type { ViewType } from '../../entity/view-type.js'
import type { RequestContext } from '../../service/request-context.js'
import type { JsonMapper } from '../../view/json-mapper.js'
import { Page } from '../../view/page.js'
import { shownProperties } from '../../view/shown-properties.js'
import type { Projection } from '../../view/view-plans.js'
import type { BodyReader } from '../body/body-reader.js'
import type { RowTags, State } from '../conditional/row-tags.js'
import type { ResponseFormat, Syntax } from '../negotiation/response-format.js'
import type { ResponseWriter } from '../response/response-writer.js'
import { endpoints, endpointsOf, successStatus } from './endpoint.js'
import { pageLinkHeader, pageLinks } from './page-links.js'
import { queryParameters } from './query-parameters.js'

export interface EndpointTools {
  readonly mapper: JsonMapper
  readonly writer: ResponseWriter
  readonly reader: BodyReader
  readonly tags: RowTags
}

/** Writes the results of one generic controller's methods. */
export class CrudAnswers<Entity extends object> {
  readonly #controller: RestController<Entity>
  readonly #entity: EntityDefinition<Entity>
  readonly #tools: EndpointTools
  readonly #views: ReadonlyMap<RestMethod, ViewType>
  readonly #endpoints: readonly RestMethod[]
  /** All links use the same string, because a lookup with a new string is slower. */
  readonly #itemAction: string
  readonly #listAction: string

  constructor(
    name: string,
    controller: RestController<Entity>,
    tools: EndpointTools,
    views: ReadonlyMap<RestMethod, ViewType>,
  ) {
    this.#controller = controller
    this.#entity = controller.entity
    this.#tools = tools
    this.#views = views
    this.#endpoints = endpointsOf(controller)
    this.#itemAction = `${name}.findById`
    this.#listAction = `${name}.findAll`
  }

  /** @param context undefined if no binding of the endpoint ran */
  async write(
    endpoint: RestMethod,
    answered: AnsweredRequest,
    result: unknown,
    context: RequestContext | undefined,
  ): Promise<void> {
    const { response, registered, reverser } = answered
    const status = successStatus[endpoints[endpoint].httpMethod]
    if (status !== 200) response.statusCode = registered.metadata.responseStatus ?? status
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
      case 'create': {
        const created = this.#entityOf(result as Entity)
        const url = this.#urlOf(created, reverser)
        if (url !== undefined) response.setHeader('Location', url)
        this.#writeEntity(answered, created, endpoint)
        return
      }
      case 'update':
      case 'patch':
        this.#writeEntity(answered, this.#entityOf(result as Entity), endpoint)
        return
      case 'delete':
      case 'deleteAll':
        response.end()
    }
  }

  /** Turns a copy such as `{ ...book }` into an instance of its class, which declares hidden properties and views. */
  #entityOf(result: Entity): Entity {
    if (typeof result !== 'object' || result === null) return result
    const prototype: unknown = Object.getPrototypeOf(result)
    if (prototype !== Object.prototype && prototype !== null) return result
    return Object.create(this.#entity.type.prototype, Object.getOwnPropertyDescriptors(result)) as Entity
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
    return this.#tools.tags.ofCollection(found instanceof Page ? found.content : found, this.#entity)
  }

  /** An overriding `findById` may return `undefined`, like a repository. */
  async #writeFound(
    answered: AnsweredRequest,
    entity: Entity | null | undefined,
    context: RequestContext | undefined,
  ): Promise<void> {
    if (entity === undefined || entity === null) throw notFound(this.#entity)
    const { include, projection } = this.partOf(queryParameters(answered.request.url))
    if (context !== undefined) {
      await this.#controller.admit('findById', context, [entity])
      if (include.length > 0) await this.#controller.include([entity], include, context)
    }
    this.#writeEntity(answered, entity, 'findById', projection)
  }

  #shownBy(endpoint: RestMethod): ReadonlySet<string> {
    return new Set(shownProperties(this.#entity, this.#views.get(endpoint)))
  }

  /** Parses `fields` and `include`. */
  partOf(parameters: URLSearchParams): {
    readonly include: readonly string[]
    readonly projection?: Projection | undefined
  } {
    if (parameters.size === 0) return { include: [] }
    const include = parseInclude(parameters, this.#entity, this.#shownBy('findById'))
    return { include, projection: this.#projection(parameters, 'findById') }
  }

  #projection(parameters: URLSearchParams, endpoint: RestMethod): Projection | undefined {
    if (!parameters.has('fields')) return undefined
    const properties = parseFields(parameters, this.#shownBy(endpoint))
    return properties && { type: this.#entity.type, properties }
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
    const state = stateTags.ofRow(entity, this.#entity)
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
      : this.#tools.writer.serialize(entity, format, view, this.#entity.name, projection)
  }

  /** Adds `_links`, with the URL of the collection and, if it is known, the URL of the entity itself. */
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

  /** Returns the URL of an entity, or `undefined` without `findById`, or for an identifier that no URL can contain. */
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

/** Parameters that do not filter the rows of a list. */
const wholeList: ReadonlySet<string> = new Set(['page', 'size', 'direction', 'properties', 'sort', 'fields'])

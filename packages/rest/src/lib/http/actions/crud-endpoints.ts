import { NoHandlerFoundException, type Reverser } from '@mvc-router/router-core'
import {
  type AnsweredRequest,
  type BindingContext,
  type ParameterBinding,
  pathVariable,
} from '@mvc-router/router-core/express'
import { halLinks, Link } from '@mvc-router/router-core/hypermedia'
import { linkUrl, withQuery } from '@mvc-router/router-core/templates'
import { refusePromise } from '@mvc-router/router-core/tools'
import { refuseUnknown } from '../../controller/list/filters.js'
import { parseFields, parseInclude } from '../../controller/list/parts.js'
import type { RestController } from '../../controller/rest-controller.js'
import { type RestMethod, restMethods } from '../../controller/rest-method.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { EntityPatch } from '../../entity/read/read-entity.js'
import { notFound } from '../../entity/entity-exceptions.js'
import { recordOf } from '../../entity/record-of.js'
import { ValidationException } from '../../exceptions/rest-exceptions.js'
import { comparisonsOf, type Scalar } from '../../repository/condition.js'
import { noMemoryOfRequests } from '../../repository/idempotency-keys.js'
import type { RequestContext } from '../../service/request-context.js'
import { ScopedContext } from '../../service/scoped-context.js'
import type { JsonMapper } from '../../view/json-mapper.js'
import { Page } from '../../view/page.js'
import { shownProperties, unseenFields } from '../../view/shown-properties.js'
import type { Projection } from '../../view/view-plans.js'
import type { ViewType } from '../../entity/view-type.js'
import type { BodyReader } from '../body/body-reader.js'
import type { State, RowTags } from '../conditional/row-tags.js'
import { writePrecondition } from '../conditional/write-precondition.js'
import {
  fingerprintOf,
  idempotencyKeyOf,
  keyInScope,
  type SentRequest,
} from '../conditional/idempotency-key.js'
import type { ResponseFormat, Syntax } from '../negotiation/response-format.js'
import type { ResponseWriter } from '../response/response-writer.js'
import { endpoints, endpointsOf, endpointViews, successStatus } from './endpoint.js'
import { HttpRequestContext } from './http-request-context.js'
import { findNested } from './nested-lists.js'
import { pageLinkHeader, pageLinks } from './page-links.js'
import { queryParameters } from './query-parameters.js'

export interface EndpointTools {
  readonly mapper: JsonMapper
  readonly writer: ResponseWriter
  readonly reader: BodyReader
  readonly tags: RowTags
}

/**
 * Binds the arguments of one generic controller's methods, and writes their results. The constructor prepares
 * everything that does not depend on the request.
 */
export class CrudEndpoints<Entity extends object> {
  readonly #controller: RestController<Entity>
  readonly #entity: EntityDefinition<Entity>
  readonly #tools: EndpointTools
  readonly #views: ReadonlyMap<RestMethod, ViewType>
  /** The fields that a client cannot change, because a GET does not show them. Write-only fields are not among them. */
  readonly #unseen: ReadonlySet<string>
  readonly #endpoints: readonly RestMethod[]
  /** All links use the same string, because a lookup with a new string is slower. */
  readonly #itemAction: string
  readonly #listAction: string
  readonly #unshown: ReadonlyMap<RestMethod, NonNullable<RequestContext['unshown']>>
  /** The property of a request that holds its context. A weak map would slow down garbage collection. */
  readonly #contextKey = Symbol('request context')

  constructor(name: string, controller: RestController<Entity>, tools: EndpointTools) {
    this.#controller = controller
    this.#entity = controller.entity
    this.#tools = tools
    this.#views = endpointViews(controller)
    this.#unseen = unseenFields(this.#entity, this.#views.get('findById'))
    this.#endpoints = endpointsOf(controller)
    this.#itemAction = `${name}.findById`
    this.#listAction = `${name}.findAll`
    this.#unshown = unshownRelations(this.#entity, this.#views)
  }

  /** The last argument of every endpoint is the context of the request. */
  bindingsFor(endpoint: RestMethod): readonly ParameterBinding<unknown>[] {
    const bindings: ParameterBinding<unknown>[] = endpoints[endpoint].isItem ? [pathVariable('id')] : []
    if (endpoint === 'findAll') bindings.push(requestBinding(({ request }) => queryParameters(request.url)))
    if (endpoint === 'create') bindings.push(this.#body(endpoint, this.#readNewEntity))
    // A client changes only write-only fields, and fields that a GET shows.
    if (endpoint === 'update')
      bindings.push(this.#body(endpoint, async (...read) => this.#readEntity(...read, this.#unseen)))
    if (endpoint === 'patch') bindings.push(this.#body(endpoint, this.#readPatch))
    return [...bindings, requestBinding((request) => this.#enter(endpoint, request))]
  }

  async write(endpoint: RestMethod, answered: AnsweredRequest, result: unknown): Promise<void> {
    const context = await (answered.request as object as ContextHolder)[this.#contextKey]
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

  /** Reads the body only after the controller has allowed the operation. */
  #body(
    endpoint: RestMethod,
    read: (binding: BindingContext, context: EndpointContext) => Promise<unknown>,
  ): ParameterBinding<unknown> {
    const resolve = async (binding: BindingContext): Promise<unknown> =>
      read(binding, await this.#enter(endpoint, binding))
    return { source: 'body', name: 'body', resolve }
  }

  /** Creates the context once for each request. */
  #enter(endpoint: RestMethod, binding: BindingContext): Promise<EndpointContext> {
    const holder = binding.request as object as ContextHolder
    return (holder[this.#contextKey] ??= this.#createContext(endpoint, binding))
  }

  async #createContext(endpoint: RestMethod, binding: BindingContext): Promise<EndpointContext> {
    const { request, response, args } = binding
    const outer = new HttpRequestContext(request, response, this.#unshown.get(endpoint))
    if (endpoint === 'findAll')
      return args['nested'] === undefined
        ? this.#controller.enter(endpoint, outer)
        : this.#openNested(args['nested'], outer, binding)
    const parameters = queryParameters(request.url)
    // `DELETE base?ids[]=1` must not delete all rows.
    const ignoredParameters = endpoint === 'deleteAll' ? [] : this.#controller.ignoredParameters
    refuseUnknown(parameters, [...(endpoint === 'findById' ? itemParameters : []), ...ignoredParameters])
    if (endpoint === 'findById') {
      // A wrong request is refused before the row is looked up.
      this.#partOf(parameters)
      return this.#controller.enter(endpoint, outer)
    }
    if (endpoint === 'create') return this.#openOnce(outer, request)
    const precondition = this.#preconditionOf(endpoint, request)
    return Object.assign(await this.#controller.enter(endpoint, outer), { precondition })
  }

  /** With an `Idempotency-Key`, the fingerprint is set after the body is read. */
  async #openOnce(outer: RequestContext, request: BindingContext['request']): Promise<EndpointContext> {
    const sentKey = idempotencyKeyOf(request, outer.user)
    const context = await this.#controller.enter('create', outer)
    if (sentKey === undefined) return context
    if (!this.#controller.remembersRequests()) throw noMemoryOfRequests()
    const key = keyInScope(sentKey, comparisonsOf(this.#entity, context.scope))
    return Object.assign(context, { idempotentRequest: { key, fingerprint: '' } })
  }

  /** The entity in the path of a nested list must exist for this request. */
  async #openNested(
    list: string,
    outer: RequestContext,
    { args, mapping }: BindingContext,
  ): Promise<RequestContext> {
    const { parent, by } = findNested(list, mapping.controllers, this.#controller)
    const context = await parent.enter('findById', outer)
    const found: object | null | undefined = await parent.findById(String(args['id']), context)
    if (found === undefined || found === null) throw notFound(parent.entity)
    await parent.admit('findById', context, [found])
    const inner = await this.#controller.enter('findAll', outer)
    const where = [{ [by]: recordOf(found)[parent.entity.key.name] as Scalar }]
    return new ScopedContext(this.#controller, inner, { scope: inner.scope, where })
  }

  async #readEntity(
    { request, mapping }: BindingContext,
    { idempotentRequest }: EndpointContext,
    kept?: ReadonlySet<string>,
  ): Promise<Entity> {
    const { reader, mapper } = this.#tools
    const { value, textual } = await reader.read(request)
    if (idempotentRequest !== undefined) idempotentRequest.fingerprint = fingerprintOf(value)
    const options = { textual, ...(kept !== undefined && { kept }) }
    const entity = await mapper.readEntity(this.#entity, value, options)
    this.#checkIdentifier(entity, mapping.router)
    return entity
  }

  /** Reads the entity of a POST. Checks before the write that the client accepts the format of the answer. */
  readonly #readNewEntity = async (binding: BindingContext, context: EndpointContext): Promise<Entity> => {
    const entity = await this.#readEntity(binding, context)
    this.#tools.writer.formatFor(binding.request)
    // The collection exists, so `If-None-Match: *` fails. Its state is unknown, so an `If-Match` with tags fails too.
    writePrecondition(binding.request, () => [], false)?.(undefined)
    return entity
  }

  readonly #readPatch = async ({ request, mapping }: BindingContext): Promise<EntityPatch<Entity>> => {
    const { reader, mapper } = this.#tools
    const { value } = await reader.readPatch(request)
    const patch = mapper.readPatch(this.#entity, value, { kept: this.#unseen })
    return async (current) => {
      const patched = await patch(current)
      this.#checkIdentifier(patched, mapping.router)
      return patched
    }
  }

  /** @throws ValidationException for an identifier that no URL can contain, such as the slug `..`. */
  #checkIdentifier(entity: Entity, reverser: Reverser): void {
    const id = this.#endpoints.includes('findById') ? identifierSoFar(this.#controller, entity) : undefined
    if (typeof id === 'string' && this.#urlFor(id, reverser) === undefined)
      throw new ValidationException(`No URL can contain the identifier ${JSON.stringify(id.slice(0, 40))}`, [
        { path: '', code: 'identifier', message: 'must have an identifier that a URL can contain' },
      ])
  }

  /** The transaction checks that the stored state is expected, and that the client accepts a format. */
  #preconditionOf(
    endpoint: RestMethod,
    request: BindingContext['request'],
  ): ((current: never) => void) | undefined {
    const { tags } = this.#tools
    const stateOf =
      endpoint === 'deleteAll'
        ? (all: readonly Entity[]) => tags.ofCollection(all, this.#entity)
        : (current: Entity) => tags.ofRow(current, this.#entity)
    const precondition = writePrecondition<never>(request, stateOf, this.#controller.requireIfMatch)
    if (endpoint === 'delete' || endpoint === 'deleteAll') return precondition
    return (current) => {
      precondition?.(current)
      this.#tools.writer.formatFor(request)
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
    const { include, projection } = this.#partOf(queryParameters(answered.request.url))
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
  #partOf(parameters: URLSearchParams): {
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
    return id === undefined ? undefined : this.#urlFor(id, reverser)
  }

  #urlFor(id: string, reverser: Reverser): string | undefined {
    try {
      return linkUrl(reverser, this.#itemAction, { id })
    } catch (error) {
      if (error instanceof NoHandlerFoundException && error.code === 'E_REVERSE_BAD_ARG') return undefined
      throw error
    }
  }
}

/** Returns the relations that an endpoint never needs. The tag of a write needs the same relations as a GET. */
function unshownRelations(
  entity: EntityDefinition,
  views: ReadonlyMap<RestMethod, ViewType>,
): ReadonlyMap<RestMethod, NonNullable<RequestContext['unshown']>> {
  const shownBy = (endpoint: RestMethod): readonly string[] => shownProperties(entity, views.get(endpoint))
  return new Map(
    restMethods.flatMap((endpoint) => {
      const shown =
        endpoint === 'delete' || endpoint === 'deleteAll'
          ? []
          : [...shownBy(endpoint), ...(endpoint === 'findAll' ? [] : shownBy('findById'))]
      const relations = entity.relations.map(({ name }) => name).filter((name) => !shown.includes(name))
      return relations.length === 0 ? [] : [[endpoint, { entity, relations }] as const]
    }),
  )
}

type EndpointContext = RequestContext & { readonly idempotentRequest?: SentRequest }
type ContextHolder = Record<symbol, Promise<EndpointContext> | undefined>

const itemParameters: readonly string[] = ['fields', 'include']

/** The identifier of a new entity may be unknown until the store or a service adds values. */
function identifierSoFar<Entity extends object>(controller: RestController<Entity>, entity: Entity): unknown {
  let identifier: unknown
  try {
    identifier = controller.identifierOf(entity)
  } catch {
    return undefined
  }
  refusePromise('identifierOf', 'a text', identifier)
  return identifier
}

function requestBinding(resolve: (context: BindingContext) => unknown): ParameterBinding<unknown> {
  return { source: 'request', name: 'context', resolve }
}

const tagSuffixes: Readonly<Record<Syntax, string>> = { json: '', xml: '-xml', hal: '-hal' }

/** Parameters that do not filter the rows of a list. */
const wholeList: ReadonlySet<string> = new Set(['page', 'size', 'direction', 'properties', 'sort', 'fields'])

import type { IncomingMessage } from 'node:http'
import { NoHandlerFoundException, type Reverser } from '@mvc-router/router-core'
import {
  pathVariable,
  type AnsweredRequest,
  type BindingContext,
  type ParameterBinding,
} from '@mvc-router/router-core/express'
import { parseFields, parseInclude, refuseUnknown } from '../../controller/list-request.js'
import { restMethods, type RestController, type RestMethod } from '../../controller/rest-controller.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { EntityPatch } from '../../entity/read/read-entity.js'
import { recordOf } from '../../entity/record-of.js'
import {
  EntityNotFoundException,
  NotImplementedException,
  OptimisticLockException,
  ValidationException,
} from '../../exceptions/rest-exceptions.js'
import type { Scalar } from '../../repository/condition.js'
import type { RequestContext } from '../../service/request-context.js'
import { ScopedContext } from '../../service/scoped-context.js'
import { Page } from '../../view/page.js'
import type { JsonMapper } from '../../view/json-mapper.js'
import { shownProperties, unseenFields } from '../../view/shown-properties.js'
import type { Projection } from '../../view/view-plan.js'
import type { ViewType } from '../../entity/view-type.js'
import type { BodyReader } from '../body/body-reader.js'
import { stateTag } from '../conditional/entity-tag.js'
import { collectionState, rowState } from '../conditional/row-state.js'
import { writePrecondition } from '../conditional/write-precondition.js'
import { PreconditionFailedException } from '../../exceptions/http-exceptions.js'
import { idempotentRequestOf, type SentRequest } from '../conditional/idempotency-key.js'
import type { ResponseFormat, Syntax } from '../negotiation/response-format.js'
import type { ResponseWriter } from '../response/response-writer.js'
import { endpointsOf, endpointViews } from './endpoint.js'
import { HalBuilder } from './hal.js'
import { HttpRequestContext, withPrecondition } from './http-request-context.js'
import { findParent } from './nested-lists.js'
import { pageLinkHeader, type ListAction, pageLinks } from './page-links.js'
import { queryParameters } from './query-parameters.js'

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
  readonly #deletesAll: boolean
  readonly #unshown: ReadonlyMap<RestMethod, NonNullable<RequestContext['unshown']>>
  readonly #idempotent = new WeakMap<object, SentRequest>()
  /** Where a request keeps the context that these endpoints have made for it: a weak map costs each collection its time. */
  readonly #contextKey = Symbol('request context')

  constructor(name: string, controller: RestController<Entity>, tools: EndpointTools) {
    this.#name = name
    this.#controller = controller
    this.#tools = tools
    this.#views = endpointViews(controller)
    this.#requireIfMatch = 'requireIfMatch' in controller && controller.requireIfMatch === true
    const endpoints = endpointsOf(controller)
    this.#hasItems = endpoints.includes('findById')
    this.#hal = new HalBuilder(name, endpoints.includes('findAll'))
    this.#deletesAll = endpoints.includes('deleteAll')
    this.#unshown = unshownRelations(controller.entity, this.#views)
  }

  /** The arguments of an endpoint's method. The last one is always the context of the request. */
  bindingsFor(endpoint: RestMethod): readonly ParameterBinding<unknown>[] {
    const context = requestBinding((request) => this.#enter(endpoint, request))
    switch (endpoint) {
      case 'findAll':
        return [requestBinding(({ request }) => queryParameters(request.url)), context]
      case 'findById':
        return [pathVariable('id'), context]
      case 'create':
        return [this.#body(endpoint, async (binding) => this.#readNewEntity(binding)), context]
      case 'update':
        return [
          pathVariable('id'),
          this.#body(endpoint, async (binding) => this.#readReplacement(binding)),
          context,
        ]
      case 'patch':
        return [
          pathVariable('id'),
          this.#body(endpoint, async (binding) => this.#readPatch(binding)),
          context,
        ]
      case 'delete':
        return [pathVariable('id'), context]
      case 'deleteAll':
        return [context]
    }
  }

  /** Writes what the method of an endpoint returned, now or later. */
  write(endpoint: RestMethod, answered: AnsweredRequest, result: unknown): void | Promise<void> {
    switch (endpoint) {
      case 'findAll':
        return this.#writeList(answered, result as Page<Entity> | readonly Entity[])
      case 'findById':
        return this.#writeFound(answered, result as Entity | null | undefined)
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

  /** A body is not read before it is known that its sender may send one. */
  #body(
    endpoint: RestMethod,
    read: (binding: BindingContext) => Promise<unknown>,
  ): ParameterBinding<unknown> {
    const resolve = (context: BindingContext): Promise<unknown> => {
      const entered = this.#enter(endpoint, context)
      return isPromise(entered) ? entered.then(() => read(context)) : read(context)
    }
    return { source: 'body', name: 'body', resolve }
  }

  /** The context in which the controller runs an operation, made once for each request. */
  #enter(endpoint: RestMethod, binding: BindingContext): RequestContext | Promise<RequestContext> {
    const { request } = binding
    let context = this.#contextOf(request)
    if (context === undefined) {
      context = this.#createContext(endpoint, binding)
      this.#keepContext(request, context)
      if (isPromise(context)) this.#remember(request, context)
    }
    return context
  }

  #contextOf(request: object): RequestContext | Promise<RequestContext> | undefined {
    return (request as ContextHolder)[this.#contextKey]
  }

  #keepContext(request: object, context: RequestContext | Promise<RequestContext>): void {
    ;(request as ContextHolder)[this.#contextKey] = context
  }

  /** By the time of the answer, the promise has long been kept. */
  #remember(request: object, promise: Promise<RequestContext>): void {
    promise.then(
      (context) => this.#keepContext(request, context),
      // Whoever asked for it has the error, too.
      () => undefined,
    )
  }

  #createContext(endpoint: RestMethod, binding: BindingContext): RequestContext | Promise<RequestContext> {
    const { request, response, args } = binding
    const outer = new HttpRequestContext(request, response, this.#unshown.get(endpoint))
    if (endpoint === 'findAll')
      return args['nested'] === undefined ? this.#open(endpoint, outer) : this.#openNested(outer, binding)
    // Whoever says `DELETE base?ids[]=1` means less than all.
    if (endpoint === 'deleteAll') refuseUnknown(queryParameters(request.url), [], noParameters)
    else this.#checkParameters(request, endpoint === 'findById' ? itemParameters : [])
    // A wrong request is refused before anybody looks whether the row exists.
    if (endpoint === 'findById') this.#partOf(queryParameters(request.url))
    if (endpoint === 'create') return this.#openOnce(outer, request)
    const precondition = this.#preconditionOf(endpoint, request)
    const entered = this.#open(endpoint, outer)
    if (precondition === undefined) return entered
    return isPromise(entered)
      ? entered.then((context) => withPrecondition(context, precondition))
      : withPrecondition(entered, precondition)
  }

  #open(endpoint: RestMethod, context: RequestContext): RequestContext | Promise<RequestContext> {
    return this.#controller.enter?.(endpoint, context) ?? context
  }

  /** A creation with an `Idempotency-Key` knows, once its body is read, whether it is the same. */
  #openOnce(
    outer: RequestContext,
    request: BindingContext['request'],
  ): RequestContext | Promise<RequestContext> {
    const idempotentRequest = idempotentRequestOf(request, outer.user)
    const entered = this.#open('create', outer)
    if (idempotentRequest === undefined) return entered
    this.#idempotent.set(request, idempotentRequest)
    const join = (context: RequestContext): RequestContext => Object.assign(context, { idempotentRequest })
    return isPromise(entered) ? entered.then(join) : join(entered)
  }

  /** That of a list of what belongs to an entity of another controller, which has to be there for this request. */
  async #openNested(outer: RequestContext, { args, mapping }: BindingContext): Promise<RequestContext> {
    const { controller: parent, by } = findParent(args['nested'], mapping.controllers, this.#controller)
    const context = (await parent.enter?.('findById', outer)) ?? outer
    const found: object | null | undefined = await parent.findById(String(args['id']), context)
    if (found === undefined || found === null)
      throw new EntityNotFoundException(`There is no such ${parent.entity.name}`)
    await parent.admit?.('findById', context, [found])
    const inner = await this.#open('findAll', outer)
    const where = [{ [by]: recordOf(found)[parent.entity.key.name] as Scalar }]
    return new ScopedContext(this.#controller, inner, { scope: inner.scope, where })
  }

  /**
   * The parameters of a request that is for no list.
   *
   * @throws IllegalArgumentException for an unknown one.
   */
  #checkParameters({ url }: BindingContext['request'], known: readonly string[]): void {
    if (!url.includes('?')) return
    const { ignoredParameters = [] } = this.#controller
    refuseUnknown(queryParameters(url), known, { filters: {}, ignoredParameters })
  }

  async #readEntity({ request, mapping }: BindingContext, kept?: ReadonlySet<string>): Promise<Entity> {
    const { reader, mapper } = this.#tools
    const { value, textual } = await reader.read(request)
    this.#idempotent.get(request)?.identify(value)
    const entity = await mapper.readEntity(
      this.#controller.entity,
      value,
      kept === undefined ? { textual } : { textual, kept },
    )
    this.#checkIdentifier(entity, mapping.router)
    return entity
  }

  /** A client replaces what a GET shows it; the rest is not for its body to say. */
  async #readReplacement(binding: BindingContext): Promise<Entity> {
    const { entity } = this.#controller
    return this.#readEntity(binding, unseenFields(entity, this.#views.get('findById')))
  }

  /** An answer that the client does not want must be known before anything is written. */
  async #readNewEntity(binding: BindingContext): Promise<Entity> {
    const entity = await this.#readEntity(binding)
    this.#tools.writer.formatFor(binding.request)
    return entity
  }

  async #readPatch({ request, mapping }: BindingContext): Promise<EntityPatch<Entity>> {
    const { reader, mapper } = this.#tools
    const { value } = await reader.readPatch(request)
    const patch = mapper.readPatch(this.#controller.entity, value)
    return async (current) => {
      const patched = await patch(current)
      this.#checkIdentifier(patched, mapping.router)
      return patched
    }
  }

  /** @throws ValidationException for an entity that no URL could name, such as one with the slug `..`. */
  #checkIdentifier(entity: Entity, reverser: Reverser): void {
    const id = this.#hasItems ? identifierSoFar(this.#controller, entity) : undefined
    if (typeof id === 'string' && this.#urlFor(id, reverser) === undefined)
      throw new ValidationException(
        `No URL can hold ${JSON.stringify(id.slice(0, 40))}, which would name this`,
      )
  }

  /** What must hold in the transaction, before anything is written: the state, and that the answer is wanted. */
  #preconditionOf(
    endpoint: RestMethod,
    request: BindingContext['request'],
  ): ((current: never) => void) | undefined {
    const { entity } = this.#controller
    switch (endpoint) {
      case 'findAll':
      case 'findById':
      case 'create':
        return undefined
      case 'deleteAll':
        return writePrecondition(
          request,
          (all: readonly Entity[]) => collectionState(all, entity),
          this.#requireIfMatch,
        )
      case 'delete':
        return writePrecondition(
          request,
          (current: Entity) => rowState(current, entity),
          this.#requireIfMatch,
        )
      case 'update':
      case 'patch': {
        const precondition = this.#preconditionOf('delete', request)
        return (current) => {
          precondition?.(current)
          this.#tools.writer.formatFor(request)
        }
      }
    }
  }

  #writeList(
    { request, response, registered, reverser, args }: AnsweredRequest,
    found: Page<Entity> | readonly Entity[],
  ): void {
    const { writer } = this.#tools
    const parameters = queryParameters(request.url)
    const isPage = found instanceof Page
    const context = this.#contextOf(request)
    if (context !== undefined && !isPromise(context))
      void this.#controller.admit?.('findAll', context, isPage ? found.content : found)
    const format = writer.formatFor(request)
    const view = this.#views.get('findAll')
    const projection = this.#projection(parameters, 'findAll')
    const state = this.#collectionState(found, parameters, args)
    const action: ListAction = { name: registered.action, variables: args }
    const links = isPage ? pageLinks(found, parameters, action, reverser) : undefined
    const header = links && pageLinkHeader(links)
    if (header !== undefined) response.setHeader('Link', header)
    if (format.syntax !== 'hal') {
      const text = writer.serialize(found, format, view, isPage ? 'Page' : 'List', projection)
      const tag = state && stateTag(state, text, tagSuffixes[format.syntax])
      writer.send(request, response, text, { ...format, status: response.statusCode, tag })
      return
    }
    const self = reverser.reverse(action.name, {
      ...Object.fromEntries(groupByName(parameters)),
      ...args,
    }).url
    const items = (isPage ? found.content : found).map((entity) =>
      this.#halResource(entity, view, reverser, projection),
    )
    const body =
      isPage && links !== undefined ? this.#hal.page(found, items, links, self) : this.#hal.list(items, self)
    const text = JSON.stringify(body)
    const tag = state && stateTag(state, text, tagSuffixes[format.syntax])
    writer.send(request, response, text, { ...format, status: response.statusCode, tag })
  }

  /** The state of the whole collection, where it can be deleted, and the request has it all. */
  #collectionState(
    found: Page<Entity> | readonly Entity[],
    parameters: URLSearchParams,
    args: Readonly<Record<string, unknown>>,
  ): string | undefined {
    if (!this.#deletesAll || args['nested'] !== undefined) return undefined
    if (Array.from(parameters.keys()).some((name) => !wholeList.has(name))) return undefined
    if (found instanceof Page && (found.number !== 0 || found.hasNext())) return undefined
    return collectionState(found instanceof Page ? found.content : found, this.#controller.entity)
  }

  /** An own `findById` may well give what its repository gives, `undefined` included. */
  #writeFound(answered: AnsweredRequest, entity: Entity | null | undefined): void | Promise<void> {
    if (entity === undefined || entity === null)
      throw new EntityNotFoundException(`There is no such ${this.#controller.entity.name}`)
    const { request } = answered
    const { include, projection } = this.#partOf(queryParameters(request.url))
    const context = this.#contextOf(request)
    if (context === undefined || isPromise(context)) return this.#writeWhole(answered, entity)
    const admitted = this.#controller.admit?.('findById', context, [entity])
    if (include.length > 0 || isPromise(admitted))
      return this.#writeLater(answered, entity, { admitted, context, include, projection })
    if (projection !== undefined) this.#writePart(answered, entity, projection)
    else this.#writeWhole(answered, entity)
  }

  async #writeLater(
    answered: AnsweredRequest,
    entity: Entity,
    {
      admitted,
      context,
      include,
      projection,
    }: {
      readonly admitted: void | Promise<void>
      readonly context: RequestContext
    } & Part,
  ): Promise<void> {
    await admitted
    if (include.length === 0 && projection === undefined) return this.#writeWhole(answered, entity)
    if (include.length > 0) {
      if (this.#controller.include === undefined)
        throw new NotImplementedException(`${this.#controller.entity.name} loads no relations`)
      await this.#controller.include(entity, include, context)
    }
    this.#writePart(answered, entity, projection)
  }

  #writeWhole(answered: AnsweredRequest, entity: Entity): void {
    this.#writeEntity(answered, entity, 'findById')
  }

  /** Another representation than the whole one, of the same state of the row. */
  #writePart(answered: AnsweredRequest, entity: Entity, projection: Projection | undefined): void {
    const { request, response } = answered
    const { writer } = this.#tools
    const view = this.#views.get('findById')
    const format = writer.formatFor(request)
    const text =
      format.syntax === 'hal'
        ? JSON.stringify(this.#halResource(entity, view, answered.reverser, projection))
        : writer.serialize(entity, format, view, this.#controller.entity.name, projection)
    const tag = stateTag(rowState(entity, this.#controller.entity), text, tagSuffixes[format.syntax])
    writer.send(request, response, text, {
      contentType: format.contentType,
      status: response.statusCode,
      tag,
    })
  }

  #shownBy(endpoint: RestMethod): ReadonlySet<string> {
    return new Set(shownProperties(this.#controller.entity, this.#views.get(endpoint)))
  }

  /** What is asked of one entity. */
  #partOf(parameters: URLSearchParams): Part {
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

  #writeEntity(answered: AnsweredRequest, entity: Entity, endpoint: RestMethod): void {
    const { request, response } = answered
    const { writer } = this.#tools
    const { statusCode: status } = response
    const view = this.#views.get(endpoint)
    const format: ResponseFormat = writer.formatFor(request)
    const { contentType, syntax } = format
    if (syntax === 'hal') {
      const text = JSON.stringify(this.#halResource(entity, view, answered.reverser))
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

  #halResource(
    entity: Entity,
    view: ViewType | undefined,
    reverser: Reverser,
    projection?: Projection,
  ): unknown {
    const data = this.#tools.mapper.toData(entity, view, projection)
    return this.#hal.resource(data, this.#urlOf(entity, reverser), reverser)
  }

  /** Where the entity is; nowhere when its identifier is one that no URL can hold, such as an empty slug. */
  #urlOf(entity: Entity, reverser: Reverser): string | undefined {
    const id = this.#hasItems ? this.#controller.identifierOf(entity) : undefined
    return id === undefined ? undefined : this.#urlFor(id, reverser)
  }

  #urlFor(id: string, reverser: Reverser): string | undefined {
    try {
      return reverser.reverse(`${this.#name}.findById`, { id }).url
    } catch (error) {
      if (error instanceof NoHandlerFoundException && error.code === 'E_REVERSE_BAD_ARG') return undefined
      throw error
    }
  }

  /** The tag that a GET would give. A text that was made for another view than GET's says nothing about that. */
  #tagOfText(text: string, entity: Entity, syntax: Syntax, view: ViewType | undefined): string {
    if (view !== this.#views.get('findById')) return this.#tagOf(entity, syntax)
    return stateTag(rowState(entity, this.#controller.entity), text, tagSuffixes[syntax])
  }

  #tagOf(entity: Entity, syntax: Syntax): string {
    const view = this.#views.get('findById')
    const { writer } = this.#tools
    const definition = this.#controller.entity
    const format = { syntax: syntax === 'xml' ? syntax : 'json', contentType: '' } as const
    const text = writer.serialize(entity, format, view, definition.name)
    return stateTag(rowState(entity, definition), text, tagSuffixes[syntax])
  }
}

const tagSuffixes: Readonly<Record<Syntax, string>> = { json: '', xml: '-xml', hal: '-hal' }

/**
 * The relations that are in no answer to an endpoint. An answer to a write has the tag of a GET as well, so it may need
 * what GET shows.
 */
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

type ContextHolder = Record<symbol, RequestContext | Promise<RequestContext> | undefined>

/** A part of an entity, and what is loaded with it. */
interface Part {
  readonly include: readonly string[]
  readonly projection: Projection | undefined
}

const whole: Part = { include: [], projection: undefined }
const itemParameters: readonly string[] = ['fields', 'include']
const noParameters = { filters: {}, ignoredParameters: [] } as const
/** Parameters of lists that leave no row out. */
const wholeList: ReadonlySet<string> = new Set(['page', 'size', 'direction', 'properties', 'sort', 'fields'])

/** The fields that identify an entity before it is stored. Values that the store or a service adds may be missing. */
function identifierSoFar<Entity extends object>(controller: RestController<Entity>, entity: Entity): unknown {
  try {
    return controller.identifierOf(entity)
  } catch {
    return undefined
  }
}

function requestBinding(resolve: (context: BindingContext) => unknown): ParameterBinding<unknown> {
  return { source: 'request', name: 'context', resolve }
}

function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return value instanceof Promise
}

function groupByName(parameters: URLSearchParams): ReadonlyMap<string, readonly string[]> {
  return new Map(Array.from(parameters.keys(), (name) => [name, parameters.getAll(name)]))
}

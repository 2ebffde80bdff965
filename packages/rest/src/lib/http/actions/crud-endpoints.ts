import type { Reverser } from '@mvc-router/router-core'
import {
  type AnsweredRequest,
  type BindingContext,
  type ParameterBinding,
  pathVariable,
} from '@mvc-router/router-core/express'
import { refusePromise } from '@mvc-router/router-core/tools'
import { refuseUnknown } from '../../controller/list/filters.js'
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
import { shownProperties, unseenFields } from '../../view/shown-properties.js'
import type { ViewType } from '../../entity/view-type.js'
import { writePrecondition } from '../conditional/write-precondition.js'
import {
  fingerprintOf,
  idempotencyKeyOf,
  keyInScope,
  type SentRequest,
} from '../conditional/idempotency-key.js'
import { CrudAnswers, type EndpointTools } from './crud-answers.js'
import { endpoints, endpointsOf, endpointViews } from './endpoint.js'
import { HttpRequestContext } from './http-request-context.js'
import { findNested } from './nested-lists.js'
import { queryParameters } from './query-parameters.js'

/**
 * Binds the arguments of one generic controller's methods. The constructor prepares
 * everything that does not depend on the request.
 */
export class CrudEndpoints<Entity extends object> {
  readonly #controller: RestController<Entity>
  readonly #entity: EntityDefinition<Entity>
  readonly #tools: EndpointTools
  readonly #answers: CrudAnswers<Entity>
  /** The fields that a client cannot change, because a GET does not show them. Write-only fields are not among them. */
  readonly #unseen: ReadonlySet<string>
  readonly #hasItems: boolean
  readonly #unshown: ReadonlyMap<RestMethod, NonNullable<RequestContext['unshown']>>
  /** The property of a request that holds its context. A weak map would slow down garbage collection. */
  readonly #contextKey = Symbol('request context')

  constructor(name: string, controller: RestController<Entity>, tools: EndpointTools) {
    this.#controller = controller
    this.#entity = controller.entity
    this.#tools = tools
    const views = endpointViews(controller)
    this.#answers = new CrudAnswers(name, controller, tools, views)
    this.#unseen = unseenFields(this.#entity, views.get('findById'))
    this.#hasItems = endpointsOf(controller).includes('findById')
    this.#unshown = unshownRelations(this.#entity, views)
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
    return this.#answers.write(endpoint, answered, result, context)
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
      this.#answers.partOf(parameters)
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
    const id = this.#hasItems ? identifierSoFar(this.#controller, entity) : undefined
    if (typeof id === 'string' && this.#answers.urlFor(id, reverser) === undefined)
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

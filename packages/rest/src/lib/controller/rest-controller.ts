import { isObject, refusePromise } from '@mvc-router/router-core/tools'
import { wrongValue } from '../check-values.js'
import type { EntityDefinition } from '../entity/entity-definition.js'
import { type EntityPatch, keepIdentity, replaceEntity, requireKey } from '../entity/read/read-entity.js'
import { recordOf } from '../entity/record-of.js'
import type { RequestContext } from '../service/request-context.js'
import { comparisonsOf, type Conditions } from '../repository/condition.js'
import { existsException, notFound } from '../entity/entity-exceptions.js'
import { ForbiddenException, UnauthorizedException } from '../exceptions/http-exceptions.js'
import { exceptionStatus, wrongParameter } from '../exceptions/rest-exceptions.js'
import { satisfies } from '../repository/satisfies.js'
import { CrudServiceImpl } from '../service/crud-service-impl.js'
import { activeView } from '../view/json-view.js'
import { Page } from '../view/page.js'
import { shownProperties, unseenFields } from '../view/shown-properties.js'
import { Cursors } from './list/cursors.js'
import type { Filters } from './list/filters.js'
import { type ListRules, parseListRequest } from './list/list-request.js'
import {
  type CollectionContext,
  type CreationContext,
  requiredRoles,
  type Requirements,
  type RestMethod,
  restMethods,
  type WriteContext,
} from './rest-method.js'
import {
  checkWritten,
  existing,
  fillFromScope,
  isInScope,
  refuseOutside,
  scopedWrites,
} from './scoped-rows.js'
import { conditionsOf, ScopedContext } from '../service/scoped-context.js'
import type { TransactionOptions } from '../repository/paging-and-sorting-repository.js'

/** After a conflict, a transaction may run again, because a request changes nothing outside of its transaction. */
const repeatable: TransactionOptions = { isRepeatable: true }

/**
 * The endpoints of one entity. Every endpoint with an id calls an overridden `findById`, so a controller can use slugs.
 * Ids are texts from the path. The last parameter of every endpoint's method is the context of the request. A call
 * outside of any request has no context.
 */
export abstract class RestController<Entity extends object = object, Id = unknown> {
  /** `methods = ['findAll', 'findById']` registers only these endpoints. `deleteAll` also needs `deleteAll = true`. */
  readonly methods: readonly string[] = restMethods
  readonly deleteAll: boolean = false
  /** If true, a PUT, PATCH or DELETE without `If-Match` is answered with 428. */
  readonly requireIfMatch: boolean = false
  readonly defaultSize: number = 10
  /** The maximum `size` of a page. */
  readonly maxSize: number = 100
  /** The maximum number of rows for `page=no`. More rows are answered with 400. */
  readonly maxUnpaged: number = 1000
  readonly maxIds: number = 200

  /** The filter operators of each field: `filters = { year: ['eq', 'gte'], title: ['contains'] }`. */
  readonly filters: Filters = {}
  /** Query parameters to ignore, such as `utm_source`. Any other unknown parameter is answered with 400. */
  readonly ignoredParameters: readonly string[] = []
  /** With `exact`, a page contains the total number of rows. Counting is slow on large tables. */
  readonly totals: 'exact' | 'none' = 'exact'
  /**
   * The roles that operations need: `requires = { create: ['editor'], delete: ['admin'], '*': [] }`. `*` applies to all
   * other operations. An empty list admits every authenticated user.
   */
  readonly requires: Requirements = {}
  /** Lists of related entities: `nested = { books: bookController }` adds `GET base/{id}/books`. */
  readonly nested: Readonly<Record<string, RestController>> = {}
  #cursors = new Cursors()
  /** The properties that lists show. The first list computes them, because all views are declared by then. */
  #shown: ReadonlySet<string> | undefined

  protected abstract readonly operations: CrudServiceImpl<Entity, Id>

  get entity(): EntityDefinition<Entity, Id> {
    return this.operations.entity
  }

  /** Returns conditions for the rows that a request may use. Any other row is answered with 404. Default: none. */
  protected scope(_context: RequestContext): Conditions | undefined | Promise<Conditions | undefined> {
    return undefined
  }

  /**
   * Throws `UnauthorizedException` or `ForbiddenException` to refuse a request. It is called before the body is read,
   * and again with the stored or new entity. By default it checks the roles in `requires`. An override calls
   * `super.authorize` to keep this check.
   */
  protected authorize(
    operation: RestMethod,
    { user }: RequestContext,
    _entity?: Entity,
  ): void | Promise<void> {
    const needed = requiredRoles(this.requires, operation)
    if (needed === undefined) return
    if (!user) throw new UnauthorizedException('Say who you are')
    const roles: unknown = this.rolesOf(user)
    refusePromise('rolesOf', 'a list of roles', roles)
    // `includes` would also find "editor" in the text "subeditor".
    if (!Array.isArray(roles)) throw wrongValue('rolesOf', 'a list of roles', roles)
    if (!needed.every((role) => roles.includes(role)))
      throw new ForbiddenException(
        `This needs the role${needed.length === 1 ? '' : 's'} ${needed.join(' and ')}`,
      )
  }

  /** By default, returns the property `roles` of the user. */
  protected rolesOf(user: unknown): readonly unknown[] {
    const roles: unknown = isObject(user) ? Reflect.get(user, 'roles') : undefined
    return Array.isArray(roles) ? roles : []
  }

  /** Sets the keys that seal cursors. Without them, a cursor is valid only in this process. */
  setCursors(cursors: Cursors): void {
    this.#cursors = cursors
  }

  /**
   * Returns a page. For `ids[]` and `page=no`, returns a list.
   *
   * @throws IllegalArgumentException
   */
  async findAll(
    parameters: URLSearchParams,
    context?: RequestContext,
  ): Promise<Page<Entity> | readonly Entity[]> {
    const entered = await this.#entered('findAll', context)
    const request = parseListRequest(parameters, this.entity, this.#rulesFor(entered))
    const { include } = request
    const where = [...request.where, ...conditionsOf(entered)]
    const asked = { ...(where.length > 0 && { where }), ...(include.length > 0 && { include }) }
    switch (request.type) {
      case 'ids': {
        const found = await this.#findThese(request.ids, entered)
        const wanted = found.filter(satisfies(this.entity, where))
        if (include.length > 0) await this.include(wanted, include, entered)
        return wanted
      }
      case 'page': {
        const { page, size, sort } = request
        const totals = this.totals === 'none' ? { totals: this.totals } : {}
        return await this.operations.findPaginated({ page, size, sort, ...totals, ...asked }, entered)
      }
      case 'slice': {
        const { size, sort, after, cursorOf } = request
        // An additional row shows that there is a next slice.
        const selection = { sort, limit: size + 1, ...asked, ...(after !== undefined && { after }) }
        const found = await this.operations.findAll(selection, entered)
        const content = found.slice(0, size)
        const last = content.at(-1)
        const next = found.length > size && last !== undefined ? cursorOf(recordOf(last)) : null
        return new Page(content, { size, next })
      }
      case 'all': {
        const max = this.maxUnpaged
        const all = await this.operations.findAll({ sort: request.sort, limit: max + 1, ...asked }, entered)
        if (all.length > max)
          throw wrongParameter('page', 'max', `There are more than ${max}; ask for pages, with page=1`)
        return all
      }
    }
  }

  /**
   * Finds the entity of a URL. An override can find by another field, such as a slug, and must pass the context to the
   * service or to `super`.
   *
   * @throws EntityNotFoundException
   * @throws IllegalArgumentException for a text that is not an id.
   */
  async findById(id: string, context?: RequestContext): Promise<Entity> {
    const entered = await this.#entered('findById', context)
    return existing(this.entity, await this.operations.findById(this.#idOf(id), entered), entered)
  }

  /**
   * @throws EntityExistsException if another row has the same key, or the same value of a unique field.
   * @throws ForbiddenException if the row would be outside of the scope.
   * @throws NotImplementedException for an `Idempotency-Key`, if the service does not remember requests.
   */
  async create(resource: Entity, context?: CreationContext): Promise<Entity> {
    const entered = await this.#entered('create', context)
    const request = context?.idempotentRequest
    if (request === undefined) return await this.#create(resource, entered)
    const create = async (): Promise<Entity> => this.#create(resource, entered)
    return existing(this.entity, await this.operations.once(request, create, entered), entered)
  }

  async #create(resource: Entity, entered: RequestContext | undefined): Promise<Entity> {
    const { key } = this.entity
    const id = this.entity.keyOf(resource)
    requireKey(this.entity, resource)
    if (id !== undefined && key.generated && (await this.operations.findByIds([id], entered)).length > 0)
      throw existsException(this.entity, key.name)
    fillFromScope(this.entity, resource, entered)
    refuseOutside(this.entity, resource, entered)
    await this.#allow('create', entered, resource)
    if (entered?.scope === undefined) return await this.operations.create(resource, entered)
    return this.operations.transaction(
      async () => this.#checked(await this.operations.create(resource, entered), entered),
      repeatable,
    )
  }

  /**
   * Replaces the fields that a GET shows, and the write-only fields that the resource has.
   *
   * @throws IllegalArgumentException if the resource has another id.
   */
  async update(id: string, resource: Entity, context?: WriteContext<Entity>): Promise<Entity> {
    const unseen = unseenFields(this.entity, activeView(this, 'findById'))
    return this.#change('update', id, context, async (current) =>
      replaceEntity(this.entity, current, resource, unseen),
    )
  }

  async patch(id: string, patch: EntityPatch<Entity>, context?: WriteContext<Entity>): Promise<Entity> {
    return this.#change('patch', id, context, patch)
  }

  async delete(id: string, context?: WriteContext<Entity>): Promise<void> {
    const entered = await this.#entered('delete', context)
    await this.operations.transaction(async () => {
      const current = await this.#findAndLock('delete', id, entered)
      context?.precondition?.(current)
      await this.operations.delete(current, entered)
    }, repeatable)
  }

  /** The action of `DELETE base`. */
  async deleteAllEntities(context?: CollectionContext<Entity>): Promise<void> {
    const entered = await this.#entered('deleteAll', context)
    const precondition = context?.precondition
    if (precondition === undefined) return this.#deleteRows(entered)
    // No row may change between the check of all rows and their deletion.
    await this.operations.transaction(
      async () => {
        precondition(await this.operations.findAll({ limit: this.maxUnpaged + 1 }, entered))
        await this.#deleteRows(entered)
      },
      { isRepeatable: true, isSerializable: true },
    )
  }

  async #deleteRows(context: RequestContext | undefined): Promise<void> {
    const { operations } = this
    if (context?.scope === undefined || operations.deleteAll === CrudServiceImpl.prototype.deleteAll)
      return operations.deleteAll(context)
    // A service that overrides `deleteAll` may ignore the scope.
    await operations.transaction(async () => {
      const all = await operations.findAll({}, context)
      await this.admit('findAll', context, all)
      for (const entity of all) await operations.delete(entity, context)
    }, repeatable)
  }

  /** Authorizes an operation, and returns a context with the `scope` of the controller. */
  enter(operation: RestMethod, context: RequestContext): RequestContext | Promise<RequestContext> {
    const isEntered = context instanceof ScopedContext && context.owner === this
    return this.#isGuarded && !isEntered ? this.#begin(operation, context) : context
  }

  async #begin(operation: RestMethod, context: RequestContext): Promise<RequestContext> {
    await this.#allow(operation, context)
    const scope = await this.scope(context)
    comparisonsOf(this.entity, scope)
    return new ScopedContext(this, context, { scope })
  }

  /** Throws an exception if the answer of an operation may not show these entities. */
  admit(operation: RestMethod, context: RequestContext, entities: readonly Entity[]): void | Promise<void> {
    if (!this.#isGuarded) return
    const isVisible = satisfies(this.entity, context.scope)
    for (const entity of entities) {
      if (isVisible(entity)) continue
      if (operation === 'findById') throw notFound(this.entity)
      throw new TypeError(
        `${this.constructor.name} was given a ${this.entity.name} outside of its scope; pass the context on`,
      )
    }
    if (operation === 'findById') return this.#authorizeAll(operation, context, entities)
  }

  async #authorizeAll(
    operation: RestMethod,
    context: RequestContext,
    entities: readonly Entity[],
  ): Promise<void> {
    for (const entity of entities) await this.#allow(operation, context, entity)
  }

  async #allow(operation: RestMethod, context: RequestContext | undefined, entity?: Entity): Promise<void> {
    if (context === undefined || !this.#isGuarded) return
    const allowed: unknown = await this.authorize(operation, context, entity)
    if (allowed === false) throw wrongValue('authorize', 'nothing, or an exception for a refusal', allowed)
  }

  /** Loads relations into found entities. */
  async include(
    entities: readonly Entity[],
    relations: readonly string[],
    context?: RequestContext,
  ): Promise<void> {
    const keyOf = (entity: Entity): Id | undefined => this.entity.keyOf(entity)
    const ids = entities.map(keyOf).filter((id) => id !== undefined)
    const found = await this.operations.findAll({ ids, include: relations }, context)
    const loaded = new Map(found.map((one) => [keyOf(one), recordOf(one)]))
    for (const entity of entities)
      for (const name of relations) recordOf(entity)[name] = loaded.get(keyOf(entity))?.[name] ?? null
  }

  /** Rejects while the store is unavailable. */
  async ping(): Promise<void> {
    await this.operations.ping()
  }

  /**
   * Returns the id of the entity in URLs: by default its key. A controller with slugs overrides this method. If it
   * returns `undefined`, answers have no `Location` and no links to the entity.
   */
  identifierOf(entity: Entity): string | undefined {
    return this.#isSluggable ? undefined : this.operations.identifierOf(entity)
  }

  /** True if neither the controller nor the service overrides `findById`. */
  get findsByKey(): boolean {
    return !this.#isSluggable && this.operations.findById === CrudServiceImpl.prototype.findById
  }

  /** Finds, checks, changes and writes an entity in one transaction. */
  async #change(
    operation: RestMethod,
    id: string,
    context: WriteContext<Entity> | undefined,
    change: (current: Entity) => Promise<Entity>,
  ): Promise<Entity> {
    const entered = await this.#entered(operation, context)
    return this.operations.transaction(async () => {
      const current = await this.#findAndLock(operation, id, entered)
      context?.precondition?.(current)
      const changed = await change(current)
      keepIdentity(this.entity, current, changed)
      if (operation === 'update') fillFromScope(this.entity, changed, entered)
      refuseOutside(this.entity, changed, entered)
      return this.#checked(await this.operations.update(changed, entered), entered)
    }, repeatable)
  }

  #entered(
    operation: RestMethod,
    context: RequestContext | undefined,
  ): RequestContext | undefined | Promise<RequestContext> {
    if (context !== undefined) return this.enter(operation, context)
    if (!this.#isGuarded) return undefined
    throw new TypeError(`${this.constructor.name} restricts requests: pass the context of the request`)
  }

  /** True if the OpenAPI document lists the answer 403 for an operation. */
  mayRefuse(operation: RestMethod): boolean {
    const needed = requiredRoles(this.requires, operation) ?? []
    return this.#authorizes || needed.length > 0 || (this.#hasScope && scopedWrites.has(operation))
  }

  /** True if `create` accepts an `Idempotency-Key`. An overriding `create` needs a `context` parameter for this. */
  remembersRequests(): boolean {
    if (this.create.length === 1) return false
    return this.operations.remembersRequests
  }

  get #isGuarded(): boolean {
    return this.#hasScope || this.#authorizes || Object.keys(this.requires).length > 0
  }

  get #hasScope(): boolean {
    return this.scope !== RestController.prototype.scope
  }

  get #authorizes(): boolean {
    return this.authorize !== RestController.prototype.authorize
  }

  async #checked(written: Entity, context: RequestContext | undefined): Promise<Entity> {
    return checkWritten(this.entity, written, context, async (...asked) => this.include(...asked))
  }

  #rulesFor(context: RequestContext | undefined): ListRules {
    const { defaultSize, maxSize, maxIds, filters, ignoredParameters } = this
    this.#shown ??= new Set(shownProperties(this.entity, activeView(this, 'findAll')))
    return {
      defaultSize,
      maxSize,
      maxIds,
      filters,
      ignoredParameters,
      shown: this.#shown,
      cursors: this.#cursors,
      binding: [this.entity.name, this.constructor.name, conditionsOf(context)],
      scope: context?.scope,
    }
  }

  async #findAndLock(
    operation: RestMethod,
    id: string,
    context: RequestContext | undefined,
  ): Promise<Entity> {
    const { operations } = this
    // An overridden `findById` decides which rows a write may change.
    const key = this.findsByKey
      ? this.entity.parseKey(id)
      : this.entity.keyOf(existing(this.entity, await this.findById(id, context), context))
    if (key === undefined) throw notFound(this.entity)
    const locked = await operations.findForUpdate(key, context)
    const found = existing(this.entity, locked, context)
    await this.#allow(operation, context, found)
    return found
  }

  /** Returns the text itself if it is not a key, or if the service has its own `identifierOf`. */
  #idOf(name: string): Id {
    if (this.operations.identifierOf !== CrudServiceImpl.prototype.identifierOf) return name as Id
    try {
      return this.entity.parseKey(name)
    } catch {
      return name as Id
    }
  }

  async #findThese(ids: readonly string[], context: RequestContext | undefined): Promise<readonly Entity[]> {
    const { entity } = this
    if (this.findsByKey) {
      const keys = ids.map((id) => entity.parseKey(id, 'ids[]'))
      return this.operations.findByIds(keys, context)
    }
    const byKey = new Map<Id | undefined, Entity>()
    for (const found of await Promise.all(ids.map(async (id) => this.#findIfThere(id, context))))
      if (found !== undefined && found !== null && isInScope(entity, found, context))
        byKey.set(entity.keyOf(found), found)
    return Array.from(byKey.values())
  }

  async #findIfThere(id: string, context: RequestContext | undefined): Promise<Entity | null | undefined> {
    try {
      return await this.findById(id, context)
    } catch (error) {
      if (exceptionStatus(error) === 404) return undefined
      throw error
    }
  }

  get #isSluggable(): boolean {
    return this.findById !== RestController.prototype.findById
  }
}

/** True for a REST controller, also for an instance from another copy of this package. */
export function isRestController(controller: object): controller is RestController {
  return (
    'entity' in controller &&
    'methods' in controller &&
    'identifierOf' in controller &&
    typeof controller.identifierOf === 'function'
  )
}

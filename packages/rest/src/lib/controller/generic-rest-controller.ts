import type { EntityDefinition } from '../entity/entity-definition.js'
import { refuseOtherKey, replaceEntity, type EntityPatch } from '../entity/read/read-entity.js'
import { recordOf } from '../entity/record-of.js'
import { ForbiddenException, UnauthorizedException } from '../exceptions/http-exceptions.js'
import {
  DataIntegrityViolationException,
  EntityNotFoundException,
  exceptionStatus,
  NotImplementedException,
  OptimisticLockException,
  referenceMessage,
  ValidationException,
} from '../exceptions/rest-exceptions.js'
import { wrongParameter } from '../exceptions/wrong-parameter.js'
import { CrudServiceImpl } from '../service/crud-service-impl.js'
import type { CrudService } from '../service/crud-service.js'
import type { RequestContext } from '../service/request-context.js'
import { comparisonsOf, type Condition, type Conditions } from '../repository/condition.js'
import type { TransactionOptions } from '../database/transaction-options.js'
import type { Sort } from '../repository/paging-and-sorting-repository.js'
import { existsException } from '../repository/conflicting-field.js'
import { relatedScope } from '../repository/related-scope.js'
import { satisfies } from '../repository/satisfies.js'
import { activeView } from '../view/json-view.js'
import { Page } from '../view/page.js'
import { shownProperties, unseenFields } from '../view/shown-properties.js'
import { type Cursors, processCursors } from './list/cursors.js'
import type { Filters } from './list/filters.js'
import { type ListRequest, type ListRules, parseListRequest } from './list/list-request.js'
import {
  type CollectionContext,
  type CreationContext,
  restMethods,
  type RestController,
  type Requirements,
  type RestMethod,
  type WriteContext,
} from './rest-controller.js'
import { conditionsOf, ScopedContext } from '../service/scoped-context.js'

/** Nobody sees the changes of a request before its transaction ends. */
const repeatable: TransactionOptions = { isRepeatable: true }

/** What is written must be in the scope as well. */
const scopedWrites: ReadonlySet<RestMethod> = new Set<RestMethod>(['create', 'update', 'patch'])

interface ListQuestion {
  readonly where?: readonly Condition[]
  readonly include?: readonly string[]
}

/**
 * The endpoints of one entity, over a service. Everything that names one entity goes through `findById`, so that
 * overriding it alone makes a controller sluggable.
 */
export abstract class GenericRestController<Entity extends object, Id> implements RestController<Entity> {
  /** The endpoints of the controller: `methods = ['findAll', 'findById']` restricts it. */
  readonly methods: readonly string[] = restMethods
  readonly deleteAll: boolean = false
  readonly defaultSize: number = 10
  readonly maxSize: number = 100
  readonly maxUnpaged: number = 1000
  readonly maxIds: number = 200

  /** The operators that lists take, by field: `filters = { year: ['eq', 'gte'], title: ['contains'] }`. */
  readonly filters: Filters = {}
  /** Query parameters that mean nothing here, such as `utm_source`; all other unknown ones are 400. */
  readonly ignoredParameters: readonly string[] = []
  /** Whether pages say how many there are; counting is what costs most on large tables. */
  readonly totals: 'exact' | 'none' = 'exact'
  /** The roles that operations need: `requires = { create: ['editor'], delete: ['admin'], '*': [] }`. */
  readonly requires: Requirements = {}
  /** Lists of other controllers under one entity: `nested = { books: bookController }` is `GET base/{id}/books`. */
  readonly nested: Readonly<Record<string, RestController>> = {}
  #cursors = processCursors
  /** What lists show; known once the views are declared. */
  #shown: ReadonlySet<string> | undefined

  protected abstract readonly operations: CrudService<Entity, Id>

  get entity(): EntityDefinition<Entity, Id> {
    return this.operations.entity
  }

  /**
   * Which rows exist for a request: what this says holds for whatever the controller reads or writes, and a row outside
   * of it is 404. By default all rows.
   */
  protected scope(_context: RequestContext): Conditions | undefined | Promise<Conditions | undefined> {
    return undefined
  }

  /**
   * Whether a request may do something: throw `UnauthorizedException` or `ForbiddenException`. It is called before the
   * body is read, and once more with the entity as it is stored, or is to be created. By default it asks for the roles
   * that `requires` names; who overrides it calls `super.authorize` for that.
   */
  protected authorize(
    operation: RestMethod,
    { user }: RequestContext,
    _entity?: Entity,
  ): void | Promise<void> {
    const needed = this.requires[operation] ?? this.requires['*']
    if (needed === undefined) return
    if (user === undefined || user === null) throw new UnauthorizedException('Say who you are')
    const roles = this.rolesOf(user)
    if (!needed.every((role) => roles.includes(role)))
      throw new ForbiddenException(`This needs ${needed.join(' and ')}`)
  }

  /** The roles of a user: its property `roles`. */
  protected rolesOf(user: unknown): readonly unknown[] {
    const roles: unknown = typeof user === 'object' && user !== null ? Reflect.get(user, 'roles') : undefined
    return Array.isArray(roles) ? roles : []
  }

  /** Gives all applications' servers that share the key the same cursors; without one they end with the process. */
  setCursors(cursors: Cursors): void {
    this.#cursors = cursors
  }

  async findAll(
    parameters: URLSearchParams,
    context?: RequestContext,
  ): Promise<Page<Entity> | readonly Entity[]> {
    const entered = await this.#entered('findAll', context)
    const request = parseListRequest(parameters, this.entity, this.#rulesFor(entered))
    const where = [...request.where, ...conditionsOf(entered)]
    const question = {
      ...(where.length > 0 && { where }),
      ...(request.include.length > 0 && { include: request.include }),
    }
    switch (request.type) {
      case 'ids':
        return this.#findByIds(request.ids, question, entered)
      case 'page': {
        const { page, size, sort } = request
        const totals = this.totals === 'none' ? { totals: this.totals } : {}
        return this.operations.findPaginated({ page, size, sort, ...totals, ...question }, entered)
      }
      case 'slice':
        return this.#findSlice(request, question, entered)
      case 'all':
        return this.#findUnpaged(request.sort, question, entered)
    }
  }

  /**
   * Finds the entity that a URL names. Override it to find by another field, such as a slug.
   * What also goes to a service or to `super` gets the context, too.
   *
   * @throws EntityNotFoundException
   * @throws IllegalArgumentException for a text that is no id.
   */
  async findById(id: string, context?: RequestContext): Promise<Entity> {
    const entered = await this.#entered('findById', context)
    const found = await this.operations.findById(this.#idOf(id), entered)
    return found !== undefined && this.#isInScope(found, entered) ? found : this.#refuseMissing()
  }

  /**
   * @throws EntityExistsException when the resource names an existing row, or a unique value exists.
   * @throws ForbiddenException when it would be outside of the scope.
   */
  async create(resource: Entity, context?: CreationContext): Promise<Entity> {
    const entered = await this.#entered('create', context)
    const request = context?.idempotentRequest
    if (request === undefined) return this.#create(resource, entered)
    if (this.operations.once === undefined)
      throw new NotImplementedException('There is no memory here for an Idempotency-Key')
    const created = await this.operations.once(request, async () => this.#create(resource, entered), entered)
    return this.#isInScope(created, entered) ? created : this.#refuseMissing()
  }

  async #create(resource: Entity, entered: RequestContext | undefined): Promise<Entity> {
    const { key } = this.entity
    const id = this.entity.keyOf(resource)
    if (id === undefined && !key.generated)
      throw new ValidationException(`${key.name}: is required`, [
        { path: key.name, code: 'required', message: 'is required' },
      ])
    if (id !== undefined && key.generated && (await this.operations.findByIds([id], entered)).length > 0)
      throw existsException(this.entity, key.name)
    if (entered === undefined) return this.operations.create(resource)
    this.#fillFromScope(resource, entered)
    this.#refuseOutside(resource, entered)
    if (this.#isGuarded) await this.authorize('create', entered, resource)
    if (entered.scope === undefined) return this.operations.create(resource, entered)
    return this.operations.transaction(
      async () => this.#checkWritten(await this.operations.create(resource, entered), entered),
      repeatable,
    )
  }

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

  async deleteAllEntities(context?: CollectionContext<Entity>): Promise<void> {
    const { operations } = this
    const entered = await this.#entered('deleteAll', context)
    const precondition = context?.precondition
    if (precondition === undefined) return this.#deleteAll(entered)
    // Nothing may change between the look at all rows and the end of all of them.
    await operations.transaction(
      async () => {
        precondition(await operations.findAll({ limit: this.maxUnpaged + 1 }, entered))
        await this.#deleteAll(entered)
      },
      { isRepeatable: true, isSerializable: true },
    )
  }

  async #deleteAll(context: RequestContext | undefined): Promise<void> {
    const { operations } = this
    if (context?.scope === undefined || operations.deleteAll === CrudServiceImpl.prototype.deleteAll)
      return operations.deleteAll(context)
    // A service with a way of its own may not know of the scope.
    await operations.transaction(async () => {
      const all = await operations.findAll({}, context)
      void this.admit('findAll', context, all)
      for (const entity of all) await operations.delete(entity, context)
    })
  }

  enter(operation: RestMethod, context: RequestContext): RequestContext | Promise<RequestContext> {
    const isEntered = context instanceof ScopedContext && context.owner === this
    return this.#isGuarded && !isEntered ? this.#begin(operation, context) : context
  }

  async #begin(operation: RestMethod, context: RequestContext): Promise<RequestContext> {
    await this.authorize(operation, context)
    const scope = await this.scope(context)
    comparisonsOf(this.entity, scope)
    return new ScopedContext(this, context, { scope })
  }

  admit(operation: RestMethod, context: RequestContext, entities: readonly Entity[]): void | Promise<void> {
    if (!this.#isGuarded) return
    const isInScope = satisfies(this.entity, context.scope)
    for (const entity of entities) {
      if (isInScope(entity)) continue
      if (operation === 'findById') this.#refuseMissing()
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
    for (const entity of entities) await this.authorize(operation, context, entity)
  }

  async include(entity: Entity, relations: readonly string[], context?: RequestContext): Promise<void> {
    const id = this.entity.keyOf(entity)
    if (id === undefined) return
    const [loaded] = await this.operations.findAll({ ids: [id], include: relations }, context)
    for (const name of relations)
      recordOf(entity)[name] = loaded === undefined ? null : recordOf(loaded)[name]
  }

  async ping(): Promise<void> {
    await this.operations.ping?.()
  }

  /**
   * The text that names the entity in URLs, for `Location` and links: its key. A sluggable controller gives the slug;
   * one that does not say has no such headers and links.
   */
  identifierOf(entity: Entity): string | undefined {
    if (this.#isSluggable) return undefined
    const { operations } = this
    if (operations.identifierOf !== undefined) return operations.identifierOf(entity)
    const key = this.entity.keyOf(entity)
    return key === undefined ? undefined : String(key)
  }

  /** In one transaction: find, compare with what the request expects, change, write. */
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
      refuseOtherKey(this.entity, current, this.entity.keyOf(changed))
      this.#takeIdentity(changed, current)
      if (entered === undefined) return this.operations.update(changed)
      this.#refuseOutside(changed, entered)
      return this.#checkWritten(await this.operations.update(changed, entered), entered)
    }, repeatable)
  }

  #entered(
    operation: RestMethod,
    context: RequestContext | undefined,
  ): RequestContext | undefined | Promise<RequestContext> {
    if (context !== undefined) return this.enter(operation, context)
    if (!this.#isGuarded) return undefined
    throw new TypeError(`${this.constructor.name} has a scope or authorizes: pass the context of the request`)
  }

  mayRefuse(operation: RestMethod): boolean {
    const needed = this.requires[operation] ?? this.requires['*'] ?? []
    return this.#authorizes || needed.length > 0 || (this.#hasScope && scopedWrites.has(operation))
  }

  get #isGuarded(): boolean {
    return this.#hasScope || this.#authorizes || Object.keys(this.requires).length > 0
  }

  get #hasScope(): boolean {
    return this.scope !== GenericRestController.prototype.scope
  }

  get #authorizes(): boolean {
    return this.authorize !== GenericRestController.prototype.authorize
  }

  #isInScope(entity: Entity, context: RequestContext | undefined): boolean {
    return context?.scope === undefined || satisfies(this.entity, context.scope)(entity)
  }

  /** What the scope fixes and the client leaves open is as the scope says. */
  #fillFromScope(resource: Entity, { scope }: RequestContext): void {
    for (const { property, operator, value } of comparisonsOf(this.entity, scope)) {
      const record = recordOf(resource)
      if (operator === 'eq' && property !== this.entity.key.name) record[property] ??= value
    }
  }

  #refuseOutside(entity: Entity, context: RequestContext): void {
    if (!this.#isInScope(entity, context))
      throw new ForbiddenException(`This ${this.entity.name} would be out of your reach`)
  }

  /** In the transaction that wrote, so that nothing stays of what is refused here. */
  async #checkWritten(written: Entity, context: RequestContext): Promise<Entity> {
    if (context.scope === undefined) return written
    this.#refuseOutside(written, context)
    await this.#checkReferences(written, context)
    return written
  }

  /** To refer to a row outside of the scope is to refer to none. */
  async #checkReferences(written: Entity, context: RequestContext): Promise<void> {
    const { relations, key } = this.entity
    const referring = relations.filter(
      ({ entity, by, many }) =>
        !many &&
        recordOf(written)[by] !== null &&
        relatedScope(this.entity, context.scope, entity()).length > 0,
    )
    if (referring.length === 0) return
    const probe = this.entity.create({ [key.name]: recordOf(written)[key.name] })
    try {
      await this.include(
        probe,
        referring.map((relation) => relation.name),
        context,
      )
    } catch (error) {
      // A store that loads no relations does not check references either.
      if (error instanceof NotImplementedException) return
      throw error
    }
    if (referring.some((relation) => (recordOf(probe)[relation.name] ?? null) === null))
      throw new DataIntegrityViolationException(referenceMessage)
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

  /** Gives the changed entity the key and version of the row, unless it says that it is of another version. */
  #takeIdentity(changed: Entity, current: Entity): void {
    const { key, version, name } = this.entity
    recordOf(changed)[key.name] = recordOf(current)[key.name]
    if (version === undefined) return
    const expected = recordOf(changed)[version]
    if (typeof expected === 'number' && expected !== recordOf(current)[version])
      throw new OptimisticLockException(`The ${name} was changed in the meantime`)
    recordOf(changed)[version] = recordOf(current)[version]
  }

  async #findAndLock(
    operation: RestMethod,
    id: string,
    context: RequestContext | undefined,
  ): Promise<Entity> {
    const { operations } = this
    // What an overridden `findById` does not give is out of reach for writes, too.
    const key = this.#findsByKey
      ? this.entity.parseKey(id)
      : this.entity.keyOf(await this.#findBySlug(id, context))
    if (key === undefined) return this.#refuseMissing()
    const found = await (operations.findForUpdate?.(key, context) ?? operations.findById(key, context))
    if (found === undefined || !this.#isInScope(found, context)) return this.#refuseMissing()
    if (context !== undefined && this.#isGuarded) await this.authorize(operation, context, found)
    return found
  }

  async #findBySlug(id: string, context: RequestContext | undefined): Promise<Entity> {
    const found: Entity | null | undefined = await this.findById(id, context)
    return found !== undefined && found !== null && this.#isInScope(found, context)
      ? found
      : this.#refuseMissing()
  }

  async #findByIds(
    ids: readonly string[],
    { where, include }: ListQuestion,
    context: RequestContext | undefined,
  ): Promise<readonly Entity[]> {
    const found = await this.#findThese(ids, context)
    const isWanted = satisfies(this.entity, where)
    const wanted = where === undefined ? found : found.filter(isWanted)
    if (include !== undefined) for (const entity of wanted) await this.include(entity, include, context)
    return wanted
  }

  async #findThese(ids: readonly string[], context: RequestContext | undefined): Promise<readonly Entity[]> {
    if (this.#findsByKey) {
      const keys = ids.map((id) => this.entity.parseKey(id, 'ids[]'))
      return this.operations.findByIds(keys, context)
    }
    const found = await Promise.all(ids.map(async (id) => this.#findIfThere(id, context)))
    const byKey = new Map(
      found
        .filter((entity) => entity !== undefined && this.#isInScope(entity, context))
        .map((entity) => [entity && this.entity.keyOf(entity), entity]),
    )
    return Array.from(byKey.values()).filter((entity) => entity !== undefined)
  }

  async #findIfThere(id: string, context: RequestContext | undefined): Promise<Entity | undefined> {
    try {
      return await this.findById(id, context)
    } catch (error) {
      if (exceptionStatus(error) === 404) return undefined
      throw error
    }
  }

  /** One row more than wanted says whether there is another slice. */
  async #findSlice(
    { size, sort, after, cursorOf }: Extract<ListRequest, { type: 'slice' }>,
    question: ListQuestion,
    context: RequestContext | undefined,
  ): Promise<Page<Entity>> {
    const selection = { sort, limit: size + 1, ...question, ...(after !== undefined && { after }) }
    const found = await this.operations.findAll(selection, context)
    const content = found.slice(0, size)
    const last = content.at(-1)
    const next = found.length > size && last !== undefined ? cursorOf(recordOf(last)) : null
    return new Page(content, { size, next })
  }

  async #findUnpaged(
    sort: Sort | undefined,
    question: ListQuestion,
    context: RequestContext | undefined,
  ): Promise<readonly Entity[]> {
    const all = await this.operations.findAll({ sort, limit: this.maxUnpaged + 1, ...question }, context)
    if (all.length > this.maxUnpaged)
      throw wrongParameter(
        'page',
        'max',
        `There are more than ${this.maxUnpaged}; ask for pages, with page=1`,
      )
    return all
  }

  /** What the service takes for the text of a URL. */
  #idOf(text: string): Id {
    if (this.#hasOwnService && this.operations.identifierOf !== undefined) return text as Id
    try {
      return this.entity.parseKey(text)
    } catch (error) {
      // The slug of a service that finds by slugs; the generic one refuses it.
      if (this.#hasOwnService) return text as Id
      throw error
    }
  }

  /** Whether neither the controller nor the service has its own way to find what a URL names. */
  get #findsByKey(): boolean {
    return !this.#isSluggable && !this.#hasOwnService
  }

  get #hasOwnService(): boolean {
    return this.operations.findById !== CrudServiceImpl.prototype.findById
  }

  get #isSluggable(): boolean {
    return this.findById !== GenericRestController.prototype.findById
  }

  #refuseMissing(): never {
    throw new EntityNotFoundException(`There is no such ${this.entity.name}`)
  }
}

import type { EntityDefinition } from '../entity/entity-definition.js'
import { refuseOtherKey, type EntityPatch } from '../entity/read-entity.js'
import { recordOf } from '../entity/record-of.js'
import {
  EntityExistsException,
  EntityNotFoundException,
  exceptionStatus,
  IllegalArgumentException,
  OptimisticLockException,
  ValidationException,
} from '../exceptions/rest-exceptions.js'
import { CrudServiceImpl } from '../service/crud-service-impl.js'
import type { CrudService } from '../service/crud-service.js'
import type { RequestContext } from '../service/request-context.js'
import type { Sort } from '../repository/paging-and-sorting-repository.js'
import type { Page } from '../view/page.js'
import { parseListRequest } from './list-request.js'
import { restMethods, type RestController, type WriteContext } from './rest-controller.js'

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

  protected abstract readonly operations: CrudService<Entity, Id>

  get entity(): EntityDefinition<Entity, Id> {
    return this.operations.entity
  }

  async findAll(
    parameters: URLSearchParams,
    context?: RequestContext,
  ): Promise<Page<Entity> | readonly Entity[]> {
    const request = parseListRequest(parameters, this.entity, this)
    switch (request.type) {
      case 'ids':
        return this.#findByIds(request.ids, context)
      case 'page':
        return this.operations.findPaginated(request, context)
      case 'all':
        return this.#findUnpaged(request, context)
    }
  }

  /**
   * Finds the entity that a URL names. Override it to find by another field, such as a slug.
   * What also goes to a service or to `super` gets the context, too.
   * @throws EntityNotFoundException
   * @throws IllegalArgumentException for a text that is no id.
   */
  async findById(id: string, context?: RequestContext): Promise<Entity> {
    return (await this.operations.findById(this.entity.parseKey(id), context)) ?? this.#refuseMissing()
  }

  /** @throws EntityExistsException when the resource names an existing row, or a unique value exists. */
  async create(resource: Entity, context?: RequestContext): Promise<Entity> {
    const { key, name } = this.entity
    const id = this.entity.keyOf(resource)
    if (id === undefined && !key.generated) throw new ValidationException(`${key.name}: is required`)
    if (id !== undefined && key.generated && (await this.operations.findById(id, context)) !== undefined)
      throw new EntityExistsException(`Another ${name} has this ${key.name} already`)
    return this.operations.create(resource, context)
  }

  async update(id: string, resource: Entity, context?: WriteContext<Entity>): Promise<Entity> {
    return this.#change(id, context, async (current) => {
      const replaced = this.entity.create(recordOf(resource))
      for (const { name, readOnly } of this.entity.fields)
        if (readOnly && name !== this.entity.version) recordOf(replaced)[name] = recordOf(current)[name]
      return replaced
    })
  }

  async patch(id: string, patch: EntityPatch<Entity>, context?: WriteContext<Entity>): Promise<Entity> {
    return this.#change(id, context, patch)
  }

  async delete(id: string, context?: WriteContext<Entity>): Promise<void> {
    await this.operations.transaction(async () => {
      const current = await this.#findAndLock(id, context)
      context?.precondition?.(current)
      await this.operations.delete(current, context)
    })
  }

  async deleteAllEntities(context?: RequestContext): Promise<void> {
    await this.operations.deleteAll(context)
  }

  /**
   * The text that names the entity in URLs, for `Location` and links: its key. A sluggable controller gives the slug;
   * one that does not say has no such headers and links.
   */
  identifierOf(entity: Entity): string | undefined {
    const key = this.entity.keyOf(entity)
    return key === undefined || this.#isSluggable ? undefined : String(key)
  }

  /** In one transaction: find, compare with what the request expects, change, write. */
  async #change(
    id: string,
    context: WriteContext<Entity> | undefined,
    change: (current: Entity) => Promise<Entity>,
  ): Promise<Entity> {
    return this.operations.transaction(async () => {
      const current = await this.#findAndLock(id, context)
      context?.precondition?.(current)
      const changed = await change(current)
      refuseOtherKey(this.entity, current, this.entity.keyOf(changed))
      this.#takeIdentity(changed, current)
      return this.operations.update(changed, context)
    })
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

  async #findAndLock(id: string, context: RequestContext | undefined): Promise<Entity> {
    const { operations } = this
    // What an overridden `findById` does not give is out of reach for writes, too.
    const isFoundByKey = !this.#isSluggable && operations.findById === CrudServiceImpl.prototype.findById
    const key = isFoundByKey
      ? this.entity.parseKey(id)
      : this.entity.keyOf(await this.#findBySlug(id, context))
    if (key === undefined) return this.#refuseMissing()
    const found = await (operations.findForUpdate?.(key, context) ?? operations.findById(key, context))
    return found ?? this.#refuseMissing()
  }

  async #findBySlug(id: string, context: RequestContext | undefined): Promise<Entity> {
    return (await this.findById(id, context)) ?? this.#refuseMissing()
  }

  async #findByIds(ids: readonly string[], context: RequestContext | undefined): Promise<readonly Entity[]> {
    if (!this.#isSluggable) {
      const keys = ids.map((id) => this.entity.parseKey(id))
      return this.operations.findByIds(keys, context)
    }
    const found = await Promise.all(ids.map(async (id) => this.#findIfThere(id, context)))
    const byKey = new Map(
      found.filter((entity) => entity !== undefined).map((entity) => [this.entity.keyOf(entity), entity]),
    )
    return Array.from(byKey.values())
  }

  async #findIfThere(id: string, context: RequestContext | undefined): Promise<Entity | undefined> {
    try {
      return await this.findById(id, context)
    } catch (error) {
      if (exceptionStatus(error) === 404) return undefined
      throw error
    }
  }

  async #findUnpaged(
    { sort }: { readonly sort: Sort | undefined },
    context: RequestContext | undefined,
  ): Promise<readonly Entity[]> {
    const all = await this.operations.findAll({ sort, limit: this.maxUnpaged + 1 }, context)
    if (all.length > this.maxUnpaged)
      throw new IllegalArgumentException(`There are more than ${this.maxUnpaged}; ask for pages, with page=1`)
    return all
  }

  get #isSluggable(): boolean {
    return this.findById !== GenericRestController.prototype.findById
  }

  #refuseMissing(): never {
    throw new EntityNotFoundException(`There is no such ${this.entity.name}`)
  }
}

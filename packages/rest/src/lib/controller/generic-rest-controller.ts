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
import type { CrudService } from '../service/crud-service.js'
import type { Page } from '../view/page.js'
import { parseListRequest } from './list-request.js'
import { restMethods, type RestController, type WriteOptions } from './rest-controller.js'

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

  async findAll(parameters: URLSearchParams): Promise<Page<Entity> | readonly Entity[]> {
    const request = parseListRequest(parameters, this.entity, this)
    switch (request.type) {
      case 'ids':
        return this.#findByIds(request.ids)
      case 'page':
        return this.operations.findPaginated(request)
      case 'all':
        return this.#findUnpaged(request)
    }
  }

  /**
   * Finds the entity that a URL names. Override it to find by another field, such as a slug.
   * @throws EntityNotFoundException
   * @throws IllegalArgumentException for a text that is no id.
   */
  async findById(id: string): Promise<Entity> {
    return (await this.operations.findById(this.entity.parseKey(id))) ?? this.#refuseMissing()
  }

  /** @throws EntityExistsException when the resource names an existing row, or a unique value exists. */
  async create(resource: Entity): Promise<Entity> {
    const { key, name } = this.entity
    const id = this.entity.keyOf(resource)
    if (id === undefined && !key.generated) throw new ValidationException(`${key.name}: is required`)
    if (id !== undefined && key.generated && (await this.operations.findById(id)) !== undefined)
      throw new EntityExistsException(`Another ${name} has this ${key.name} already`)
    return this.operations.create(resource)
  }

  async update(id: string, resource: Entity, options: WriteOptions<Entity> = {}): Promise<Entity> {
    return this.#change(id, options, async (current) => {
      const replaced = this.entity.create(recordOf(resource))
      for (const { name, readOnly } of this.entity.fields)
        if (readOnly && name !== this.entity.version) recordOf(replaced)[name] = recordOf(current)[name]
      return replaced
    })
  }

  async patch(id: string, patch: EntityPatch<Entity>, options: WriteOptions<Entity> = {}): Promise<Entity> {
    return this.#change(id, options, patch)
  }

  async delete(id: string, { precondition }: WriteOptions<Entity> = {}): Promise<void> {
    await this.operations.transaction(async () => {
      const current = await this.#findAndLock(id)
      precondition?.(current)
      await this.operations.delete(current)
    })
  }

  async deleteAllEntities(): Promise<void> {
    await this.operations.deleteAll()
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
    { precondition }: WriteOptions<Entity>,
    change: (current: Entity) => Promise<Entity>,
  ): Promise<Entity> {
    return this.operations.transaction(async () => {
      const current = await this.#findAndLock(id)
      precondition?.(current)
      const changed = await change(current)
      refuseOtherKey(this.entity, current, this.entity.keyOf(changed))
      this.#takeIdentity(changed, current)
      return this.operations.update(changed)
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

  async #findAndLock(id: string): Promise<Entity> {
    const key = this.#isSluggable ? this.entity.keyOf(await this.#findBySlug(id)) : this.entity.parseKey(id)
    return (
      (key === undefined ? undefined : await this.operations.findById(key, { lock: true })) ??
      this.#refuseMissing()
    )
  }

  async #findBySlug(id: string): Promise<Entity> {
    return (await this.findById(id)) ?? this.#refuseMissing()
  }

  async #findByIds(ids: readonly string[]): Promise<readonly Entity[]> {
    if (!this.#isSluggable) return this.operations.findByIds(ids.map((id) => this.entity.parseKey(id)))
    const found = await Promise.all(ids.map(async (id) => this.#findIfThere(id)))
    const byKey = new Map(
      found.filter((entity) => entity !== undefined).map((entity) => [this.entity.keyOf(entity), entity]),
    )
    return Array.from(byKey.values())
  }

  async #findIfThere(id: string): Promise<Entity | undefined> {
    try {
      return await this.findById(id)
    } catch (error) {
      if (exceptionStatus(error) === 404) return undefined
      throw error
    }
  }

  async #findUnpaged({
    sort,
  }: {
    sort: Parameters<CrudService<Entity, Id>['findPaginated']>[0]['sort']
  }): Promise<readonly Entity[]> {
    const all = await this.operations.findAll({ sort, limit: this.maxUnpaged + 1 })
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

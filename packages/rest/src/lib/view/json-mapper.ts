import { checkOptions, getOrInsert, refusePromise } from '@mvc-router/router-core/tools'
import type { EntityDefinition } from '../entity/entity-definition.js'
import type { ReadOptions } from '../entity/read/read-body.js'
import { readEntity, readPatch, type EntityPatch } from '../entity/read/read-entity.js'
import type { ViewType } from '../entity/view-type.js'
import { ValidationException } from '../exceptions/rest-exceptions.js'
import { writeData } from './data-writer.js'
import { SerializerModules, type ModuleSource } from './serializer-modules.js'
import { type Projection, ViewPlans } from './view-plans.js'
import { writeXml } from './xml-writer.js'

/** Writes values as JSON through views and modules, and reads entities from parsed bodies. */
export interface JsonMapper {
  /** Returns JSON. A view shows only properties that are marked with it, or with a view that it extends. */
  stringify(value: unknown, view?: ViewType, projection?: Projection): string
  /** Returns XML with a root element of this name. */
  toXml(value: unknown, rootName: string, view?: ViewType, projection?: Projection): string
  /** Returns objects, arrays and scalars, for other formats. */
  toData(value: unknown, view?: ViewType, projection?: Projection): unknown
  /**
   * Reads and validates the declared, writable fields of a parsed body.
   *
   * @throws ValidationException
   */
  readEntity<Entity extends object>(
    entity: EntityDefinition<Entity>,
    body: unknown,
    options?: ReadOptions,
  ): Promise<Entity>
  /** Reads a JSON merge patch (RFC 7396). The returned function validates the patched entity. */
  readPatch<Entity extends object>(
    entity: EntityDefinition<Entity>,
    body: unknown,
    options?: Pick<ReadOptions, 'kept'>,
  ): EntityPatch<Entity>
}

/** Creates the mapper of an application. Modules that are added later have no effect. */
export function createJsonMapper(options: { readonly modules?: ModuleSource } = {}): JsonMapper {
  checkOptions('createJsonMapper', options, { modules: true })
  const modules = new SerializerModules(options.modules)
  const plansByView = new Map<ViewType | undefined, ViewPlans>()

  function plansFor(view: ViewType | undefined, projection: Projection | undefined): ViewPlans {
    // Clients choose projections, so there are too many to cache.
    if (projection !== undefined) return new ViewPlans(view, modules, projection)
    return getOrInsert(plansByView, view, () => new ViewPlans(view, modules))
  }

  function deserialize(entity: EntityDefinition, body: unknown): unknown {
    const module = modules.find(entity.type.prototype, 'deserialize')
    if (module?.deserialize === undefined) return body
    let fields: unknown
    try {
      fields = module.deserialize(body)
    } catch (cause) {
      const message = `The body is no ${entity.name}`
      throw new ValidationException(message, [{ path: '', message }], { cause })
    }
    refusePromise('deserialize', `the fields of a ${entity.name}`, fields)
    return fields
  }

  return {
    stringify: (value, view, projection) => JSON.stringify(writeData(value, plansFor(view, projection))),
    toXml: (value, rootName, view, projection) => writeXml(rootName, value, plansFor(view, projection)),
    toData: (value, view, projection) => writeData(value, plansFor(view, projection)),
    readEntity: async (entity, body, readOptions) =>
      readEntity(entity, deserialize(entity, body), readOptions),
    readPatch,
  }
}

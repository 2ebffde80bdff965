import type { EntityDefinition } from '../entity/entity-definition.js'
import type { ReadOptions } from '../entity/read-body.js'
import { readEntity, readPatch, type EntityPatch } from '../entity/read-entity.js'
import type { ViewType } from '../entity/view-type.js'
import { ValidationException } from '../exceptions/rest-exceptions.js'
import { writeJson } from './json-writer.js'
import { writePlain } from './plain-writer.js'
import { SerializerModules, type SerializerModule } from './serializer-modules.js'
import { ViewPlans } from './view-plans.js'
import { writeXml } from './xml-writer.js'

/** Writes values as JSON through views and modules, and reads entities from parsed bodies. */
export interface JsonMapper {
  /** JSON text; with a view, only properties that are marked with it or a view that it extends. */
  stringify(value: unknown, view?: ViewType): string
  /** The same as XML, whose root element has this name. */
  toXml(value: unknown, rootName: string, view?: ViewType): string
  /** The same as plain objects, arrays and scalars, for other formats. */
  toPlain(value: unknown, view?: ViewType): unknown
  /**
   * Reads and validates an entity from a parsed body: declared, writable fields only.
   * @throws ValidationException
   */
  readEntity<Entity extends object>(
    entity: EntityDefinition<Entity>,
    body: unknown,
    options?: ReadOptions,
  ): Promise<Entity>
  /** Reads a JSON merge patch (RFC 7396); the validation happens when it is applied. */
  readPatch<Entity extends object>(entity: EntityDefinition<Entity>, body: unknown): EntityPatch<Entity>
}

/** Makes the mapper of an application. Modules that are added later do not reach it. */
export function createJsonMapper(
  options: { readonly modules?: Iterable<SerializerModule> } = {},
): JsonMapper {
  const modules = new SerializerModules(options.modules)
  const plansByView = new Map<ViewType | undefined, ViewPlans>()

  function plansFor(view: ViewType | undefined): ViewPlans {
    let plans = plansByView.get(view)
    if (plans === undefined) plansByView.set(view, (plans = new ViewPlans(view, modules)))
    return plans
  }

  function deserialize(entity: EntityDefinition, body: unknown): unknown {
    const module = modules.find(entity.type.prototype, 'deserialize')
    if (module?.deserialize === undefined) return body
    try {
      return module.deserialize(body)
    } catch (cause) {
      throw new ValidationException(`The body is no ${entity.name}`, [], { cause })
    }
  }

  return {
    stringify: (value, view) => writeJson(value, plansFor(view)),
    toXml: (value, rootName, view) => writeXml(rootName, value, plansFor(view)),
    toPlain: (value, view) => writePlain(value, plansFor(view)),
    readEntity: async (entity, body, readOptions) =>
      readEntity(entity, deserialize(entity, body), readOptions),
    readPatch,
  }
}

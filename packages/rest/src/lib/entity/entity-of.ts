import { ConfigurationException } from '@mvc-router/router-core'
import type { EntityDefinition, Type } from './entity-definition.js'

const definitions = new WeakMap<object, EntityDefinition>()

/** Remembers which declaration a class belongs to. */
export function registerEntity(definition: EntityDefinition): void {
  definitions.set(definition.type.prototype, definition)
}

/** The declaration of the class, or of the nearest ancestor, that has this prototype. */
export function entityOfPrototype(prototype: unknown): EntityDefinition | undefined {
  if (typeof prototype !== 'object' || prototype === null) return undefined
  return definitions.get(prototype) ?? entityOfPrototype(Object.getPrototypeOf(prototype))
}

/**
 * The declaration of a decorated class; a declaration is given back as it is.
 *
 * @throws ConfigurationException for a class without `@Entity`.
 */
export function entityOf<Entity extends object, Id>(
  entity: EntityDefinition<Entity, Id> | Type<Entity>,
): EntityDefinition<Entity, Id> {
  if (typeof entity !== 'function') return entity
  const definition = entityOfPrototype(entity.prototype)
  if (definition === undefined)
    throw new ConfigurationException('entity', `The class ${entity.name} is no entity; mark it with @Entity`)
  return definition as unknown as EntityDefinition<Entity, Id>
}

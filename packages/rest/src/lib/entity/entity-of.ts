import { ConfigurationException } from '@mvc-router/router-core'
import type { EntityDefinition, Type } from './entity-definition.js'

const definitions = new WeakMap<object, EntityDefinition>()

export function registerEntity(definition: EntityDefinition): void {
  definitions.set(definition.type.prototype, definition)
}

/** Returns the definition of the class with this prototype, or of its nearest ancestor. */
export function entityOfPrototype(prototype: unknown): EntityDefinition | undefined {
  if (typeof prototype !== 'object' || prototype === null) return undefined
  return definitions.get(prototype) ?? entityOfPrototype(Object.getPrototypeOf(prototype))
}

/**
 * Returns the definition of a decorated class. A definition is returned unchanged.
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

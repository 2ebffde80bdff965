import type { EntityDefinition } from './entity-definition.js'

/**
 * An entity with its class, which says what is hidden and what a view shows: a copy such as `{ ...book }` has lost it. What has
 * another class of its own, or is no object, stays as it is.
 */
export function withClass<Entity extends object>({ type }: EntityDefinition<Entity>, entity: Entity): Entity {
  if (typeof entity !== 'object' || entity === null) return entity
  const prototype: unknown = Object.getPrototypeOf(entity)
  if (prototype !== Object.prototype && prototype !== null) return entity
  return Object.create(type.prototype, Object.getOwnPropertyDescriptors(entity)) as Entity
}

import { CrudServiceImpl } from '../service/crud-service-impl.js'
import type { CrudService } from '../service/crud-service.js'

/** True if a service overrides how a URL finds its row. */
export function findsInItsOwnWay<Entity extends object, Id>(service: CrudService<Entity, Id>): boolean {
  return service.findById !== CrudServiceImpl.prototype.findById
}

/**
 * Turns the text of a URL into the id that the service takes.
 *
 * @throws IllegalArgumentException for a text that is not a key, if the service finds by keys.
 */
export function idOf<Entity extends object, Id>(service: CrudService<Entity, Id>, name: string): Id {
  const isOwnWay = findsInItsOwnWay(service)
  if (isOwnWay && service.identifierOf !== undefined) return name as Id
  try {
    return service.entity.parseKey(name)
  } catch (error) {
    // A service with its own `findById` may take a slug. The generic service does not.
    if (isOwnWay) return name as Id
    throw error
  }
}

/** Returns the text of a row in URLs, if it has one. */
export function nameInUrl<Entity extends object, Id>(
  service: CrudService<Entity, Id>,
  entity: Entity,
): string | undefined {
  if (service.identifierOf !== undefined) return service.identifierOf(entity)
  const key = service.entity.keyOf(entity)
  return key === undefined ? undefined : String(key)
}

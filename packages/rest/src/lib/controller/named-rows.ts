import type { EntityDefinition } from '../entity/entity-definition.js'
import { exceptionStatus } from '../exceptions/rest-exceptions.js'
import { CrudServiceImpl } from '../service/crud-service-impl.js'
import type { CrudService } from '../service/crud-service.js'
import type { RequestContext } from '../service/request-context.js'
import { isInScope } from './scoped-rows.js'

/** True if a service overrides how a URL finds its row. */
export function findsInItsOwnWay<Entity extends object, Id>(service: CrudService<Entity, Id>): boolean {
  return service.findById !== CrudServiceImpl.prototype.findById
}

/**
 * The value that the service takes for a name.
 *
 * @throws IllegalArgumentException for a text that is no key, where the service finds by keys.
 */
export function idOf<Entity extends object, Id>(service: CrudService<Entity, Id>, name: string): Id {
  const isOwnWay = findsInItsOwnWay(service)
  if (isOwnWay && service.identifierOf !== undefined) return name as Id
  try {
    return service.entity.parseKey(name)
  } catch (error) {
    // The slug of a service that finds by slugs; the generic one refuses it.
    if (isOwnWay) return name as Id
    throw error
  }
}

/** The text that names a row in URLs, if it has one. */
export function nameInUrl<Entity extends object, Id>(
  service: CrudService<Entity, Id>,
  entity: Entity,
): string | undefined {
  if (service.identifierOf !== undefined) return service.identifierOf(entity)
  const key = service.entity.keyOf(entity)
  return key === undefined ? undefined : String(key)
}

/** The rows with these names, each once; those that do not exist are left out. */
export async function findNamed<Entity extends object, Id>(
  names: readonly string[],
  {
    entity,
    findById,
    context,
  }: {
    readonly entity: EntityDefinition<Entity, Id>
    readonly findById: (name: string) => Promise<Entity | null | undefined>
    readonly context: RequestContext | undefined
  },
): Promise<readonly Entity[]> {
  const findIfThere = async (name: string): Promise<Entity | null | undefined> => {
    try {
      return await findById(name)
    } catch (error) {
      if (exceptionStatus(error) === 404) return undefined
      throw error
    }
  }
  const byKey = new Map<Id | undefined, Entity>()
  for (const found of await Promise.all(names.map(findIfThere)))
    if (found !== undefined && found !== null && isInScope(entity, found, context))
      byKey.set(entity.keyOf(found), found)
  return Array.from(byKey.values())
}

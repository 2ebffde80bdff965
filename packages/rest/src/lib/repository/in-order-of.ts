import type { EntityDefinition } from '../entity/entity-definition.js'

/** Databases limit the parameters of one query. Old versions of SQLite allow 999. */
export const maxValuesPerQuery = 500

/** Returns each entity with these keys once, in the order of the keys. `find` may return the entities in any order. */
export async function inOrderOf<Entity extends object, Id>(
  entity: EntityDefinition<Entity, Id>,
  ids: readonly Id[],
  find: (some: readonly Id[]) => Promise<readonly Entity[]>,
): Promise<readonly Entity[]> {
  const wanted = Array.from(new Set(ids))
  const byId = new Map<Id | undefined, Entity>()
  for (let start = 0; start < wanted.length; start += maxValuesPerQuery)
    for (const found of await find(wanted.slice(start, start + maxValuesPerQuery)))
      byId.set(entity.keyOf(found), found)
  return wanted.map((id) => byId.get(id)).filter((found) => found !== undefined)
}

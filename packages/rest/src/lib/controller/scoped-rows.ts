import type { EntityDefinition } from '../entity/entity-definition.js'
import { notFound, referenceException } from '../entity/entity-exceptions.js'
import { recordOf } from '../entity/record-of.js'
import { ForbiddenException } from '../exceptions/http-exceptions.js'
import { NotImplementedException } from '../exceptions/rest-exceptions.js'
import { comparisonsOf } from '../repository/condition.js'
import { relatedScope } from '../repository/related-scope.js'
import { satisfies } from '../repository/satisfies.js'
import type { RequestContext } from '../service/request-context.js'
import type { RestMethod } from './rest-method.js'

/** The operations whose written rows must be in the scope. */
export const scopedWrites: ReadonlySet<RestMethod> = new Set<RestMethod>(['create', 'update', 'patch'])

export function isInScope<Entity extends object>(
  definition: EntityDefinition<Entity>,
  entity: Entity,
  context: RequestContext | undefined,
): boolean {
  return context?.scope === undefined || satisfies(definition, context.scope)(entity)
}

/** @throws EntityNotFoundException if the entity was not found, or is outside of the scope. */
export function existing<Entity extends object>(
  definition: EntityDefinition<Entity>,
  found: Entity | null | undefined,
  context: RequestContext | undefined,
): Entity {
  if (found !== undefined && found !== null && isInScope(definition, found, context)) return found
  throw notFound(definition)
}

/** Sets absent fields for which the scope requires one value. With the scope `{ owner: 7 }`, `owner` becomes 7. */
export function fillFromScope(
  definition: EntityDefinition,
  entity: object,
  context: RequestContext | undefined,
): void {
  for (const { property, operator, value } of comparisonsOf(definition, context?.scope)) {
    const record = recordOf(entity)
    if (operator === 'eq' && property !== definition.key.name) record[property] ??= value
  }
}

/** @throws ForbiddenException for a row outside of the scope. */
export function refuseOutside(
  definition: EntityDefinition,
  entity: object,
  context: RequestContext | undefined,
): void {
  if (!isInScope(definition, entity, context))
    throw new ForbiddenException(`This ${definition.name} would be out of your reach`)
}

/**
 * Checks and returns a written row. The caller's transaction undoes the write if the row is refused. `include` loads relations.
 *
 * @throws ForbiddenException for a row outside of the scope.
 * @throws DataIntegrityViolationException for a reference to a row outside of the scope, as for a missing row.
 */
export async function checkWritten<Entity extends object>(
  definition: EntityDefinition<Entity>,
  written: Entity,
  context: RequestContext | undefined,
  include: (entities: [Entity], relations: readonly string[], context: RequestContext) => Promise<void>,
): Promise<Entity> {
  if (context?.scope === undefined) return written
  refuseOutside(definition, written, context)
  const { relations, key } = definition
  const referring = relations.filter(
    ({ entity, by, many }) =>
      !many && recordOf(written)[by] !== null && relatedScope(definition, context.scope, entity()).length > 0,
  )
  if (referring.length === 0) return written
  const probe = definition.create({ [key.name]: recordOf(written)[key.name] })
  try {
    const names = referring.map(({ name }) => name)
    await include([probe], names, context)
  } catch (error) {
    // A store without relations does not check references.
    if (error instanceof NotImplementedException) return written
    throw error
  }
  const broken = referring.find(({ name }) => (recordOf(probe)[name] ?? null) === null)
  if (broken !== undefined) throw referenceException(definition, broken.by)
  return written
}

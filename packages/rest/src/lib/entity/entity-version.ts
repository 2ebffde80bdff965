import { OptimisticLockException } from '../exceptions/rest-exceptions.js'
import type { EntityDefinition } from './entity-definition.js'
import { recordOf } from './record-of.js'

/** The version of an entity, if it has one. */
export function versionOf({ version }: EntityDefinition, entity: object): number | undefined {
  const value = version === undefined ? undefined : recordOf(entity)[version]
  return typeof value === 'number' ? value : undefined
}

/**
 * Compares a row, if there is one, with the version that its writer knows. Entities without versions are always as expected.
 *
 * @throws OptimisticLockException
 */
export function checkVersion(
  entity: EntityDefinition,
  stored: object | undefined,
  expected: number | undefined,
): void {
  if (entity.version === undefined || expected === undefined) return
  if (stored === undefined || versionOf(entity, stored) !== expected) throw changedMeanwhile(entity)
}

/** Another writer was first. */
export function changedMeanwhile({ name }: EntityDefinition): OptimisticLockException {
  return new OptimisticLockException(`The ${name} was changed in the meantime`)
}

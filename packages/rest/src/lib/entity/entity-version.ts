import { OptimisticLockException } from '../exceptions/rest-exceptions.js'
import type { EntityDefinition } from './entity-definition.js'
import { recordOf } from './record-of.js'

export function versionOf({ version }: EntityDefinition, entity: object): number | undefined {
  const value = version === undefined ? undefined : recordOf(entity)[version]
  return typeof value === 'number' ? value : undefined
}

/** @throws OptimisticLockException if the row has another version than its writer expects. */
export function checkVersion(
  entity: EntityDefinition,
  stored: object | undefined,
  expected: number | undefined,
): void {
  if (entity.version === undefined || expected === undefined) return
  if (stored === undefined || versionOf(entity, stored) !== expected) throw changedMeanwhile(entity)
}

/** Creates the exception for a row that another writer changed first. */
export function changedMeanwhile({ name }: EntityDefinition): OptimisticLockException {
  return new OptimisticLockException(`The ${name} was changed in the meantime`)
}

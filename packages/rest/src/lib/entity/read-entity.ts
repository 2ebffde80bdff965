import {
  IllegalArgumentException,
  ValidationException,
  type ValidationIssue,
} from '../exceptions/rest-exceptions.js'
import type { EntityDefinition } from './entity-definition.js'
import { mergePatch } from './merge-patch.js'
import { describeIssues, readBody, type ReadOptions } from './read-body.js'
import { recordOf } from './record-of.js'
import { validateValues } from './validate-values.js'

/** Turns a current entity into the patched one; nothing is written yet. */
export type EntityPatch<Entity extends object> = (current: Entity) => Promise<Entity>

/**
 * Reads an entity from a parsed body: its declared, writable fields, and the key and version to compare with.
 * Undeclared and read-only fields are dropped; what is absent gets its default, or `null`.
 * @throws ValidationException
 */
export async function readEntity<Entity extends object>(
  entity: EntityDefinition<Entity>,
  body: unknown,
  options: ReadOptions = {},
): Promise<Entity> {
  const { values, identity } = readBody(entity, body, options)
  const valid = await validateValues(entity, values)
  const issues: ValidationIssue[] = []
  for (const { name, defaultValue, nullable, readOnly } of entity.fields) {
    if (name === entity.version || (valid[name] !== undefined && valid[name] !== null)) continue
    const value = valid[name] === null && nullable ? null : (defaultValue?.() ?? null)
    if (value === null && !nullable && !readOnly) issues.push({ path: name, message: 'is required' })
    valid[name] = value
  }
  if (issues.length > 0) throw new ValidationException(describeIssues(issues), issues)
  return entity.create({ ...valid, ...identity })
}

/**
 * Reads a JSON merge patch (RFC 7396): `null` empties a field, an object is merged into a `json` field.
 * The schema sees the whole patched entity, when the patch is applied.
 * @throws ValidationException
 */
export function readPatch<Entity extends object>(
  entity: EntityDefinition<Entity>,
  body: unknown,
  options: ReadOptions = {},
): EntityPatch<Entity> {
  const { values, identity } = readBody(entity, body, options)
  return async (current) => {
    const before = recordOf(current)
    const patched: Record<string, unknown> = {}
    for (const { name, type, readOnly } of entity.fields) {
      if (readOnly) continue
      if (!Object.hasOwn(values, name)) patched[name] = before[name]
      else patched[name] = type === 'json' ? mergePatch(before[name], values[name]) : values[name]
    }
    refuseOtherKey(entity, current, identity[entity.key.name])
    return entity.create({ ...before, ...(await validateValues(entity, patched)), ...identity })
  }
}

/** @throws IllegalArgumentException when a body has another key than the entity that it is for. */
export function refuseOtherKey<Entity extends object>(
  entity: EntityDefinition<Entity>,
  current: Entity,
  bodyKey: unknown,
): void {
  if (bodyKey === undefined || bodyKey === null || bodyKey === entity.keyOf(current)) return
  throw new IllegalArgumentException(
    `The ${entity.key.name} of the body is another one than that of the ${entity.name}`,
  )
}

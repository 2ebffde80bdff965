import { IllegalArgumentException, type ValidationIssue } from '../../exceptions/rest-exceptions.js'
import type { EntityDefinition, FieldDefinition } from '../entity-definition.js'
import { mergePatch } from './merge-patch.js'
import { invalidBody, readBody, type ReadOptions } from './read-body.js'
import { checkVersion, versionOf } from '../entity-version.js'
import { recordOf } from '../record-of.js'
import { missing, readField } from './read-field.js'
import { xmlText } from '../xml-text.js'
import { isUnchecked, markUnchecked, validateValues } from './validate-values.js'

/** Entities from formats such as XML, which cannot write every character. */
const textual = new WeakSet<object>()

/** Returns the patched entity. It does not write to the store. */
export type EntityPatch<Entity extends object> = (current: Entity) => Promise<Entity>

/**
 * Reads an entity from a parsed body. Undeclared and read-only fields are dropped. The version is read only for a
 * comparison, and so is a generated key. A missing field gets its default, or `null`.
 *
 * @throws ValidationException
 */
export async function readEntity<Entity extends object>(
  entity: EntityDefinition<Entity>,
  body: unknown,
  options: ReadOptions = {},
): Promise<Entity> {
  const { values, identity } = readBody(entity, body, options)
  const kept = options.kept && keptValues(entity, options.kept, values)
  const valid = await validateValues(entity, values, kept)
  const issues: ValidationIssue[] = []
  for (const { name, defaultValue, nullable, readOnly } of entity.fields) {
    if (name === entity.version || kept?.has(name) === true) continue
    if (valid[name] !== undefined && valid[name] !== null) continue
    const value = valid[name] === null && nullable ? null : (defaultValue?.() ?? null)
    if (value === null && !nullable && !readOnly) issues.push(missing(name))
    valid[name] = value
  }
  if (issues.length > 0) throw invalidBody(issues)
  const read = entity.create(Object.assign(valid, identity))
  if (isUnchecked(valid)) markUnchecked(read)
  if (options.textual === true) textual.add(read)
  return read
}

/**
 * Reads a JSON merge patch (RFC 7396). `null` empties a field, and an object is merged into a `json` field.
 * The schema validates the whole patched entity when the patch is applied.
 *
 * @throws ValidationException
 */
export function readPatch<Entity extends object>(
  entity: EntityDefinition<Entity>,
  body: unknown,
  options: ReadOptions = {},
): EntityPatch<Entity> {
  const kept = options.kept ?? unchangeable(entity)
  const { values, identity } = readBody(entity, body, { ...options, kept, isPatch: true })
  return async (current) => {
    const before = recordOf(current)
    const patched: Record<string, unknown> = {}
    for (const field of entity.fields) {
      const { name, type, readOnly } = field
      if (readOnly) continue
      if (!Object.hasOwn(values, name)) patched[name] = before[name]
      else if (type !== 'json') patched[name] = values[name]
      else patched[name] = checkModel(field, mergePatch(before[name], values[name]))
    }
    refuseOtherKey(entity, current, identity[entity.key.name])
    const valid = await validateValues(entity, patched)
    for (const name of kept) if (Object.hasOwn(valid, name)) valid[name] = before[name]
    return entity.create({ ...before, ...valid, ...identity })
  }
}

/** Returns the fields that a replacement keeps: the given fields, and write-only fields that the body lacks. */
function keptValues(
  { fields }: EntityDefinition,
  kept: ReadonlySet<string>,
  values: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const absent = fields.filter((field) => field.writeOnly && (values[field.name] ?? null) === null)
  return new Set([...kept, ...absent.map((field) => field.name)])
}

/** Returns the fields that only a POST may set. */
function unchangeable({ fields }: EntityDefinition): ReadonlySet<string> {
  return new Set(fields.filter((field) => field.hidden && !field.writeOnly).map((field) => field.name))
}

function checkModel(field: FieldDefinition, value: unknown): unknown {
  if (field.model === undefined) return value
  const read = readField(field, value, false)
  if (read.issues !== undefined) throw invalidBody(read.issues)
  return read.value
}

/**
 * Returns the replacement of the current entity. Fields that the client cannot change keep their values.
 *
 * @throws ValidationException if the schema refuses the entity.
 */
export async function replaceEntity<Entity extends object>(
  entity: EntityDefinition<Entity>,
  current: Entity,
  given: Entity,
  unseen: ReadonlySet<string>,
): Promise<Entity> {
  const before = recordOf(current)
  const replaced = entity.create(recordOf(given))
  const record = recordOf(replaced)
  const kept = entity.fields.filter(
    ({ name, readOnly, writeOnly }) =>
      name !== entity.version &&
      (readOnly || unseen.has(name) || (writeOnly && (record[name] ?? null) === null)),
  )
  for (const { name } of kept) record[name] = before[name]
  if (textual.has(given)) keepUnwritable(record, before)
  if (!isUnchecked(given)) return replaced
  const writable = entity.fields.filter(({ readOnly }) => !readOnly).map(({ name }) => [name, record[name]])
  const valid = await validateValues(entity, Object.fromEntries(writable) as Record<string, unknown>)
  for (const { name } of kept) if (Object.hasOwn(valid, name)) valid[name] = before[name]
  return entity.create({ ...record, ...valid })
}

/** Keeps a stored text with characters that XML cannot write, if the client sends back the text that XML showed. */
function keepUnwritable(record: Record<string, unknown>, before: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(record)) {
    const text = before[name]
    if (typeof value === 'string' && typeof text === 'string' && value === xmlText(text)) record[name] = text
  }
}

/** @throws ValidationException if clients choose the keys, but the new entity has no key. */
export function requireKey<Entity extends object>(entity: EntityDefinition<Entity>, created: Entity): void {
  const { name, generated } = entity.key
  if (!generated && entity.keyOf(created) === undefined) throw invalidBody([missing(name)])
}

/**
 * Copies the key and the version of the row to the changed entity.
 *
 * @throws IllegalArgumentException if the entity has another key.
 * @throws OptimisticLockException if the entity has another version.
 */
export function keepIdentity<Entity extends object>(
  entity: EntityDefinition<Entity>,
  current: Entity,
  changed: Entity,
): void {
  const { key, version } = entity
  refuseOtherKey(entity, current, entity.keyOf(changed))
  recordOf(changed)[key.name] = recordOf(current)[key.name]
  checkVersion(entity, current, versionOf(entity, changed))
  if (version !== undefined) recordOf(changed)[version] = recordOf(current)[version]
}

/** @throws IllegalArgumentException if the body has another key than the entity. */
function refuseOtherKey<Entity extends object>(
  entity: EntityDefinition<Entity>,
  current: Entity,
  bodyKey: unknown,
): void {
  if (bodyKey === undefined || bodyKey === null || bodyKey === entity.keyOf(current)) return
  throw new IllegalArgumentException(
    `The ${entity.key.name} of the body differs from the ${entity.key.name} of the ${entity.name}`,
    { place: { path: entity.key.name, code: 'identity' } },
  )
}

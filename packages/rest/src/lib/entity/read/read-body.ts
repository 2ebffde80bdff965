import { ValidationException, type ValidationIssue } from '../../exceptions/rest-exceptions.js'
import type { EntityDefinition, KeyDefinition } from '../entity-definition.js'
import { expectedKeys, isNumericKey, parseKeyText, type KeyValue } from '../key-text.js'
import { isJsonObject } from './merge-patch.js'
import { missing, readField } from './read-field.js'

/** Options for reading a body. */
export interface ReadOptions {
  /** True if all scalars of the body are texts, as in XML. */
  readonly textual?: boolean
  /** Fields that keep their stored values even if the body has them. */
  readonly kept?: ReadonlySet<string>
}

export interface BodyContent {
  /** The writable fields that the body has. Only nullable fields can be `null`. */
  readonly values: Record<string, unknown>
  /** The key and the version, if the body has them. They are compared with the row. Only a POST may write the key. */
  readonly identity: Record<string, unknown>
}

/**
 * Reads the declared fields of a parsed body. Undeclared and read-only fields are dropped.
 *
 * @throws ValidationException that lists all wrong and missing fields.
 */
export function readBody(
  entity: EntityDefinition,
  body: unknown,
  { textual = false, kept, isPatch = false }: ReadOptions & { readonly isPatch?: boolean } = {},
): BodyContent {
  if (!isJsonObject(body))
    throw new ValidationException(`The body: expected one ${entity.name}, as an object`, [
      { path: '', code: 'type', message: `must be one ${entity.name}, as an object` },
    ])
  const values: Record<string, unknown> = {}
  const identity: Record<string, unknown> = {}
  const issues: ValidationIssue[] = []
  const { key } = entity
  const bodyKey = Object.hasOwn(body, key.name) ? body[key.name] : undefined
  if (bodyKey !== undefined && bodyKey !== null) {
    const read = readKey(key, bodyKey, textual)
    if (read === undefined)
      issues.push({ path: key.name, code: 'type', message: `must be ${expectedKeys[key.type]}` })
    else identity[key.name] = read
  }
  for (const field of entity.fields) {
    const { name } = field
    const isVersion = name === entity.version
    if ((field.readOnly && !isVersion) || kept?.has(name) === true) continue
    const given = Object.hasOwn(body, name) ? body[name] : undefined
    if (given === undefined) {
      // A schema may add a missing field. A replacement keeps the stored value of a missing write-only field.
      const mayLack = isPatch || entity.schema !== undefined || (kept !== undefined && field.writeOnly)
      if (!mayLack && !isVersion && !field.nullable && field.defaultValue === undefined)
        issues.push(missing(name))
      continue
    }
    // `null` means no version.
    if (isVersion && given === null) continue
    // In a patch, a nested object is itself a patch.
    if (isPatch && field.model !== undefined && isJsonObject(given)) {
      values[name] = given
      continue
    }
    const read = readField(field, given, textual)
    if (read.issues !== undefined) issues.push(...read.issues)
    else if (isVersion) identity[name] = read.value
    else values[name] = read.value
  }
  if (issues.length > 0) throw invalidBody(issues)
  return { values, identity }
}

export function invalidBody(issues: readonly ValidationIssue[]): ValidationException {
  return new ValidationException(describeIssues(issues), issues)
}

/** Describes the first few issues: `title: must be a text; pages: must be an integer`. */
function describeIssues(issues: readonly ValidationIssue[]): string {
  const shown = issues.slice(0, 5).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  if (issues.length > shown.length) shown.push(`and ${issues.length - shown.length} more`)
  return shown.join('; ')
}

function readKey({ type }: KeyDefinition, value: unknown, textual: boolean): KeyValue | undefined {
  if (typeof value === 'number' && isNumericKey(type)) return parseKeyText(type, String(value))
  if (typeof value === 'string' && (textual || type !== 'integer')) return parseKeyText(type, value)
  return undefined
}

import { ValidationException, type ValidationIssue } from '../exceptions/rest-exceptions.js'
import type { EntityDefinition, FieldDefinition, FieldType, KeyDefinition } from './entity-definition.js'
import { expectedKeys, parseKeyText, type KeyValue } from './key-text.js'
import { isPlainObject } from './merge-patch.js'
import { expectedValues, readValue } from './read-value.js'

export interface ReadOptions {
  /** All leaves of the body are texts, as in XML. */
  readonly textual?: boolean
}

/** What a body says of an entity, in the declared types. */
export interface BodyContent {
  /** The writable fields that the body has. `null` is among them only where it is a value. */
  readonly values: Record<string, unknown>
  /** The key and the version, where the body has them: not to write, but to compare with. */
  readonly identity: Record<string, unknown>
}

/**
 * Reads the declared fields of a parsed body; undeclared and read-only ones are dropped.
 * @throws ValidationException that lists every field of a wrong type.
 */
export function readBody(
  entity: EntityDefinition,
  body: unknown,
  { textual = false }: ReadOptions = {},
): BodyContent {
  if (!isPlainObject(body)) throw new ValidationException(`The body must be one ${entity.name}, as an object`)
  const values: Record<string, unknown> = {}
  const identity: Record<string, unknown> = {}
  const issues: ValidationIssue[] = []
  const { key } = entity
  const bodyKey = Object.hasOwn(body, key.name) ? body[key.name] : undefined
  if (bodyKey !== undefined && bodyKey !== null) {
    const read = readKey(key, bodyKey, textual)
    if (read === undefined) issues.push({ path: key.name, message: `must be ${expectedKeys[key.type]}` })
    else identity[key.name] = read
  }
  for (const field of entity.fields) {
    const { name } = field
    const isVersion = name === entity.version
    if ((field.readOnly && !isVersion) || !Object.hasOwn(body, name)) continue
    // As with the key: who sends none expects none.
    if (isVersion && body[name] === null) continue
    const read = readField(field, body[name], textual)
    if ('message' in read) issues.push({ path: name, message: read.message })
    else if (isVersion) identity[name] = read.value
    else values[name] = read.value
  }
  if (issues.length > 0) throw new ValidationException(describeIssues(issues), issues)
  return { values, identity }
}

/** `title must be a text; pages must be an integer`: the first few issues, for people. */
export function describeIssues(issues: readonly ValidationIssue[]): string {
  const shown = issues.slice(0, 5).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  if (issues.length > shown.length) shown.push(`and ${issues.length - shown.length} more`)
  return shown.join('; ')
}

function readKey({ type }: KeyDefinition, value: unknown, textual: boolean): KeyValue | undefined {
  const isNumeric = type === 'integer' || type === 'bigint'
  if (typeof value === 'number' && isNumeric) return parseKeyText(type, String(value))
  if (typeof value === 'string' && (textual || type !== 'integer')) return parseKeyText(type, value)
  return undefined
}

/** The value of a field, or which of its rules the value breaks. */
function readField(
  field: FieldDefinition,
  value: unknown,
  textual: boolean,
): { readonly value: unknown } | { readonly message: string } {
  const { type, nullable, maxLength } = field
  if (value === null || (textual && value === '' && type !== 'string')) {
    const instead = nullable ? null : field.defaultValue?.()
    return instead === undefined ? { message: 'must not be null' } : { value: instead }
  }
  const read = readValue(type, value, textual)
  if (read === undefined) return { message: `must be ${expectedFor(type, value)}` }
  return typeof read === 'string' && isTooLong(read, maxLength)
    ? { message: `must have at most ${maxLength} characters` }
    : { value: read }
}

/** A text that is refused has a character that no text may have. */
function expectedFor(type: FieldType, value: unknown): string {
  return type === 'string' && typeof value !== 'string' ? 'a text' : expectedValues[type]
}

/** Counts code points, as JSON Schema and databases do; that is needed only for texts with surrogates. */
function isTooLong(text: string, maxLength: number | undefined): boolean {
  return maxLength !== undefined && text.length > maxLength && Array.from(text).length > maxLength
}

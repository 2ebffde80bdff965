import type { ValidationIssue } from '../../exceptions/rest-exceptions.js'
import { compareTyped } from '../compare-values.js'
import type { Digits, FieldDefinition, FieldType, ModelDefinition } from '../entity-definition.js'
import { toJsonForm } from '../json-form.js'
import { isJsonObject } from './merge-patch.js'
import { expectedValues, readValue } from './read-value.js'
import { digitsOf, expectedFormats, formatChecks } from '../value-formats.js'

export type ReadField =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[] }

export function readField(field: FieldDefinition, given: unknown, textual: boolean): ReadField {
  const { name, type, nullable, model, many } = field
  if (given === null || (textual && given === '' && type !== 'string' && type !== 'bytes')) {
    const value = nullable ? null : field.defaultValue?.()
    return value === undefined ? { issues: [issue(name, 'null', 'must not be null')] } : { value }
  }
  if (field.enum?.[0] === null) return { issues: [issue(name, 'enum', 'must be null')] }
  if (model !== undefined) {
    // In XML, the value of a `json` field is one text of JSON.
    const data = textual && typeof given === 'string' ? readValue(type, given, true) : given
    const isText = textual && data === given
    return many ? readModels(field, model, data, isText) : readModel(name, model, data, isText)
  }
  const value = readValue(type, given, textual)
  if (value === undefined)
    return { issues: [issue(name, 'type', `must be ${expectedFor(field.type, given)}`)] }
  const broken = brokenRule(field, value)
  return broken === undefined ? { value } : { issues: [broken] }
}

function brokenRule(field: FieldDefinition, value: unknown): ValidationIssue | undefined {
  const { name, type, pattern, matches, min, max } = field
  if (value instanceof Uint8Array) return brokenLength(field, value.length, 'bytes')
  if (typeof value === 'string') {
    const broken = brokenLength(field, lengthOf(value, field), 'characters')
    if (broken !== undefined) return broken
    if (field.notBlank && value.trim() === '') return issue(name, 'notBlank', 'must not be blank')
    if (field.format !== undefined && !formatChecks[field.format](value))
      return issue(name, 'format', `must be ${expectedFormats[field.format]}`)
    if (matches !== undefined && !matches(value)) return issue(name, 'pattern', `must match ${pattern ?? ''}`)
  }
  if (min !== undefined && compareTyped(type, value, min) < 0)
    return issue(name, 'min', `must be ${textOf(min)} or more`)
  if (max !== undefined && compareTyped(type, value, max) > 0)
    return issue(name, 'max', `must be ${textOf(max)} or less`)
  const { digits, time } = field
  if (digits !== undefined && !hasDigits(value, digits))
    return issue(
      name,
      'digits',
      `must have at most ${digits.integer} digits before the point and ${digits.fraction} behind it`,
    )
  if (time !== undefined && Math.sign(compareTyped(type, value, nowAs(type))) !== (time === 'past' ? -1 : 1))
    return issue(name, time, `must be in the ${time}`)
  if (field.enum !== undefined && !field.enum.includes(value as string))
    return issue(name, 'enum', `must be one of ${field.enum.join(', ')}`)
  return undefined
}

function brokenLength(
  { name, minLength, maxLength, notEmpty }: FieldDefinition,
  length: number,
  what: string,
): ValidationIssue | undefined {
  if (notEmpty && length === 0) return issue(name, 'notEmpty', 'must not be empty')
  if (minLength !== undefined && length < minLength)
    return issue(name, 'minLength', `must have at least ${minLength} ${what}`)
  if (maxLength !== undefined && length > maxLength)
    return issue(name, 'maxLength', `must have at most ${maxLength} ${what}`)
  return undefined
}

function hasDigits(value: unknown, digits: Digits): boolean {
  const has = digitsOf(value as number | string)
  return has.integer <= digits.integer && has.fraction <= digits.fraction
}

/** Returns the current day in UTC, or the current time. */
function nowAs(type: FieldType): unknown {
  const now = new Date()
  return type === 'date' ? now.toISOString().slice(0, 10) : now
}

/** Counts code points, as JSON Schema and databases do, unless the number of UTF-16 units already decides. */
function lengthOf(text: string, { minLength = 0, maxLength = Infinity }: FieldDefinition): number {
  const { length } = text
  return length > maxLength || (minLength > 0 && length >= minLength) ? Array.from(text).length : length
}

function readModels(
  field: FieldDefinition,
  model: ModelDefinition,
  given: unknown,
  textual: boolean,
): ReadField {
  const { name } = field
  // In XML, a list with one element looks like a single element.
  const list = textual && !Array.isArray(given) ? [given] : given
  if (!Array.isArray(list)) return { issues: [issue(name, 'type', `must be a list of ${model.name}`)] }
  const broken = brokenLength(field, list.length, 'elements')
  if (broken !== undefined) return { issues: [broken] }
  const read = list.map((one: unknown, index) => readModel(`${name}.${index}`, model, one, textual))
  const issues = read.flatMap((one) => one.issues ?? [])
  return issues.length > 0 ? { issues } : { value: read.map((one) => ('value' in one ? one.value : null)) }
}

/** Reads the declared fields of a nested object, and returns their JSON forms. */
function readModel(name: string, model: ModelDefinition, given: unknown, textual: boolean): ReadField {
  if (!isJsonObject(given))
    return { issues: [issue(name, 'type', `must be one ${model.name}, as an object`)] }
  const issues: ValidationIssue[] = []
  const value: Record<string, unknown> = {}
  for (const field of model.fields) {
    const inner = Object.hasOwn(given, field.name) ? given[field.name] : undefined
    const read = inner === undefined ? absent(field) : readField(field, inner, textual)
    if (read.issues !== undefined)
      issues.push(...read.issues.map((one) => ({ ...one, path: `${name}.${one.path}` })))
    else value[field.name] = toJsonForm(read.value)
  }
  return issues.length > 0 ? { issues } : { value }
}

function absent({ name, nullable, defaultValue }: FieldDefinition): ReadField {
  const value = defaultValue?.() ?? (nullable ? null : undefined)
  return value === undefined ? { issues: [missing(name)] } : { value }
}

export function missing(path: string): ValidationIssue {
  return issue(path, 'required', 'is required')
}

/**
 * Describes the expected value. If a text was given where a text is expected, the description names the forbidden
 * characters.
 */
function expectedFor(type: FieldType, value: unknown): string {
  return type === 'string' && typeof value !== 'string' ? 'a text' : expectedValues[type]
}

function textOf(limit: unknown): string {
  return limit instanceof Date ? limit.toISOString() : String(limit)
}

function issue(path: string, code: string, message: string): ValidationIssue {
  return { path, code, message }
}

import { ConfigurationException } from '@mvc-router/router-core'
import { compilePieces, ConstraintException, parseRegularExpression } from '@mvc-router/constraint-language'
import { checkOptions } from '@mvc-router/router-core/tools'
import { compareTyped } from '../compare-values.js'
import type { FieldDefinition, FieldOptions, FieldType } from '../entity-definition.js'
import { readValue } from '../read/read-value.js'
import { formatChecks } from '../value-formats.js'

const lengthy: ReadonlySet<FieldType> = new Set(['string', 'bytes'])
const ranged: ReadonlySet<FieldType> = new Set(['integer', 'bigint', 'number', 'decimal', 'date', 'datetime'])
const listed: ReadonlySet<FieldType> = new Set(['string', 'integer', 'boolean'])
const fractional: ReadonlySet<FieldType> = new Set(['decimal', 'number'])
const times: ReadonlySet<FieldType> = new Set(['date', 'datetime'])

/** The default `maxLength` of a text with a pattern. */
const maxPatternLength = 1000

type FieldRules = Pick<FieldDefinition, 'minLength' | 'maxLength' | 'matches' | 'min' | 'max' | 'declared'>

/** @throws ConfigurationException for a rule that does not fit the type, or that no value can meet. */
export function buildFieldRules(name: string, type: FieldType, options: FieldOptions): FieldRules {
  const { length, range, pattern, many = false } = options
  const { minLength = length?.min, maxLength = length?.max } = options
  const { min = range?.min, max = range?.max } = options
  const refuse = (option: string, message: string): never => {
    throw new ConfigurationException(option, `${option} of ${name}: ${message}`)
  }
  for (const [option, limits] of Object.entries({ length, range }))
    if (limits !== undefined) checkOptions(`${option} of ${name}`, limits, { min: true, max: true })
  for (const [option, value] of Object.entries({ minLength, maxLength })) {
    if (value === undefined) continue
    if (
      !(lengthy.has(type) || many) ||
      !Number.isSafeInteger(value) ||
      value < (option === 'maxLength' ? 1 : 0)
    )
      refuse(
        option,
        `expected an integer from ${option === 'maxLength' ? 1 : 0}, for texts, bytes and lists only`,
      )
  }
  if (length !== undefined && (type !== 'string' || minLength !== length.min || maxLength !== length.max))
    refuse('length', 'expected { min, max }, for texts only, instead of minLength and maxLength')
  if (
    range !== undefined &&
    (min === undefined || min !== range.min || max === undefined || max !== range.max)
  )
    refuse('range', 'expected { min, max }, instead of min and max')
  if (minLength !== undefined && minLength > (maxLength ?? Infinity))
    refuse('minLength', 'expected at most its maxLength')
  if (pattern !== undefined && (type !== 'string' || typeof pattern !== 'string'))
    refuse('pattern', 'expected a regular expression as a text, for texts only')
  const { format, notBlank = false, notEmpty = false, digits, time } = options
  if (format !== undefined && (type !== 'string' || !Object.hasOwn(formatChecks, format)))
    refuse('format', `expected one of ${Object.keys(formatChecks).join(', ')}, for texts only`)
  if (notBlank && type !== 'string') refuse('notBlank', 'expected a text as its type')
  if (notEmpty && !lengthy.has(type) && !many)
    refuse('notEmpty', 'expected a text, bytes or a list as its type')
  if (digits !== undefined) checkOptions(`digits of ${name}`, digits, { integer: true, fraction: true })
  if (
    digits !== undefined &&
    (!fractional.has(type) ||
      ![digits.integer, digits.fraction].every((one) => Number.isSafeInteger(one) && one >= 0))
  )
    refuse('digits', 'expected { integer, fraction }, for decimal and number only')
  if (time !== undefined && (!times.has(type) || (time !== 'past' && time !== 'future')))
    refuse('time', 'expected past or future, for date and datetime only')
  const [least, most] = ([min, max] as const).map((limit, index) => {
    if (limit === undefined) return undefined
    const option = index === 0 ? 'min' : 'max'
    const value = limitOf(type, limit)
    if (!ranged.has(type) || value === undefined)
      refuse(option, `expected a value of its type, got ${String(limit)}`)
    return value
  })
  if (least !== undefined && most !== undefined && compareTyped(type, least, most) > 0)
    refuse('min', 'expected at most its max')
  const values = options.enum
  if (values !== undefined && !(isOnlyNull(values) ? options.type.endsWith('?') : isListOf(type, values)))
    refuse('enum', 'expected a list of texts, integers or booleans, as its type is, or [null]')
  const longest = pattern === undefined ? maxLength : (maxLength ?? maxPatternLength)
  return {
    minLength,
    maxLength: longest,
    matches: pattern === undefined ? undefined : compilePattern(name, pattern, longest ?? maxPatternLength),
    min: least,
    max: most,
    declared: options,
  }
}

function isOnlyNull(values: readonly unknown[]): boolean {
  return values.length === 1 && values[0] === null
}

function isListOf(type: FieldType, values: readonly unknown[]): boolean {
  return (
    listed.has(type) &&
    Array.isArray(values) &&
    values.length > 0 &&
    values.every((value) => readValue(type, value, false) !== undefined)
  )
}

/** Reads a limit: `5`, `5n`, `'2024-02-29'` or a `Date`. */
function limitOf(type: FieldType, limit: unknown): unknown {
  if (type === 'bigint' && typeof limit === 'bigint') return limit
  if (type === 'datetime' && limit instanceof Date) return limit
  return readValue(type, limit, false)
}

/** Returns a check whose time depends only on the length of the text. A code point has up to two UTF-16 units. */
function compilePattern(name: string, pattern: string, maxLength: number): (text: string) => boolean {
  try {
    const automaton = compilePieces(
      [{ type: 'expression', expression: parseRegularExpression(pattern) }],
      2 * maxLength,
    )
    return (text) => automaton.accepts(text)
  } catch (error) {
    if (!(error instanceof ConstraintException)) throw error
    throw new ConfigurationException('pattern', `The pattern of ${name}: ${error.message}`)
  }
}

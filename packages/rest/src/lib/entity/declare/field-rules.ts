import { ConfigurationException } from '@mvc-router/router-core'
import { compilePieces, ConstraintException, parseRegularExpression } from '@mvc-router/constraint-language'
import { checkOptions } from '@mvc-router/router-core/tools'
import { compareTyped } from '../compare-values.js'
import type { FieldDefinition, FieldOptions, FieldType } from '../entity-definition.js'
import { readValue } from '../read/read-value.js'
import { formatChecks } from '../value-formats.js'

const ranged: ReadonlySet<FieldType> = new Set(['integer', 'bigint', 'number', 'decimal', 'date', 'datetime'])
const listed: ReadonlySet<FieldType> = new Set(['string', 'integer', 'boolean'])

/** The default `maxLength` of a text with a pattern. */
const maxPatternLength = 1000

type FieldRules = Pick<FieldDefinition, 'minLength' | 'maxLength' | 'matches' | 'min' | 'max' | 'declared'>

/** @throws ConfigurationException for a rule that does not fit the type, or that no value can meet. */
export function buildFieldRules(name: string, type: FieldType, options: FieldOptions): FieldRules {
  const { length, range, pattern, many = false } = options
  const { minLength = length?.min, maxLength = length?.max } = options
  const { min = range?.min, max = range?.max } = options
  const { format, notBlank, notEmpty, digits, time, enum: values } = options
  for (const [option, limits] of Object.entries({ length, range }))
    if (limits !== undefined) checkOptions(`${option} of ${name}`, limits, { min: true, max: true })
  if (digits !== undefined) checkOptions(`digits of ${name}`, digits, { integer: true, fraction: true })
  const check = (option: string, value: unknown, isRight: boolean, expected: string): void => {
    if (value === undefined || isRight) return
    throw new ConfigurationException(option, `${option} of ${name}: expected ${expected}`)
  }
  const isText = type === 'string'
  const isLengthy = isText || type === 'bytes' || many
  const isMin = isLengthy && isCount(minLength)
  const isMax = isLengthy && isCount(maxLength) && maxLength !== 0
  check('minLength', minLength, isMin, 'an integer from 0, for texts, bytes and lists only')
  check('maxLength', maxLength, isMax, 'an integer from 1, for texts, bytes and lists only')
  const isLength = isText && minLength === length?.min && maxLength === length?.max
  check('length', length, isLength, '{ min, max }, for texts only, instead of minLength and maxLength')
  const isRange = min !== undefined && min === range?.min && max !== undefined && max === range.max
  check('range', range, isRange, '{ min, max }, instead of min and max')
  check('minLength', minLength, (minLength ?? 0) <= (maxLength ?? Infinity), 'at most its maxLength')
  const isPattern = isText && typeof pattern === 'string'
  check('pattern', pattern, isPattern, 'a regular expression as a text, for texts only')
  const formats = Object.keys(formatChecks)
  const isFormat = isText && formats.includes(String(format))
  check('format', format, isFormat, `one of ${formats.join(', ')}, for texts only`)
  check('notBlank', notBlank || undefined, isText, 'a text as its type')
  check('notEmpty', notEmpty || undefined, isLengthy, 'a text, bytes or a list as its type')
  const isFractional = type === 'decimal' || type === 'number'
  const areDigits = isFractional && isCount(digits?.integer) && isCount(digits?.fraction)
  check('digits', digits, areDigits, '{ integer, fraction }, for decimal and number only')
  const isTime = (type === 'date' || type === 'datetime') && (time === 'past' || time === 'future')
  check('time', time, isTime, 'past or future, for date and datetime only')
  const isRanged = ranged.has(type)
  const [least, most] = [limitOf(type, min), limitOf(type, max)]
  check('min', min, isRanged && least !== undefined, `a value of its type, got ${String(min)}`)
  check('max', max, isRanged && most !== undefined, `a value of its type, got ${String(max)}`)
  const isOrdered = least === undefined || most === undefined || compareTyped(type, least, most) <= 0
  check('min', min, isOrdered, 'at most its max')
  const isEnum = isOnlyNull(values) ? options.type.endsWith('?') : isListOf(type, values)
  check('enum', values, isEnum, 'a list of texts, integers or booleans, as its type is, or [null]')
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

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isOnlyNull(values: unknown): boolean {
  return Array.isArray(values) && values.length === 1 && values[0] === null
}

function isListOf(type: FieldType, values: unknown): boolean {
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

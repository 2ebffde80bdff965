import type { EntityDefinition, FieldType } from '../../entity/entity-definition.js'
import { expectedValues, readValue } from '../../entity/read/read-value.js'
import { wrongParameter } from '../../exceptions/rest-exceptions.js'
import { type Condition, type Operator, type Scalar, typeOf } from '../../repository/condition.js'
import { quoteGiven, unexpected } from './parameter-values.js'

/** The operators that a list allows for each field: `{ year: ['eq', 'gte'], title: ['contains'] }`. */
export type Filters = Readonly<Record<string, readonly Operator[]>>

export interface FilterLimits {
  readonly filters: Filters
  readonly shown: ReadonlySet<string>
  /** The maximum number of values in an `in` filter. */
  readonly maxIds: number
}

const filterPattern = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[([A-Za-z]+)\])?$/

/** @throws IllegalArgumentException for a parameter that is not known and is not declared as a filter. */
export function refuseUnknown(
  parameters: URLSearchParams,
  known: readonly string[],
  filters: Filters = {},
): void {
  for (const name of parameters.keys()) {
    if (known.includes(name)) continue
    const [, property = ''] = filterPattern.exec(name) ?? []
    if (!Object.hasOwn(filters, property))
      throw wrongParameter(name, 'unknown', `There is no parameter ${quoteGiven(name)} here`)
  }
}

/** @throws IllegalArgumentException for a wrong name, operator or value in a filter such as `year[gte]=1990` */
export function parseFilters(
  parameters: URLSearchParams,
  known: readonly string[],
  entity: EntityDefinition,
  limits: FilterLimits,
): readonly Condition[] {
  refuseUnknown(parameters, known, limits.filters)
  return Array.from(new Set(parameters.keys()))
    .filter((name) => !known.includes(name))
    .map((name) => parseFilter(name, parameters.getAll(name), entity, limits))
}

function parseFilter(
  name: string,
  values: readonly string[],
  entity: EntityDefinition,
  { filters, shown, maxIds }: FilterLimits,
): Condition {
  const [, property = '', operator = 'eq'] = filterPattern.exec(name) ?? []
  const type = typeOf(entity, property)
  const declared = filters[property]?.find((candidate) => candidate === operator)
  if (type === undefined || declared === undefined)
    throw wrongParameter(
      name,
      'unknown',
      `${property} cannot be filtered by ${quoteGiven(operator)}, only by ${(filters[property] ?? []).join(', ')}`,
    )
  if (!shown.has(property))
    throw wrongParameter(name, 'unknown', `${property} is not in the answer, so it is no filter`)
  if (declared === 'in') {
    const list = values.flatMap((value) => value.split(','))
    if (list.length > maxIds) throw wrongParameter(name, 'max', `${name} takes at most ${maxIds} values`)
    return { [property]: { in: list.map((value) => readFilter(name, type, value)) } }
  }
  const [value = '', ...others] = values
  if (others.length > 0) throw wrongParameter(name, 'repeated', `${name} may be given only once`)
  if (declared === 'null') return { [property]: { null: readFilter(name, 'boolean', value) === true } }
  return { [property]: { [declared]: readFilter(name, type, value) } }
}

function readFilter(name: string, type: FieldType, text: string): Scalar {
  const value = readValue(type, text, true)
  if (value !== undefined) return value as Scalar
  const expected = filterTexts[type] ?? expectedValues[type]
  // In a query, `+` means a space, so `12:00:00+02:00` arrives as `12:00:00 02:00`.
  const isPlusLost = text.includes(' ') && readValue(type, text.replaceAll(' ', '+'), true) !== undefined
  throw unexpected(name, 'type', isPlusLost ? `${expected}, with "+" written as %2B` : expected, text)
}

/** In a query, a number is always a text. */
const filterTexts: Readonly<Partial<Record<FieldType, string>>> = {
  integer: 'an integer',
  bigint: 'an integer of 64 bits',
  number: 'a number',
  decimal: 'a decimal number',
}

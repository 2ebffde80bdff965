import type { EntityDefinition, FieldType } from '../entity/entity-definition.js'
import { readValue } from '../entity/read/read-value.js'
import { ValidationException } from '../exceptions/rest-exceptions.js'

/** A value to compare with a row. */
export type Scalar = string | number | bigint | boolean | Date | null

/** Comparisons of a field. A row must meet all of them. */
export interface Comparators {
  readonly eq?: Scalar
  /** The opposite of `eq`. A row without a value also meets `ne`. */
  readonly ne?: Scalar
  readonly lt?: Scalar
  readonly lte?: Scalar
  readonly gt?: Scalar
  readonly gte?: Scalar
  readonly in?: readonly Scalar[]
  /** For texts only. Comparisons are case-sensitive, and no character is special. */
  readonly contains?: string
  readonly startsWith?: string
  /** True for rows without a value. */
  readonly null?: boolean
}

/** A condition: `{ tenant: 'a', year: { gte: 1990 } }`. A value alone means `eq`. All comparisons must hold. */
export type Condition = Readonly<Record<string, Scalar | Comparators>>

/** A condition, or a list of conditions that must all hold. */
export type Conditions = Condition | readonly Condition[]

export const operators = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'contains',
  'startsWith',
  'null',
] as const

/** The name of a comparison. */
export type Operator = (typeof operators)[number]

/** A checked comparison. `value` has the type of the field, except for `in` and `null`. */
export type Comparison =
  | { readonly property: string; readonly operator: 'in'; readonly value: readonly Scalar[] }
  | { readonly property: string; readonly operator: 'null'; readonly value: boolean }
  | { readonly property: string; readonly operator: Exclude<Operator, 'in' | 'null'>; readonly value: Scalar }

/** Types without an order. Conditions only compare their values with null. */
export const shapeless: ReadonlySet<FieldType> = new Set(['json', 'bytes'])

/** Returns the operators for a type. For `json`, this is only `null`. */
export function operatorsOf(type: FieldType): readonly Operator[] {
  return operators.filter((operator) => hasOperator(type, operator))
}

function hasOperator(type: FieldType, operator: Operator): boolean {
  if (operator === 'null') return true
  if (shapeless.has(type)) return false
  if (operator === 'contains' || operator === 'startsWith') return type === 'string'
  return operator === 'eq' || operator === 'ne' || operator === 'in' || type !== 'boolean'
}

function isOperator(name: string): name is Operator {
  return (operators as readonly string[]).includes(name)
}

/** Returns the type of a field or the key, or `undefined` for an unknown property. */
export function typeOf(entity: EntityDefinition, property: string): FieldType | undefined {
  return property === entity.key.name ? entity.key.type : entity.field(property)?.type
}

/**
 * Checks conditions, and returns their comparisons. A comparison with `undefined` is an error, and never means "any".
 *
 * @throws TypeError for an unknown property or operator, or a value of another type.
 * @throws ValidationException for a text that no store can hold.
 */
export function comparisonsOf(entity: EntityDefinition, conditions: Conditions = []): readonly Comparison[] {
  const comparisons: Comparison[] = []
  for (const condition of [conditions].flat()) {
    if (!isDictionary(condition))
      throw new TypeError(`A condition on ${entity.name}: expected an object, got ${describe(condition)}`)
    for (const property of Object.keys(condition)) {
      const type = typeOf(entity, property)
      if (type === undefined)
        throw new TypeError(`A condition names "${property}", which is not a field of ${entity.name}`)
      const asked: unknown = condition[property]
      const comparators = isDictionary(asked) ? asked : { eq: asked }
      const names = Object.keys(comparators)
      if (names.length === 0) throw new TypeError(`The condition on ${property} is empty`)
      for (const operator of names)
        comparisons.push(checkedComparison(entity, type, property, operator, comparators[operator]))
    }
  }
  return comparisons
}

function checkedComparison(
  { name }: EntityDefinition,
  type: FieldType,
  property: string,
  operator: string,
  value: unknown,
): Comparison {
  const what = `${name}.${property}`
  const isNullTest = value === null && (operator === 'eq' || operator === 'ne')
  if (isNullTest) return { property, operator, value }
  if (!isOperator(operator) || !hasOperator(type, operator))
    throw new TypeError(`${what} cannot be compared by "${operator}"; it has ${operatorsOf(type).join(', ')}`)
  if (operator === 'null') {
    if (typeof value !== 'boolean') throw new TypeError(`"null" of ${what} is true or false`)
    return { property, operator, value }
  }
  if (operator === 'in') {
    if (!Array.isArray(value)) throw new TypeError(`"in" of ${what} takes a list`)
    return {
      property,
      operator,
      value: value.map((one: unknown) => (one === null ? null : checkedValue(what, type, one))),
    }
  }
  return { property, operator, value: checkedValue(what, type, value) }
}

function checkedValue(what: string, type: FieldType, value: unknown): Scalar {
  if (type === 'bigint' && typeof value === 'bigint') return value
  if (type === 'datetime' && value instanceof Date && !Number.isNaN(value.getTime())) return value
  if (type === 'datetime' || type === 'bigint')
    throw new TypeError(`A condition gives ${what} ${describe(value)}, not a ${type}`)
  const read = readValue(type, value, false)
  if (read !== undefined) return read as Scalar
  if (typeof value === 'string') throw new ValidationException(`${what} can never have this value`)
  throw new TypeError(`A condition gives ${what} ${describe(value)}, not a ${type}`)
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  return typeof value === 'object' ? `a ${value.constructor.name}` : typeof value
}

/** True for an object without a class, of any realm. A promise or a map has no own properties, so its conditions would be lost. */
export function isDictionary(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

import { isPromise } from '../../is-object.js'
import { describeIssue, isStandardSchema, type SchemaResult, type StandardSchema } from './standard-schema.js'

/**
 * Converts a text to a value, or throws. If your own converter throws, the client gets 400 without the message, and the
 * error is the `cause`. An error with its own `status` is passed on unchanged.
 */
export type Converter<Value> = (text: string) => Value | Promise<Value>

/** Thrown for a text that the library's own converters or a schema refuse. The client may see the message. */
export class ConversionProblem extends Error {
  override readonly name = 'ConversionProblem'
}

/**
 * A converter, a schema, a list of accepted texts, or one of the constructors `String`, `Number`, `BigInt`, `Boolean`
 * and `Date`. Constructors convert strictly: `Number` accepts `"5"`. It refuses `""`, `"0x5"`, `"5 apples"`, and a
 * whole number that JavaScript does not represent exactly.
 */
export type ConverterLike = Converter<unknown> | StandardSchema | readonly string[]

/** Result of a converter. */
export type Converted<Like> = Like extends StringConstructor
  ? string
  : Like extends NumberConstructor
    ? number
    : Like extends BigIntConstructor
      ? bigint
      : Like extends BooleanConstructor
        ? boolean
        : Like extends DateConstructor
          ? Date
          : Like extends StandardSchema<infer Output>
            ? Output
            : Like extends readonly (infer Text)[]
              ? Text
              : Like extends Converter<infer Value>
                ? Value
                : never

/** Converters for which there is no constructor. */
export const converters: Converters = Object.freeze({
  integer: toInteger,
  uuid: toUuid,
  enumeration: toEnumeration,
})

/** The package's own converters. */
export interface Converters {
  /** A whole number that JavaScript represents exactly. */
  readonly integer: Converter<number>
  /** A UUID of any version, converted to lower case. */
  readonly uuid: Converter<string>
  /** A member of a TypeScript enum or of a similar object: by its value, and by its name if the value is a number. */
  readonly enumeration: <Members extends Readonly<Record<string, string | number>>>(
    members: Members,
  ) => Converter<Members[keyof Members]>
}

export function toConverter(like: ConverterLike): Converter<unknown> {
  const strict = byConstructor.get(like)
  if (strict !== undefined) return strict
  if (isStandardSchema(like)) return (text) => validate(like, text)
  if (typeof like === 'function') return like
  const texts = new Set(like)
  return (text) => {
    if (texts.has(text)) return text
    throw new ConversionProblem(`expected one of ${[...texts].join(', ')}`)
  }
}

/** @throws ConversionProblem that lists the issues */
export function validate<Output>(schema: StandardSchema<Output>, value: unknown): Output | Promise<Output> {
  const result = schema['~standard'].validate(value)
  return isPromise(result) ? Promise.resolve(result).then(readResult) : readResult(result)
}

function readResult<Output>(result: SchemaResult<Output>): Output {
  if (result.issues === undefined) return result.value
  throw new ConversionProblem(result.issues.map(describeIssue).join('; '))
}

const byConstructor: ReadonlyMap<unknown, Converter<unknown>> = new Map<unknown, Converter<unknown>>([
  [String, (text) => text],
  [Number, toNumber],
  [BigInt, toBigInt],
  [Boolean, toBoolean],
  [Date, toDate],
])

function toNumber(text: string): number {
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) throw new ConversionProblem('expected a number')
  // Two different ids beyond 2^53 could become the same number.
  return /^[+-]?\d+$/.test(text) ? toInteger(text) : value
}

function toInteger(text: string): number {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value)) throw new ConversionProblem('expected a whole number')
  return value
}

/** A limit, because `BigInt` takes more than linear time for the digits. */
const maxBigIntDigits = 1000

function toBigInt(text: string): bigint {
  if (text.length > maxBigIntDigits || !/^[+-]?\d+$/.test(text))
    throw new ConversionProblem('expected a whole number')
  return BigInt(text.replace('+', ''))
}

/** Texts that forms and people send. A checkbox sends `on`. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['on', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['off', false],
  ['no', false],
  ['0', false],
])

function toBoolean(text: string): boolean {
  const value = booleans.get(text.toLowerCase())
  if (value === undefined) throw new ConversionProblem('expected true or false')
  return value
}

/** ISO 8601: a date, or a date and time. A time without a zone is local, as everywhere in JavaScript. */
const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/

function toDate(text: string): Date {
  const [, year, month, day] = isoDate.exec(text) ?? []
  const date = new Date(text)
  if (
    year === undefined ||
    Number.isNaN(date.getTime()) ||
    Number(day) > daysInMonth(Number(year), Number(month))
  ) {
    throw new ConversionProblem('expected a date such as 2025-12-31 or 2025-12-31T23:59:59Z')
  }
  return date
}

/** The days of a month from 1 to 12. Some engines read `new Date('2025-02-30')` as a day in March. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function toUuid(text: string): string {
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text))
    throw new ConversionProblem('expected a UUID')
  return text.toLowerCase()
}

function toEnumeration<Members extends Readonly<Record<string, string | number>>>(
  members: Members,
): Converter<Members[keyof Members]> {
  // A numeric enum of TypeScript also maps its values to their names.
  const names = Object.keys(members).filter((name) => !/^\d+$/.test(name))
  const byText = new Map<string, string | number | undefined>()
  for (const name of names) {
    byText.set(String(members[name]), members[name])
    if (typeof members[name] === 'number') byText.set(name, members[name])
  }
  return (text) => {
    const value = byText.get(text)
    if (value === undefined) throw new ConversionProblem(`expected one of ${[...byText.keys()].join(', ')}`)
    return value as Members[keyof Members]
  }
}

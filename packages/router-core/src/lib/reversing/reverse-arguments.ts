import { NoHandlerFoundException, printable } from '../exceptions.js'

/** The arguments of `reverse`, keyed by path variable; what has no place in the route goes to the query string. */
export type ReverseArguments = Readonly<Record<string, unknown>>

/** An argument as text; a list keeps its order and has at least one element. */
export type ArgumentText = string | readonly string[]

/**
 * The caller's arguments as text, missing ones left out (docs/route-file.md, Reversing). Only own enumerable properties
 * count; the caller's object is read once and never changed.
 *
 * @throws NoHandlerFoundException with the argument's name for what has no text
 */
export function readArguments(action: string, given: unknown): Map<string, ArgumentText> {
  const texts = new Map<string, ArgumentText>()
  if (given === undefined || given === null) return texts
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw badArguments(action, 'the arguments must be an object of names and values')
  }
  for (const name of keysOf(action, given)) {
    const text = readArgument(action, name, given as Record<string, unknown>)
    if (text !== undefined) texts.set(name, text)
  }
  return texts
}

/**
 * A Map as an object; anything else as it is.
 *
 * @throws NoHandlerFoundException for a name that is not a text
 */
export function fromMap<Given>(action: string, given: Given): Given | Record<string, unknown> {
  if (!(given instanceof Map)) return given
  for (const name of given.keys()) {
    if (typeof name !== 'string')
      throw badArguments(action, `a Map of arguments has names that are texts, not a ${typeof name}`)
  }
  return Object.fromEntries<unknown>(given)
}

function keysOf(action: string, given: object): string[] {
  try {
    return Object.keys(given)
  } catch (cause) {
    throw badArguments(action, 'the arguments cannot be read', { cause })
  }
}

function badArguments(action: string, reason: string, options?: ErrorOptions): NoHandlerFoundException {
  const facts = { code: 'E_REVERSE_BAD_ARGS', action } as const
  return new NoHandlerFoundException(`Cannot reverse ${printable(action)}: ${reason}`, facts, options)
}

/** @throws NoHandlerFoundException with the argument's name for what has no text */
export function readArgument(
  action: string,
  name: string,
  given: Readonly<Record<string, unknown>>,
): ArgumentText | undefined {
  let refusal: string | undefined
  let cause: unknown
  try {
    const value = given[name]
    const text = Array.isArray(value) ? readList(value) : readScalar(value)
    if (!(text instanceof Refusal)) return text
    refusal = text.reason
  } catch (error) {
    refusal = 'it cannot be read'
    cause = error
  }
  throw new NoHandlerFoundException(
    `Cannot reverse ${printable(action)}: bad argument "${printable(name.slice(0, 100))}": ${refusal}`,
    { code: 'E_REVERSE_BAD_ARG', action, argument: name },
    cause === undefined ? undefined : { cause },
  )
}

class Refusal {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

function readList(values: readonly unknown[]): readonly string[] | Refusal | undefined {
  const texts: string[] = []
  for (const value of values) {
    const text = readScalar(value)
    if (text instanceof Refusal) return text
    if (text !== undefined) texts.push(text)
  }
  return texts.length === 0 ? undefined : texts
}

function readScalar(value: unknown): string | Refusal | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? value : new Refusal('it holds a lone surrogate')
    case 'number':
      return readNumber(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'undefined':
      return undefined
    case 'object':
      return value === null ? undefined : readObject(value)
    default:
      return new Refusal(`a ${typeof value} has no text`)
  }
}

function readNumber(value: number): string | Refusal {
  if (!Number.isFinite(value)) return new Refusal('the number is not finite')
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return new Refusal('the integer is beyond 2^53 and not exact; give a bigint or a string')
  }
  return String(value)
}

/**
 * An entity stands for what identifies it: `toRouteParam()`, else `id`. Neither may be another object. The `_id` of
 * MongoDB is an object, which has `toHexString()`.
 * A `String` object, which is how nunjucks marks safe text, is its text.
 */
function readObject(value: object): string | Refusal | undefined {
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- nunjucks' SafeString inherits from String without being a primitive
  if (value instanceof String) return readScalar(value.toString())
  const entity = value as { toRouteParam?: unknown; toHexString?: unknown; id?: unknown }
  const toKey = [entity.toRouteParam, entity.toHexString].find((method) => typeof method === 'function')
  const key: unknown = toKey === undefined ? entity.id : toKey.call(value)
  if (typeof key === 'object' || key === undefined) {
    return new Refusal('an object must have toRouteParam() or an id')
  }
  return readScalar(key)
}

import { NoHandlerFoundException, printable } from '../exceptions.js'

/** The arguments of `reverse` by name. Arguments without a variable in the route go to the query string. */
export type ReverseArguments = Readonly<Record<string, unknown>>

/** An argument as text. A list keeps its order and has at least one element. */
export type ArgumentText = string | readonly string[]

/**
 * Turns a Map into an object. Other values stay unchanged.
 *
 * @throws NoHandlerFoundException for a name that is not a text
 */
export function fromMap<Given>(action: string, given: Given): Given | Record<string, unknown> {
  try {
    if (!(given instanceof Map)) return given
    for (const name of given.keys()) {
      if (typeof name !== 'string')
        throw badArguments(
          action,
          `names in a Map of arguments must be texts, not of the type ${typeof name}`,
        )
    }
    return Object.fromEntries<unknown>(given)
  } catch (cause) {
    throw unreadable(action, cause)
  }
}

/** True for an object of names and values. False for a list, a Set or URLSearchParams, whose values would be lost. */
export function isArguments(given: unknown): given is ReverseArguments {
  return typeof given === 'object' && given !== null && !(Symbol.iterator in given)
}

/** @throws NoHandlerFoundException for a value that cannot be read, or that is not an object of names and values */
export function givenNames(action: string, given: unknown): string[] {
  let names: string[] | undefined
  try {
    names = isArguments(given) ? Object.keys(given) : undefined
  } catch (cause) {
    throw unreadable(action, cause)
  }
  if (names !== undefined) return names
  throw badArguments(
    action,
    'the arguments must be an object of names and values, as Object.fromEntries returns it',
  )
}

/** @throws NoHandlerFoundException for an object that cannot be read */
export function copyArguments(action: string, given: ReverseArguments): ReverseArguments {
  try {
    return { ...given }
  } catch (cause) {
    throw unreadable(action, cause)
  }
}

/** The exception for arguments with proxies or getters that throw. */
export function unreadable(action: string, cause: unknown): NoHandlerFoundException {
  if (cause instanceof NoHandlerFoundException) return cause
  return badArguments(action, 'the arguments cannot be read', { cause })
}

function badArguments(action: string, reason: string, options?: ErrorOptions): NoHandlerFoundException {
  const facts = { code: 'E_REVERSE_BAD_ARGS', action } as const
  return new NoHandlerFoundException(`Cannot reverse ${printable(action)}: ${reason}`, facts, options)
}

/** @throws NoHandlerFoundException with the name of an argument that has no text */
export function readArgument(
  action: string,
  name: string,
  given: Readonly<Record<string, unknown>>,
): ArgumentText | undefined {
  try {
    const value = given[name]
    return Array.isArray(value) ? readList(value) : readScalar(value)
  } catch (error) {
    const isRefused = error instanceof Refusal
    const reason = isRefused ? error.message : 'it cannot be read'
    throw new NoHandlerFoundException(
      `Cannot reverse ${printable(action)}: bad argument "${printable(name.slice(0, 100))}": ${reason}`,
      { code: 'E_REVERSE_BAD_ARG', action, argument: name },
      isRefused ? undefined : { cause: error },
    )
  }
}

/** Thrown for a value that has no text in a URL. The message is the reason. */
class Refusal extends Error {}

function readList(values: readonly unknown[]): readonly string[] | undefined {
  const texts = values.map((value) => readScalar(value)).filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : texts
}

/** @throws Refusal */
function readScalar(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new Refusal('it holds a lone surrogate')
      return value
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
      throw new Refusal(`a ${typeof value} has no text`)
  }
}

function readNumber(value: number): string {
  if (!Number.isFinite(value)) throw new Refusal('the number is not finite')
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new Refusal('the integer is beyond 2^53 and not exact; give a bigint or a string')
  }
  return String(value)
}

/** The text of a `String`, or of a safe string of Nunjucks or Handlebars. Undefined for other objects. */
export function stringOf(value: object): string | undefined {
  const safe = value as { string?: unknown; toHTML?: unknown; toString(): string }
  const isSafeString = typeof safe.string === 'string' && typeof safe.toHTML === 'function'
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- these texts are objects
  return isSafeString || value instanceof String ? safe.toString() : undefined
}

/** The text of an entity: `toRouteParam()`, `toHexString()` (an `_id` of MongoDB) or `id`. The key is no object. */
function readObject(value: object): string | undefined {
  const text = stringOf(value)
  if (text !== undefined) return readScalar(text)
  const entity = value as { toRouteParam?: unknown; toHexString?: unknown; id?: unknown }
  const toKey = [entity.toRouteParam, entity.toHexString].find((method) => typeof method === 'function')
  const key: unknown = toKey === undefined ? entity.id : toKey.call(value)
  if (typeof key === 'object' || key === undefined) {
    throw new Refusal('an object must have toRouteParam() or an id')
  }
  return readScalar(key)
}

export function firstOf(text: ArgumentText | undefined): string | undefined {
  return typeof text === 'object' ? text[0] : text
}

import { urlToHtml } from '../escape-html.js'
import {
  controlCharacter,
  encodeCommon,
  encodePathValue,
  isKept,
  toHalfEncoded,
} from '../syntax/percent-encoding.js'
import type { Constraint } from '../syntax/pattern/constraint.js'
import { toPropertyKey } from '../matching/property-key.js'
import type { CompiledRoute } from '../matching/compiled-route.js'
import { isDots } from '../matching/path-matcher.js'
import { linkMethod } from '../routes/link-method.js'
import { isFinishedUrl } from './finished-url.js'
import type { ReverseArguments } from './reverser.js'
import type { Route } from '../routes/route.js'

/**
 * A route that the short way can reverse. With many actions most of what a call reads is not in the processor's cache,
 * so there are few objects, and what a call needs stands in them.
 */
export class ShortWayRoute {
  readonly route: Route
  readonly method: string
  /** The route to try when the arguments do not fit this one. */
  readonly next: ShortWayRoute | undefined
  /** The literals hold nothing that HTML escapes. Values are encoded, so that the URL holds no more than the `&` of a query. */
  readonly isHtml: boolean
  /** What stands before the first variable. */
  readonly #start: string
  readonly #first: ShortVariable | undefined
  readonly #mayEndInSlash: boolean
  readonly #fixed: readonly (readonly [name: string, value: string])[] | undefined
  /** The action has no other route, so that fixed arguments need not be given. */
  readonly #isOnly: boolean
  /** The arguments that have no place in the query. */
  readonly #known: ReadonlySet<string>

  constructor(route: Route, isOnly: boolean, next: ShortWayRoute | undefined) {
    const { parts, optionalTrailingSlash } = route.pattern
    const fixed = Object.entries(route.args)
    this.route = route
    this.method = linkMethod(route)
    this.next = next
    this.isHtml = parts.every((part) => part.type === 'variable' || urlToHtml(part.text) === part.text)
    const known = new Set(Object.keys(route.args))
    let first: ShortVariable | undefined
    let text = ''
    for (const part of parts.toReversed()) {
      if (part.type === 'literal') text = part.text + text
      else {
        first = toShortVariable(part.name, part.constraint, text || undefined, first)
        known.add(part.name)
        text = ''
      }
    }
    const isRoot = text === '' && first === undefined
    this.#start = isRoot ? '/' : text
    this.#first = first
    this.#mayEndInSlash = optionalTrailingSlash && !isRoot
    this.#fixed = fixed.length > 0 ? fixed : undefined
    this.#isOnly = isOnly
    this.#known = known
  }

  /** The arguments, with the defaults for variables that are missing. */
  withDefaults(args: ReverseArguments, defaults: ReverseArguments): ReverseArguments {
    let completed: Record<string, unknown> | undefined
    for (let variable = this.#first; variable !== undefined; variable = variable.next) {
      const { name } = variable
      const isGiven = propertyIsEnumerable.call(args, name) && args[name] !== undefined && args[name] !== null
      if (!isGiven && Object.hasOwn(defaults, name)) (completed ??= { ...args })[name] = defaults[name]
    }
    return completed ?? args
  }

  /**
   * Path and query; `null` when the arguments do not fit this route, `undefined` when only the long way can tell.
   * Throws what a getter of the arguments throws.
   *
   * @param ampersand what stands between the arguments of the query
   */
  build(
    args: ReverseArguments,
    trailingSlash: boolean,
    maxParamLength: number,
    ampersand: string,
  ): string | null | undefined {
    let url = this.#start
    let variable = this.#first
    let hasOthers = false
    // Own enumerable properties are all that counts. In this form engines read names and values without a call, as long
    // as no closure captures `args` (decision 009).
    for (const name in args) {
      if (!hasOwnProperty.call(args, name)) continue
      if (variable === undefined || variable.name !== name) {
        hasOthers = true
        if (variable !== undefined && this.#known.has(name)) break
        continue
      }
      const text = writeValue(args[name], variable, maxParamLength)
      if (typeof text !== 'string') return text
      url = append(url, text, variable)
      variable = variable.next
    }
    if (variable !== undefined) {
      const names = Object.keys(args)
      const path = this.#pathOf(args, names, maxParamLength)
      if (typeof path !== 'string') return path
      url = path
      hasOthers = this.#fixed !== undefined || names.length > this.#known.size
    }
    if (this.#fixed !== undefined) {
      const isGiven = areGiven(this.#fixed, args)
      if (isGiven === undefined) return undefined
      if (!isGiven && !this.#isOnly) return null
    }
    if (trailingSlash && this.#mayEndInSlash) url += '/'
    return hasOthers ? withQuery(url, args, this.#known, ampersand) : url
  }

  /** Whether the URL of these arguments holds nothing that HTML escapes. */
  isHtmlWith(args: ReverseArguments): boolean {
    if (!this.isHtml) return false
    for (const name in args) if (!this.#known.has(name)) return false
    return true
  }

  /** The path of arguments that stand in another order than the variables, or do not have them all. */
  #pathOf(
    args: ReverseArguments,
    names: readonly string[],
    maxParamLength: number,
  ): string | null | undefined {
    let url = this.#start
    for (let variable = this.#first; variable !== undefined; variable = variable.next) {
      if (!names.includes(variable.name)) return null
      const text = writeValue(args[variable.name], variable, maxParamLength)
      if (typeof text !== 'string') return text
      url = append(url, text, variable)
    }
    return url
  }
}

function append(url: string, text: string, { after }: ShortVariable): string {
  return after === undefined ? url + text : url + text + after
}

/**
 * The short way knows this kind of route. Its URL is judged here, with a segment in the place of each variable: values are
 * whole segments that are not empty, hold no dots alone, and are encoded, so what the judge says stays true with them.
 */
export function hasShortWay({ route, path, host }: CompiledRoute): boolean {
  return (
    host === undefined &&
    isFinishedUrl(toStandIn(route.pattern)) &&
    route.predicates.length === 0 &&
    path.tail === undefined &&
    path.segments.every(({ type }) => type !== 'mixed') &&
    !path.names.includes('format') &&
    !path.names.some((name) => Object.hasOwn(route.args, name))
  )
}

function toStandIn({ parts, optionalTrailingSlash }: Route['pattern']): string {
  const path = parts.map((part) => (part.type === 'literal' ? part.text : 'x')).join('')
  return optionalTrailingSlash ? `${path}/` : path
}

/** Whether the fixed arguments are given, all as they are; `undefined` for others. */
function areGiven(
  fixed: readonly (readonly [name: string, value: string])[],
  args: ReverseArguments,
): boolean | undefined {
  const given = fixed.filter(([name]) => propertyIsEnumerable.call(args, name))
  if (given.length === 0) return false
  return fixed.every(([name, value]) => Object.hasOwn(args, name) && args[name] === value) ? true : undefined
}

/** A variable, and what a quick look at a value can tell. */
interface ShortVariable {
  readonly name: string
  /** The literal behind it. */
  readonly after: string | undefined
  readonly next: ShortVariable | undefined
  readonly constraint: Constraint | undefined
  /** A text of `min` to `max` of these characters is accepted, and stands in the URL as it is. 1 by character code. */
  readonly sure: Uint8Array
  readonly min: number
  readonly max: number
  readonly areDigitsSure: boolean
}

function toShortVariable(
  name: string,
  constraint: Constraint | undefined,
  after: string | undefined,
  next: ShortVariable | undefined,
): ShortVariable {
  const { table, min, max } = constraint?.characterClass ?? {
    table: isKept,
    min: 1,
    max: constraint ? 0 : Infinity,
  }
  // Variables share a table where they can: a thousand of them would not stay in the cache.
  const isKeptAll = isKept.every((kept, code) => kept === 1 || table[code] !== 1)
  const sure = isKeptAll ? table : isKept.map((kept, code) => kept & (table[code] ?? 0))
  const areDigitsSure = sure.subarray(0x30, 0x3a).every((isSure) => isSure === 1)
  return {
    name: toPropertyKey(name),
    after,
    next,
    constraint,
    sure,
    // An empty text would make an empty segment, even if the constraint accepts it.
    min: Math.max(min, 1),
    max: Math.min(max, noLimit),
    areDigitsSure,
  }
}

const noLimit = 0x3fffffff

/** As `build` does: `null` for a value that does not fit, `undefined` for one that only the long way can judge. */
function writeValue(
  value: unknown,
  variable: ShortVariable,
  maxParamLength: number,
): string | null | undefined {
  if (typeof value === 'string') return writeText(value, variable, maxParamLength)
  if (!isSafeInteger(value)) return undefined
  const text = String(value)
  const { min, max, areDigitsSure } = variable
  const isSure = areDigitsSure && value >= 0 && text.length >= min && text.length <= max
  return isSure && text.length <= maxParamLength ? text : writeText(text, variable, maxParamLength)
}

function writeText(text: string, variable: ShortVariable, maxParamLength: number): string | null | undefined {
  const { length } = text
  const { sure, min, max } = variable
  if (length > maxParamLength) return undefined
  if (length < min || length > max) return writeUnsure(text, 0, variable)
  // Written out here: a function that all scans share takes a tenth of the time more.
  for (let index = 0; index < length; index++) {
    if (sure[charCodeAt.call(text, index)] !== 1) return writeUnsure(text, index, variable)
  }
  return length < 3 && isDots(text) ? undefined : text
}

/** @param sureLength the length of the start that stands in a URL as it is */
function writeUnsure(
  text: string,
  sureLength: number,
  { constraint }: ShortVariable,
): string | null | undefined {
  if (text === '' || isDots(text)) return undefined
  if (constraint === undefined) return encodeCommon(text, sureLength) ?? encodeRare(text)
  if (!text.isWellFormed() || controlCharacter.test(text)) return undefined
  return constraint.test(toHalfEncoded(text, false)) ? encodePathValue(text) : null
}

function encodeRare(text: string): string | undefined {
  return text.isWellFormed() && !controlCharacter.test(text) ? encodePathValue(text) : undefined
}

/** The arguments that have no place in the path, form-encoded and sorted by name. */
function withQuery(
  url: string,
  args: ReverseArguments,
  known: ReadonlySet<string>,
  ampersand: string,
): string | undefined {
  const names = Object.keys(args).filter((name) => !known.has(name))
  // By UTF-16 units, as `sort` does on its own: the order must not depend on the locale.
  if (names.length > 1) names.sort()
  let query = ''
  for (const name of names) {
    const value = args[name]
    if (value === undefined || value === null) continue
    const text =
      typeof value === 'string' ? formEncode(value) : isSafeInteger(value) ? String(value) : undefined
    const key = formEncode(name)
    if (text === undefined || key === undefined) return undefined
    query += `${query === '' ? '?' : ampersand}${key}=${text}`
  }
  return url + query
}

function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function formEncode(text: string): string | undefined {
  if (isAllIn(formSafe, text)) return text
  if (!text.isWellFormed()) return undefined
  return encodeURIComponent(text).replace(/%20|[!'()~]/g, (found) => formEscapes.get(found) ?? found)
}

const formEscapes: ReadonlyMap<string, string> = new Map([
  ['%20', '+'],
  ['!', '%21'],
  ["'", '%27'],
  ['(', '%28'],
  [')', '%29'],
  ['~', '%7E'],
])

/** 1 by character code for what stands in a query as it is. */
const formSafe = isKept.map((_, code) => (/[\w.*-]/.test(String.fromCharCode(code)) ? 1 : 0))

// See matching/index/packed-trie.ts.
// oxlint-disable-next-line typescript/unbound-method -- it is given its text with every call
const { charCodeAt } = String.prototype
// oxlint-disable-next-line typescript/unbound-method -- they are given their object with every call
const { hasOwnProperty, propertyIsEnumerable } = Object.prototype

function isAllIn(table: Uint8Array, text: string): boolean {
  for (let index = 0; index < text.length; index++)
    if (table[charCodeAt.call(text, index)] !== 1) return false
  return true
}

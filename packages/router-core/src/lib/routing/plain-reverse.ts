import {
  controlCharacter,
  encodeCommon,
  encodePathValue,
  isKept,
  toHalfEncoded,
} from '../syntax/percent-encoding.js'
import type { Constraint } from '../syntax/constraint.js'
import type { CompiledRoute } from './compiled-route.js'
import { isBindable } from './path-matcher.js'
import { linkMethod } from './reverse-route.js'
import type { Route } from './route.js'

/** A route that the short way can reverse. */
export interface PlainReverse {
  readonly route: Route
  readonly method: string
  /**
   * Path and query; `null` when the arguments do not fit this route, `undefined` when only the long way can tell.
   * Throws what a getter of the arguments throws.
   */
  readonly build: (
    args: Readonly<Record<string, unknown>>,
    trailingSlash: boolean,
    maxParamLength: number,
  ) => string | null | undefined
}

/** @param only whether the action has no other route, so that fixed arguments need not be given */
export function compilePlainReverse(compiled: CompiledRoute, only: boolean): PlainReverse | undefined {
  const { route, path, host } = compiled
  const isPlain =
    host === undefined &&
    route.predicates.length === 0 &&
    path.tail === undefined &&
    path.segments.every(({ type }) => type !== 'mixed') &&
    !path.names.includes('format') &&
    !path.names.some((name) => Object.hasOwn(route.args, name))
  if (!isPlain) return undefined
  return { route, method: linkMethod(route), build: compileBuild(route, only) }
}

function compileBuild({ pattern, args: fixedArguments }: Route, only: boolean): PlainReverse['build'] {
  let start = ''
  const variables: PlainVariable[] = []
  for (const part of pattern.parts) {
    const before = variables.at(-1)
    if (part.type === 'variable') variables.push(toPlainVariable(part.name, part.constraint))
    else if (before === undefined) start += part.text
    else before.after += part.text
  }
  const fixed = Object.entries(fixedArguments)
  const slash = pattern.optionalTrailingSlash ? '/' : ''
  const isRoot = start === '' && variables.length === 0
  const known = new Set([...variables.map(({ name }) => name), ...fixed.map(([name]) => name)])

  return (args, trailingSlash, maxParamLength) => {
    // Own enumerable properties are all that counts.
    const names = Object.keys(args)
    let used = variables.length
    let url = start
    for (let index = 0; index < variables.length; index++) {
      const variable = variables[index] as PlainVariable
      const { name, after } = variable
      if (names[index] !== name && !names.includes(name)) return null
      const text = writeValue(args[name], variable, maxParamLength)
      if (typeof text !== 'string') return text
      url += text
      if (after !== '') url += after
    }
    if (fixed.length > 0) {
      const given = fixed.filter(([name]) => names.includes(name))
      if (given.length === 0 && !only) return null
      if (given.length > 0 && !areEqual(fixed, args)) return undefined
      used += given.length
    }
    if (isRoot) url = '/'
    else if (trailingSlash && slash !== '') url += slash
    return names.length === used ? url : withQuery(url, args, names, known)
  }
}

function areEqual(
  fixed: readonly (readonly [name: string, value: string])[],
  args: Readonly<Record<string, unknown>>,
): boolean {
  return fixed.every(([name, value]) => Object.hasOwn(args, name) && args[name] === value)
}

/** A variable, with what can be told of a value at a glance. */
interface PlainVariable {
  readonly name: string
  /** The literal behind it. */
  after: string
  readonly constraint: Constraint | undefined
  /** A text of `min` to `max` of these characters is accepted, and stands in the URL as it is. 1 by character code. */
  readonly sure: Uint8Array
  readonly min: number
  readonly max: number
  readonly areDigitsSure: boolean
}

function toPlainVariable(name: string, constraint: Constraint | undefined): PlainVariable {
  const { table, min, max } = constraint?.characterClass ?? {
    table: isKept,
    min: 1,
    max: constraint ? 0 : Infinity,
  }
  const sure = isKept.map((kept, code) => kept & (table[code] ?? 0))
  const areDigitsSure = sure.subarray(0x30, 0x3a).every((isSure) => isSure === 1)
  return { name: asKey(name), after: '', constraint, sure, min, max: Math.min(max, noLimit), areDigitsSure }
}

/** The same text, as the engine keeps the keys of objects: those it compares by their address. */
function asKey(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name
}

const noLimit = 0x3fffffff

function writeValue(
  value: unknown,
  { constraint, sure, min, max, areDigitsSure }: PlainVariable,
  maxParamLength: number,
): string | null | undefined {
  const isNumber = isSafeInteger(value)
  const text = isNumber ? String(value) : value
  if (typeof text !== 'string' || text === '' || !isBindable(text, maxParamLength)) return undefined
  if (constraint === undefined) {
    return isNumber ? text : (encodeCommon(text) ?? encodeRare(text))
  }
  if (text.length >= min && text.length <= max) {
    if (isNumber && areDigitsSure && value >= 0) return text
    if (isAllIn(sure, text)) return text
  }
  if (!text.isWellFormed() || controlCharacter.test(text)) return undefined
  return constraint.test(toHalfEncoded(text, false)) ? encodePathValue(text) : null
}

function encodeRare(text: string): string | undefined {
  return text.isWellFormed() && !controlCharacter.test(text) ? encodePathValue(text) : undefined
}

/** The arguments that have no place in the path, form-encoded and sorted by name. */
function withQuery(
  url: string,
  args: Readonly<Record<string, unknown>>,
  given: readonly string[],
  known: ReadonlySet<string>,
): string | undefined {
  const names = given.filter((name) => !known.has(name))
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
    query += `${query === '' ? '?' : '&'}${key}=${text}`
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

// See match-index/packed-trie.ts.
// oxlint-disable-next-line typescript/unbound-method -- it is given its text with every call
const { charCodeAt } = String.prototype

function isAllIn(table: Uint8Array, text: string): boolean {
  for (let index = 0; index < text.length; index++)
    if (table[charCodeAt.call(text, index)] !== 1) return false
  return true
}

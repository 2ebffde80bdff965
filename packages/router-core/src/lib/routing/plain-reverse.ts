import { controlCharacter, encodeChangingValue, toHalfEncoded } from '../syntax/percent-encoding.js'
import type { Constraint } from '../syntax/constraint.js'
import type { CompiledRoute } from './compiled-route.js'
import { isBindable } from './path-matcher.js'
import { linkMethod } from './reverse-route.js'
import type { Route } from './route.js'

/** A route that the short way can reverse. */
export interface PlainReverse {
  readonly route: Route
  readonly method: string
  /** What an optional trailing slash adds. */
  readonly slash: '/' | ''
  /** Path and query; `null` when the arguments do not fit this route, `undefined` when only the long way can tell. */
  readonly build: (
    args: Record<string, unknown>,
    slash: string,
    maxParamLength: number,
  ) => string | null | undefined
}

/** @param only whether the action has no other route, so that fixed arguments need not be given */
export function compilePlainReverse(
  { route, path, host }: CompiledRoute,
  only: boolean,
): PlainReverse | undefined {
  const isPlain =
    host === undefined &&
    route.predicates.length === 0 &&
    path.tail === undefined &&
    path.segments.every(({ type }) => type !== 'mixed') &&
    !path.names.includes('format')
  if (!isPlain) return undefined
  const literals = ['']
  const variables: PlainVariable[] = []
  for (const part of route.pattern.parts) {
    if (part.type === 'literal') literals[literals.length - 1] += part.text
    else {
      variables.push(toPlainVariable(part.name, part.constraint))
      literals.push('')
    }
  }
  const [start = '', ...ends] = literals
  const fixed = Object.entries(route.args)
  const isRoot = start === '' && variables.length === 0
  const known = new Set([...path.names, ...fixed.map(([name]) => name)])

  const build: PlainReverse['build'] = (args, slash, maxParamLength) => {
    let url = start
    let used = variables.length
    for (let index = 0; index < variables.length; index++) {
      const variable = variables[index] as PlainVariable
      if (!Object.hasOwn(args, variable.name)) return null
      const text = writeValue(args[variable.name], variable, maxParamLength)
      if (typeof text !== 'string') return text
      url += text
      url += ends[index] as string
    }
    for (let index = 0; index < fixed.length; index++) {
      const [name, value] = fixed[index] as readonly [string, string]
      const isGiven = Object.hasOwn(args, name)
      if (isGiven ? args[name] !== value : !only) return isGiven ? undefined : null
      if (isGiven && !path.names.includes(name)) used++
    }
    url += isRoot ? '/' : slash
    return count(args) === used ? url : withQuery(url, args, known)
  }
  return { route, method: linkMethod(route), slash: route.pattern.optionalTrailingSlash ? '/' : '', build }
}

/** A variable, with what can be told of a value at a glance. */
interface PlainVariable {
  readonly name: string
  readonly constraint: Constraint | undefined
  /** A text of this many of these characters is accepted, and stands in the URL as it is. 1 by character code. */
  readonly sure: Uint8Array
  readonly min: number
  readonly max: number
}

function toPlainVariable(name: string, constraint: Constraint | undefined): PlainVariable {
  if (constraint === undefined) return { name, constraint, sure: pathSafe, min: 1, max: noLimit }
  const { characterClass } = constraint
  if (characterClass === undefined) return { name, constraint, sure: pathSafe, min: 1, max: 0 }
  const { table, min, max } = characterClass
  const sure = pathSafe.map((isSafe, code) => isSafe & (table[code] ?? 0))
  return { name, constraint, sure, min, max: Math.min(max, noLimit) }
}

const noLimit = 0x3fffffff

function writeValue(
  value: unknown,
  { constraint, sure, min, max }: PlainVariable,
  maxParamLength: number,
): string | null | undefined {
  const text = isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || text === '' || !isBindable(text, maxParamLength)) return undefined
  if (text.length >= min && text.length <= max && isAllIn(sure, text)) return text
  const isRare = rareCharacter.test(text)
  if (isRare && (!text.isWellFormed() || controlCharacter.test(text))) return undefined
  if (constraint !== undefined && !constraint.test(toHalfEncoded(text, false))) return null
  return isRare ? encodeChangingValue(text) : encodeURIComponent(text)
}

/** Control characters, surrogates, and what a path value writes otherwise than `encodeURIComponent` does. */
// oxlint-disable-next-line no-control-regex -- control characters are among what is looked for
const rareCharacter = /[\u0000-\u001F\u007F-\u009F\uD800-\uDFFF:@']/

/** Names that somebody put onto Object.prototype are counted, too: then the query is built name by name. */
function count(args: Record<string, unknown>): number {
  let names = 0
  for (const _ in args) names++
  return names
}

/** The arguments that have no place in the path, form-encoded and sorted by name. */
function withQuery(
  url: string,
  args: Record<string, unknown>,
  known: ReadonlySet<string>,
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

// See match-index/packed-trie.ts.
// oxlint-disable-next-line typescript/unbound-method -- it is given its text with every call
const { charCodeAt } = String.prototype

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const pathSafe = toTable(`${letters}-_.!~*():@`)
const formSafe = toTable(`${letters}-_.*`)

function toTable(characters: string): Uint8Array {
  const table = new Uint8Array(128)
  for (let index = 0; index < characters.length; index++) table[characters.charCodeAt(index)] = 1
  return table
}

function isAllIn(table: Uint8Array, text: string): boolean {
  for (let index = 0; index < text.length; index++)
    if (table[charCodeAt.call(text, index)] !== 1) return false
  return true
}

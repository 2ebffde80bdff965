import type { Constraint } from './constraint.js'

/** A part of a path or host: a variable, or a text. In the text, characters that a URL must encode are encoded. */
export type RoutePatternPart =
  | { readonly type: 'literal'; readonly text: string }
  | {
      readonly type: 'variable'
      readonly name: string
      readonly constraint: Constraint | undefined
      /** True for the path of a file in a static folder. */
      readonly isFilePath?: boolean
    }

/** The host before a path: `{client}.example.com:8080`. `{_}` is a variable named `_`. */
export interface HostPattern {
  readonly text: string
  readonly parts: readonly RoutePatternPart[]
  /** The digits of the port, for absolute URLs. Matching ignores it. */
  readonly port: string | undefined
}

/** The parsed second column of a route line. */
export interface RoutePattern {
  /** The path as written, from its first slash. */
  readonly text: string
  readonly host: HostPattern | undefined
  /** The parts of the path without the trailing `/?`. The first starts with `/`. Empty for `/?` alone. */
  readonly parts: readonly RoutePatternPart[]
  /** True if the pattern ends in `/?`. */
  readonly optionalTrailingSlash: boolean
}

/** The pattern of an included line. `/shop` and `/cart` become `/shop/cart`. `/shop` and `/` become `/shop`. */
export function joinPatterns(prefix: RoutePattern, pattern: RoutePattern): RoutePattern {
  const before = prefix.optionalTrailingSlash ? prefix.parts : withoutTrailingSlash(prefix.parts)
  const isRoot = pattern.text === '/'
  const parts = mergeLiterals([...before, ...(isRoot && before.length > 0 ? [] : pattern.parts)])
  const prefixText = prefix.text.replace(/\/\??$/, '')
  return {
    text: isRoot && prefixText !== '' ? prefixText : prefixText + pattern.text,
    host: pattern.host ?? prefix.host,
    parts,
    optionalTrailingSlash: pattern.optionalTrailingSlash,
  }
}

/** The variables of host and path, in the order written. */
export function variablesOf(pattern: RoutePattern): Extract<RoutePatternPart, { type: 'variable' }>[] {
  const parts = pattern.host === undefined ? pattern.parts : [...pattern.host.parts, ...pattern.parts]
  return parts.filter((part) => part.type === 'variable')
}

/** The text with `x` in place of each variable: `/user/x`. */
export function sampleOf(parts: readonly RoutePatternPart[]): string {
  return parts.map((part) => (part.type === 'literal' ? part.text : 'x')).join('')
}

/** Equal for parts that differ only in the names of their variables. */
export function keyOfParts(parts: readonly RoutePatternPart[]): string {
  return JSON.stringify(
    parts.map((part) => (part.type === 'literal' ? part.text : [part.constraint?.source])),
  )
}

/** The literal before the first variable of a path; empty without one. */
export function literalStart({ parts: [first] }: RoutePattern): string {
  return first?.type === 'literal' ? first.text : ''
}

export function withoutTrailingSlash(parts: readonly RoutePatternPart[]): RoutePatternPart[] {
  const last = parts.at(-1)
  if (last?.type !== 'literal' || !last.text.endsWith('/')) return [...parts]
  const text = last.text.slice(0, -1)
  return text === '' ? parts.slice(0, -1) : [...parts.slice(0, -1), { type: 'literal', text }]
}

function mergeLiterals(parts: readonly RoutePatternPart[]): RoutePatternPart[] {
  const merged: RoutePatternPart[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (part.type === 'literal' && last?.type === 'literal') {
      merged[merged.length - 1] = { type: 'literal', text: (last.text + part.text).replace(/\/{2,}/g, '/') }
    } else merged.push(part)
  }
  return merged
}

import type { Automaton } from '@mvc-router/constraint-language'
import { maxPathLength, promisedLength, type Constraint } from '../syntax/pattern/constraint.js'
import { joinedAutomaton } from './joined-automaton.js'
import { fromHalfDecoded, toHalfDecoded } from '../syntax/percent-encoding.js'
import { sampleOf, type RoutePattern, type RoutePatternPart } from '../syntax/pattern/route-pattern.js'
import type { RequestPath } from './request-path.js'

/**
 * A path pattern, ready to match. Literals are compared with the raw segment. Variables read it half-decoded
 * (docs/route-file.md, Literals).
 *
 *   /user/{id}/files/{name}.{ext}          four segments: literal, variable, literal, mixed
 *   /docs/{<.+>page}/edit                  one segment, then a tail from the segment in which slashes may be
 *
 * For a path in canonical form, the match index applies the same rules to positions of the path: index/path-trie.ts
 * compares literals and refuses `.` and `..`, and index/match-builder.ts decodes the values.
 */
export interface PathMatcher {
  readonly segments: readonly SegmentMatcher[]
  readonly tail: TailMatcher | undefined
  readonly optionalTrailingSlash: boolean
  readonly names: readonly string[]
}

export type SegmentMatcher =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'variable'; readonly name: string; readonly constraint: Constraint | undefined }
  | ({ readonly type: 'mixed' } & PiecesMatcher)

/** Half-decoded text that is split into literals and variables. */
export interface PiecesMatcher {
  readonly parts: readonly RoutePatternPart[]
  readonly automaton: Automaton
  /** True if the automaton's answer is enough. Otherwise each constraint also tests its value alone. */
  readonly isExact: boolean
  /** The number of dots in the literals. A text with no more dots has no value `.` or `..`. */
  readonly dots: number
}

export interface TailMatcher extends PiecesMatcher {
  readonly type: 'tail'
  readonly optionalTrailingSlash: boolean
}

/** @throws ConstraintException for variables that cannot be distinguished in linear time */
export function compilePath({ parts, optionalTrailingSlash }: RoutePattern): PathMatcher {
  const names = parts.filter((part) => part.type === 'variable').map(({ name }) => name)
  const segmentParts = splitIntoSegments(parts)
  const tailStart = segmentParts.findIndex((pieces) =>
    pieces.some((part) => part.type === 'variable' && part.constraint?.spansSegments),
  )
  if (tailStart < 0)
    return { segments: segmentParts.map(compileSegment), tail: undefined, optionalTrailingSlash, names }
  const tailParts = segmentParts
    .slice(tailStart)
    .flatMap((pieces, index) => (index === 0 ? pieces : [{ type: 'literal', text: '/' } as const, ...pieces]))
  return {
    segments: segmentParts.slice(0, tailStart).map(compileSegment),
    tail: { type: 'tail', ...compilePieces(tailParts, maxPathLength), optionalTrailingSlash },
    optionalTrailingSlash,
    names,
  }
}

/** The decoded values of the variables, in a new object. Undefined if the path does not match. */
export function matchPath(
  matcher: PathMatcher,
  { segments }: Pick<RequestPath, 'segments'>,
  maxParamLength: number,
): Record<string, string> | undefined {
  const { segments: expected, tail, optionalTrailingSlash } = matcher
  const extra = segments.length - expected.length
  // A path without a first slash has no segments. Without this check it would match the pattern `/?`.
  if (segments.length === 0) return undefined
  if (tail === undefined) {
    if (extra !== 0 && !(extra === 1 && optionalTrailingSlash && segments.at(-1) === '')) return undefined
  } else if (extra < 1) return undefined
  const values: Record<string, string> = {}
  for (const [index, segment] of expected.entries()) {
    if (!matchSegment(segment, segments[index] ?? '', values, maxParamLength)) return undefined
  }
  if (tail !== undefined) {
    const rest = segments.slice(expected.length).join('/')
    if (!matchTail(tail, rest, values, maxParamLength)) return undefined
  }
  return values
}

function splitIntoSegments(parts: readonly RoutePatternPart[]): RoutePatternPart[][] {
  const segments: RoutePatternPart[][] = []
  for (const part of parts) {
    if (part.type === 'variable') segments.at(-1)?.push(part)
    else {
      for (const [index, text] of part.text.split('/').entries()) {
        if (index > 0) segments.push([])
        if (text !== '') segments.at(-1)?.push({ type: 'literal', text })
      }
    }
  }
  return segments
}

function compileSegment(parts: readonly RoutePatternPart[]): SegmentMatcher {
  const [first, second] = parts
  if (first === undefined) return { type: 'literal', text: '' }
  if (second === undefined) return first
  const maxLength = lengthOf(parts, ({ constraint }) => constraint?.promisedLength ?? promisedLength)
  return { type: 'mixed', ...compilePieces(parts, maxLength) }
}

function compilePieces(parts: readonly RoutePatternPart[], maxLength: number): PiecesMatcher {
  const automaton = joinedAutomaton(parts, maxLength)
  const isExact = parts.every(
    (part) =>
      part.type === 'literal' ||
      part.constraint?.piece.type !== 'expression' ||
      (part.constraint.piece.expression.flags === 'u' && !automaton.looksAround),
  )
  return { parts, automaton, isExact, dots: countOf('.', sampleOf(parts)) }
}

export function acceptsSegment(segment: SegmentMatcher, raw: string, maxParamLength: number): boolean {
  if (segment.type === 'mixed' && segment.isExact && raw.length <= maxParamLength && !raw.includes('%')) {
    // A segment is not empty, even if all of its variables may be.
    if (raw !== '' && countOf('.', raw) <= segment.dots) return segment.automaton.accepts(raw)
  }
  return matchSegment(segment, raw, {}, maxParamLength)
}

function matchSegment(
  segment: SegmentMatcher,
  raw: string,
  values: Record<string, string>,
  maxParamLength: number,
): boolean {
  if (segment.type === 'literal') return raw === segment.text
  if (raw === '') return false
  // A UTF-16 unit of a value takes at most nine characters of escapes.
  if (segment.type === 'variable') {
    if (raw.length > maxParamLength * 9) return false
    return bind(segment, toHalfDecoded(raw), values, maxParamLength)
  }
  const maxLength = lengthOf(segment.parts, () => maxParamLength)
  if (raw.length > maxLength * 9) return false
  const text = toHalfDecoded(raw)
  if (fromHalfDecoded(text).length > maxLength) return false
  return matchPieces(segment, text, values, maxParamLength) !== undefined
}

/** The length of the literals, with the given length for each variable. */
export function lengthOf(
  parts: readonly RoutePatternPart[],
  variableLength: (variable: Extract<RoutePatternPart, { type: 'variable' }>) => number,
): number {
  return parts.reduce(
    (length, part) => length + (part.type === 'literal' ? part.text.length : variableLength(part)),
    0,
  )
}

/** Splits a text and stores the values of its variables. Returns the texts of the parts. */
function matchPieces(
  { parts, automaton, isExact }: PiecesMatcher,
  text: string,
  values: Record<string, string>,
  maxParamLength: number,
): string[] | undefined {
  const starts = parts.length > 1 ? automaton.split(text, parts.length) : automaton.accepts(text) && [0]
  if (starts === undefined || starts === false) return undefined
  const found: string[] = []
  for (const [index, part] of parts.entries()) {
    const piece = text.slice(starts[index], starts[index + 1])
    found.push(piece)
    if (part.type === 'variable' && !bind(part, piece, values, maxParamLength, isExact)) return undefined
  }
  return found
}

/**
 * Binds a tail. A variable before `/?` takes the last slash only if needed: `{<.+>path}/?` is `a` for `/a` and `/a/`.
 */
export function matchTail(
  tail: TailMatcher,
  raw: string,
  values: Record<string, string>,
  maxParamLength: number,
): boolean {
  const endsInOneSlash = raw.length > 1 && raw.endsWith('/') && !raw.endsWith('//')
  return (
    (tail.optionalTrailingSlash &&
      endsInOneSlash &&
      matchWholeTail(tail, raw.slice(0, -1), values, maxParamLength)) ||
    matchWholeTail(tail, raw, values, maxParamLength)
  )
}

function matchWholeTail(
  tail: PiecesMatcher,
  raw: string,
  values: Record<string, string>,
  maxParamLength: number,
): boolean {
  if (raw.length > maxPathLength) return false
  const found = matchPieces(tail, toHalfDecoded(raw), values, maxParamLength)
  if (found === undefined || tail.parts.length === 1) return found !== undefined
  return literalSegmentsAreRaw(tail.parts, found, raw.split('/'))
}

/** Compares the literal segments in a tail. Like all literals, they must equal the raw segments. */
function literalSegmentsAreRaw(
  parts: readonly RoutePatternPart[],
  found: readonly string[],
  segments: readonly string[],
): boolean {
  let index = 0
  let literal: string | undefined = ''
  for (const [number, part] of parts.entries()) {
    if (part.type === 'variable') {
      index += countOf('/', found[number] ?? '')
      literal = undefined
      continue
    }
    for (const [position, text] of part.text.split('/').entries()) {
      if (position > 0) {
        if (literal !== undefined && literal !== segments[index]) return false
        index++
        literal = ''
      }
      if (literal !== undefined) literal += text
    }
  }
  return literal === undefined || literal === segments[index]
}

function countOf(character: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++
  return count
}

/** Checks a half-decoded value, and stores it decoded. */
function bind(
  { name, constraint }: { readonly name: string; readonly constraint: Constraint | undefined },
  text: string,
  values: Record<string, string>,
  maxParamLength: number,
  isSatisfied = false,
): boolean {
  // The lengths are checked first, so no constraint reads a text that is too long.
  if (constraint?.spansSegments !== true && text.length > maxParamLength * 3) return false
  const value = fromHalfDecoded(text)
  const isBound = constraint?.spansSegments === true ? isSafePath(value) : isBindable(value, maxParamLength)
  if (!isBound) return false
  if (!isSatisfied && constraint?.test(text) === false) return false
  values[name] = value
  return true
}

/** True if a variable of one segment may have the value. */
export function isBindable(value: string, maxParamLength: number): boolean {
  return value.length <= maxParamLength && (value.length > 2 || !isDots(value))
}

/** True for segments that URL parsers remove. */
export function isDots(value: string): boolean {
  return value === '.' || value === '..'
}

/** True for a decoded path that has no first slash, no empty segment except the last, and no segment of dots. */
export function isSafePath(path: string): boolean {
  return !path.startsWith('/') && !path.includes('//') && !dotSegment.test(path)
}

const dotSegment = /(?:^|\/)\.{1,2}(?:\/|$)/

import {
  compileLanguage,
  parseRegularExpression,
  type Automaton,
  type CodePointRanges,
  type Piece,
} from '@mvc-router/constraint-language'
import { maxPathLength, type Constraint } from '../syntax/constraint.js'
import type { RoutePattern, RoutePatternPart } from '../syntax/route-pattern.js'
import { toLetters, withEscapes } from './path-letters.js'

/**
 * The paths that a pattern accepts, in the letters of path-letters.ts. Lengths are left out of it: `couldCover` tells where
 * they might matter.
 */
export interface PathLanguage {
  /** It accepts every path that the pattern accepts. */
  readonly automaton: Automaton
  /** It accepts no path that the pattern does not accept; undefined when no such language is known. */
  readonly sure: Automaton | undefined
  readonly pattern: RoutePattern
  /** The number of the segment in which a variable that may hold slashes starts; Infinity without one. */
  readonly tailStart: number
  /** The numbers of the segments that are one variable. */
  readonly variables: readonly number[]
  /** Some segment is made of several pieces. */
  readonly isMixed: boolean
  /** The length of the literals. */
  readonly literalLength: number
}

/**
 * Undefined for the few patterns whose paths are not known well enough: with a variable that may hold slashes anywhere but
 * alone at the end, or with a constraint that only the older syntax of regular expressions accepts.
 */
export function toPathLanguage(pattern: RoutePattern): PathLanguage | undefined {
  const shape = shapeOf(pattern.parts)
  if (shape === undefined) return undefined
  const automaton = pathAutomaton(pattern)
  return {
    pattern,
    automaton,
    sure: shape.isMixed ? surePathAutomaton(pattern) : automaton,
    ...shape,
    literalLength: pattern.parts.reduce(
      (length, part) => length + (part.type === 'literal' ? part.text.length : 0),
      0,
    ),
  }
}

/**
 * The paths of any pattern, but for what no regular language knows: values that are refused for their length, values of a
 * mixed segment that are dots.
 */
export function pathAutomaton(pattern: RoutePattern): Automaton {
  return compileLanguage(piecesOf(pattern), { widen: withEscapes })
}

/** A value in a mixed segment must not be a dot or two: one without dots is surely none. */
function surePathAutomaton(pattern: RoutePattern): Automaton | undefined {
  const pieces = piecesOf(pattern)
  if (pieces.some(({ type }) => type === 'language')) return undefined
  return compileLanguage(pieces, { widen: (ranges) => withEscapes(withoutDot(ranges)) })
}

function piecesOf({ parts, optionalTrailingSlash }: RoutePattern): Piece[] {
  const pieces = parts.map((part, index) => toPiece(part, !isWhole(parts, index)))
  const slash: Piece = { type: 'run', ranges: [[0x2f, 0x2f]], min: 0, max: 1, isLazy: false }
  return optionalTrailingSlash ? [...pieces, slash] : pieces
}

/**
 * Whether a pattern accepts what another one accepts, as far as the lengths of values are concerned: a variable of one
 * segment holds `maxParamLength` characters at most, the rest of a path 8,192.
 */
export function couldCover(earlier: PathLanguage, later: PathLanguage, maxParamLength: number): boolean {
  if (hasSamePieces(earlier, later)) return true
  if (earlier.isMixed || earlier.variables.some((segment) => segment >= later.tailStart)) return false
  if (later.isMixed && earlier.variables.length > 0) return false
  if (earlier.variables.length > 0 && later.literalLength > maxParamLength) return false
  if (earlier.tailStart === Infinity || later.tailStart < Infinity) return true
  const variables = later.pattern.parts.filter(({ type }) => type === 'variable').length
  // A UTF-16 unit takes at most nine characters of a path.
  return later.literalLength + variables * maxParamLength * 9 <= maxPathLength
}

/** The patterns differ at most in the names of their variables, and in the optional slash. */
export function hasSamePieces(left: PathLanguage, right: PathLanguage): boolean {
  const [{ parts }, { parts: others }] = [left.pattern, right.pattern]
  return parts.length === others.length && parts.every((part, index) => samePart(part, others[index]))
}

function samePart(left: RoutePatternPart, right: RoutePatternPart | undefined): boolean {
  return left.type === 'literal'
    ? right?.type === 'literal' && left.text === right.text
    : right?.type === 'variable' && left.constraint?.source === right.constraint?.source
}

function shapeOf(
  parts: readonly RoutePatternPart[],
): Pick<PathLanguage, 'tailStart' | 'variables' | 'isMixed'> | undefined {
  let segment = -1
  let isMixed = false
  const variables: number[] = []
  for (const [index, part] of parts.entries()) {
    if (part.type === 'literal') {
      segment += part.text.split('/').length - 1
      continue
    }
    if (hasOlderSyntax(part.constraint)) return undefined
    if (part.constraint?.spansSegments === true)
      return isWhole(parts, index) && index === parts.length - 1
        ? { tailStart: segment, variables, isMixed }
        : undefined
    if (isWhole(parts, index)) variables.push(segment)
    else isMixed = true
  }
  return { tailStart: Infinity, variables, isMixed }
}

function hasOlderSyntax(constraint: Constraint | undefined): boolean {
  return constraint?.piece.type === 'expression' && constraint.piece.expression.flags === ''
}

/** A variable between slashes. */
function isWhole(parts: readonly RoutePatternPart[], index: number): boolean {
  const before = parts[index - 1]
  const after = parts[index + 1]
  return (
    before?.type === 'literal' &&
    before.text.endsWith('/') &&
    (after === undefined || (after.type === 'literal' && after.text.startsWith('/')))
  )
}

function toPiece(part: RoutePatternPart, mayBeEmpty: boolean): Piece {
  if (part.type === 'literal') return { type: 'text', text: toLetters(part.text) }
  const { constraint } = part
  if (constraint === undefined)
    return { type: 'run', ranges: allButSlash, min: 1, max: Infinity, isLazy: false }
  // A whole segment is never empty; the rest of a path may be.
  const refusesEmpty = !mayBeEmpty && !constraint.spansSegments && constraint.matchesEmpty
  const { piece } = constraint
  if (piece.type === 'run') return refusesEmpty ? { ...piece, min: Math.max(1, piece.min) } : piece
  const source = refusesEmpty ? `(?!$)(?:${constraint.source})` : constraint.source
  const own: Piece = { type: 'expression', expression: parseRegularExpression(source) }
  const automaton = compileLanguage([own])
  return automaton.looksAround ? { type: 'language', automaton } : own
}

const allButSlash: CodePointRanges = [
  [0, 0x2e],
  [0x30, 0x10ffff],
]

function withoutDot(ranges: CodePointRanges): CodePointRanges {
  return ranges.flatMap(([first, last]): (readonly [number, number])[] =>
    first > dot || last < dot
      ? [[first, last]]
      : [
          ...(first < dot ? [[first, dot - 1] as const] : []),
          ...(last > dot ? [[dot + 1, last] as const] : []),
        ],
  )
}

const dot = 0x2e

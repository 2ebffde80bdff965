import {
  attempt,
  compileLanguage,
  ConstraintException,
  parseRegularExpression,
  SplitLanguage,
  type Piece,
  type TextLanguage,
} from '@mvc-router/constraint-language'
import { oneSegment, variablePiece } from '../matching/joined-automaton.js'
import { compilePath, lengthOf, type PiecesMatcher } from '../matching/path-matcher.js'
import { maxPathLength, type Constraint } from '../syntax/pattern/constraint.js'
import { toHalfDecoded } from '../syntax/percent-encoding.js'
import { keyOfParts, type RoutePattern, type RoutePatternPart } from '../syntax/pattern/route-pattern.js'
import type { PathLetters } from './path-letters.js'

type Variable = Extract<RoutePatternPart, { type: 'variable' }>

/** The paths that a pattern accepts, in the letters of path-letters.ts. `couldCover` checks the length limits. */
export interface PathLanguage {
  readonly automaton: TextLanguage
  readonly pattern: RoutePattern
  /** Equal for patterns that differ only in the names of their variables or in the optional slash. */
  readonly key: string
  /** The number of the segment with a variable that may contain slashes; Infinity without one. */
  readonly tailStart: number
  /** The numbers of the segments that consist of a single variable. */
  readonly variables: readonly number[]
  /** True if a segment has a variable and other parts. */
  readonly isMixed: boolean
  readonly literalLength: number
}

/** Undefined if a variable that may contain slashes is not alone at the end, or if a constraint needs older syntax. */
export function toPathLanguage(pattern: RoutePattern, letters: PathLetters): PathLanguage | undefined {
  const needsOlderSyntax = pattern.parts.some(
    (part) => part.type === 'variable' && part.constraint?.hasOlderSyntax === true,
  )
  const { segments, tail } = compilePath(pattern)
  if (needsOlderSyntax || (tail !== undefined && tail.parts.length > 1)) return undefined
  const automaton = pathAutomaton(pattern, letters)
  if (automaton === undefined) return undefined
  return {
    pattern,
    key: keyOfParts(pattern.parts),
    automaton,
    tailStart: tail === undefined ? Infinity : segments.length,
    variables: [...segments.keys()].filter((index) => segments[index]?.type === 'variable'),
    isMixed: segments.some(({ type }) => type === 'mixed'),
    literalLength: lengthOf(pattern.parts, () => 0),
  }
}

/** The paths of any pattern, without length limits; undefined if the automaton would be too large. */
export function pathAutomaton(pattern: RoutePattern, letters: PathLetters): TextLanguage | undefined {
  const language = attempt(ConstraintException, () => compilePattern(pattern, letters))
  return language instanceof ConstraintException ? undefined : language
}

function compilePattern(pattern: RoutePattern, letters: PathLetters): TextLanguage {
  const { segments, tail } = compilePath(pattern)
  const pieces: Piece[] = segments.flatMap((segment) => [
    slash,
    ...(segment.type === 'literal'
      ? [rawText(segment.text, letters)]
      : [
          segment.type === 'variable'
            ? toWholePiece(segment.constraint)
            : toSplitPiece(segment, letters, segment.automaton.accepts('')),
        ]),
  ])
  if (tail !== undefined) pieces.push(slash, toTailPiece(tail, letters))
  if (pattern.optionalTrailingSlash)
    pieces.push({ type: 'run', ranges: [[0x2f, 0x2f]], min: 0, max: 1, isLazy: false })
  return compileLanguage(pieces, letters)
}

const slash: Piece = { type: 'text', text: '/' }

function rawText(literal: string, letters: PathLetters): Piece {
  return { type: 'text', text: letters.toLetters(literal) }
}

/** The language of a tail. It leaves out values that need `%2F`, because no line accepts them for certain. */
function toTailPiece(tail: PiecesMatcher, letters: PathLetters): Piece {
  const [first, second] = tail.parts
  return first?.type === 'variable' && second === undefined
    ? toWholePiece(first.constraint)
    : toSplitPiece(tail, letters)
}

/**
 * The language of literals and variables. Literals that share a segment with a variable are compared half-decoded, so a
 * request may also write them as escapes.
 */
function toSplitPiece({ parts, isExact }: PiecesMatcher, letters: PathLetters, refusesEmpty = false): Piece {
  const pieces: Piece[] = refusesEmpty
    ? [{ type: 'expression', expression: parseRegularExpression('(?!$)') }]
    : []
  const languages: (TextLanguage | undefined)[] = refusesEmpty ? [undefined] : []
  for (const [index, part] of parts.entries()) {
    const own =
      part.type === 'literal'
        ? literalPieces(parts, index, part.text, letters)
        : [variablePiece(part, parts[index - 1])]
    pieces.push(...own)
    languages.push(
      ...own.map(() => (part.type === 'literal' ? undefined : valueLanguage(part, isExact, letters))),
    )
  }
  const automaton = compileLanguage(pieces, letters)
  return { type: 'language', language: new SplitLanguage(automaton, languages), isWidened: true }
}

function literalPieces(
  parts: readonly RoutePatternPart[],
  index: number,
  text: string,
  letters: PathLetters,
): Piece[] {
  const portions = text.split('/')
  return portions.flatMap((portion, number) => {
    const isBehind = number === 0 && parts[index - 1]?.type === 'variable'
    const isBefore = number === portions.length - 1 && parts[index + 1]?.type === 'variable'
    const own = isBehind || isBefore ? halfDecodedPieces(portion) : [rawText(portion, letters)]
    return number === 0 ? own : [slash, ...own]
  })
}

function halfDecodedPieces(literal: string): Piece[] {
  return Array.from(toHalfDecoded(literal), (character): Piece => {
    const codePoint = character.codePointAt(0) ?? 0
    return { type: 'run', ranges: [[codePoint, codePoint]], min: 1, max: 1, isLazy: false }
  })
}

/** The conditions on a variable's values that the automaton of all parts does not check. */
function valueLanguage({ constraint }: Variable, isExact: boolean, letters: PathLetters): TextLanguage {
  const values = constraint?.spansSegments === true ? letters.pathValues() : letters.segmentValues()
  if (isExact || constraint?.piece.type !== 'expression') return values
  const alone: Piece = { type: 'language', language: compileLanguage([constraint.piece]) }
  return new SplitLanguage(compileLanguage([alone], letters), [values])
}

/** True if the length limits of variables and tails allow that `earlier` accepts all paths of `later`. */
export function couldCover(earlier: PathLanguage, later: PathLanguage, maxParamLength: number): boolean {
  if (earlier.key === later.key) return true
  if (earlier.isMixed || earlier.variables.some((segment) => segment >= later.tailStart)) return false
  if (later.isMixed && earlier.variables.length > 0) return false
  if (earlier.variables.length > 0 && later.literalLength > maxParamLength) return false
  if (earlier.tailStart === Infinity || later.tailStart < Infinity) return true
  const variables = later.pattern.parts.filter(({ type }) => type === 'variable').length
  // A UTF-16 unit takes at most nine characters of a path.
  return later.literalLength + variables * maxParamLength * 9 <= maxPathLength
}

function toWholePiece(constraint: Constraint | undefined): Piece {
  if (constraint === undefined) return oneSegment
  // A whole segment is never empty, but a tail may be.
  const refusesEmpty = !constraint.spansSegments && constraint.matchesEmpty
  const { piece } = constraint
  if (piece.type === 'run') return refusesEmpty ? { ...piece, min: Math.max(1, piece.min) } : piece
  const source = refusesEmpty ? `(?!$)(?:${constraint.source})` : constraint.source
  const own: Piece = { type: 'expression', expression: parseRegularExpression(source) }
  const automaton = compileLanguage([own])
  return automaton.looksAround ? { type: 'language', language: automaton } : own
}

import {
  BoundedMap,
  compilePieces,
  getOrInsert,
  parseRegularExpression,
  refusedConstraint,
  splitsInTwoWays,
  type Automaton,
  type Piece,
} from '@mvc-router/constraint-language'
import { toHalfDecoded } from '../syntax/percent-encoding.js'
import { keyOfParts, type RoutePatternPart } from '../syntax/pattern/route-pattern.js'

/**
 * The automaton that splits a half-decoded segment or tail into its literals and variables. Many patterns have the same
 * parts, so they share automata.
 *
 * @throws ConstraintException
 */
export function joinedAutomaton(parts: readonly RoutePatternPart[], maxLength: number): Automaton {
  return getOrInsert(automata, `${maxLength} ${keyOfParts(parts)}`, () =>
    compileParts(parts, { maxLength, unconstrained: oneSegment, toText: toHalfDecoded }),
  )
}

const automata = new BoundedMap<string, Automaton>(1000)

interface JoinOptions {
  readonly maxLength: number
  /** The language of a variable without a constraint. */
  readonly unconstrained: Piece
  /** The half-decoded form of a literal, for comparisons. */
  readonly toText: (literal: string) => string
}

/** @throws ConstraintException */
export function compileParts(
  parts: readonly RoutePatternPart[],
  { maxLength, unconstrained, toText }: JoinOptions,
): Automaton {
  const pieces = parts.map((part, index): Piece =>
    part.type === 'literal'
      ? { type: 'text', text: toText(part.text) }
      : variablePiece(part, parts[index - 1], unconstrained),
  )
  const areAdjacent = parts.some(
    (part, index) => part.type === 'variable' && parts[index + 1]?.type === 'variable',
  )
  if (areAdjacent && splitsInTwoWays(pieces)) {
    throw refusedConstraint(
      'This path can be divided among its variables in more than one way',
      0,
      'put literal text between them that they cannot contain, or make the constraints narrower',
    )
  }
  return compilePieces(pieces, maxLength)
}

/** The language of a variable. At the start of a segment it may be empty only if the variable may contain slashes. */
export function variablePiece(
  { constraint }: Extract<RoutePatternPart, { type: 'variable' }>,
  before: RoutePatternPart | undefined,
  unconstrained: Piece = oneSegment,
): Piece {
  if (constraint === undefined) return unconstrained
  const startsSegment = before?.type === 'literal' && before.text.endsWith('/')
  if (!startsSegment || constraint.spansSegments || !constraint.matchesEmpty) return constraint.piece
  return { type: 'expression', expression: parseRegularExpression(`(?=[^/])(?:${constraint.source})`) }
}

/** `[^/]+` */
export const oneSegment: Piece = {
  type: 'run',
  ranges: [
    [0, 0x2e],
    [0x30, 0x10ffff],
  ],
  min: 1,
  max: Infinity,
  isLazy: false,
}

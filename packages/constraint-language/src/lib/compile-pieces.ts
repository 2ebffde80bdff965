import { refuseAmbiguousLoops } from './ambiguity.js'
import { Automaton } from './automaton.js'
import { refusedConstraint } from './constraint-exception.js'
import type { Piece } from './piece.js'
import { buildPositionGraph, type GraphOptions, type PositionGraph } from './position-graph.js'

/**
 * The automaton of some pieces, one after the other, for whole texts of at most `maxLength` UTF-16 units.
 *
 * @throws ConstraintException for what is not regular, is ambiguous in a repetition, or cannot be run in linear time
 */
export function compilePieces(pieces: readonly Piece[], maxLength: number): Automaton {
  const graph = buildPositionGraph(pieces)
  refuseAmbiguousLoops(graph)
  return compileGraph(graph, pieces, maxLength)
}

function compileGraph(graph: PositionGraph, pieces: readonly Piece[], maxLength: number): Automaton {
  const automaton = toAutomaton(graph, pieces, Math.max(4096, 2 * maxLength))
  refuseSlow(automaton, graph, maxLength)
  if (pieces.length > 1) refuseWideLoops(graph, maxLength)
  return automaton
}

/**
 * The automaton of some pieces whose language is looked at by `exploreTexts`. It may be of any size, and is not for
 * reading texts from outside.
 *
 * @throws ConstraintException for what is not regular
 */
export function compileLanguage(pieces: readonly Piece[], options?: GraphOptions): Automaton {
  return toAutomaton(buildPositionGraph(pieces, options), pieces, Infinity)
}

function toAutomaton(graph: PositionGraph, pieces: readonly Piece[], maxStates: number): Automaton {
  const expressions = pieces.filter((piece) => piece.type === 'expression')
  const isUnicode =
    expressions.length < pieces.length || expressions.some(({ expression }) => expression.flags === 'u')
  return new Automaton(graph, { isUnicode, maxStates })
}

/**
 * A text may cost its length times what one step costs. Where that is too much if each step has to be computed, all of
 * them are computed now.
 */
function refuseSlow(automaton: Automaton, { ranges }: PositionGraph, maxLength: number): void {
  if ((automaton.size + newStateCost) * maxLength <= maxComputedTransitions) return
  if (automaton.complete(maxStates + 2 * ranges.length, maxWork) !== undefined) return
  throw refusedConstraint(
    'The regular expression cannot be run in time that only grows with the length of the value',
    0,
    'Let a counted repetition not read what stands beside it: [^-]{1,99}-.* instead of .{1,99}-.*',
  )
}

// 255 characters times 400 transitions take half a millisecond. For 8,192 characters all states are computed.
const maxComputedTransitions = 255 * 430
const maxStates = 2000
const maxWork = 500_000
// What it costs to keep a state that is new, in transitions.
const newStateCost = 30

/** Splitting a text looks at every edge of a position until one fits. */
function refuseWideLoops({ follow, loops }: PositionGraph, maxLength: number): void {
  for (const [position, edges] of follow.entries()) {
    if (loops[position] === -1 || edges.length * maxLength <= maxComputedTransitions * 10) continue
    throw refusedConstraint(
      'Too many alternatives can follow each other in one repetition',
      loops[position] ?? 0,
      'Accept any text in their place, and check the value in the action.',
    )
  }
}

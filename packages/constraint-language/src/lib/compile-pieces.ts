import { refuseAmbiguousLoops } from './ambiguity.js'
import { Automaton } from './automaton/automaton.js'
import { refusedConstraint } from './constraint-exception.js'
import type { Piece } from './piece.js'
import { buildPositionGraph, type GraphOptions } from './build-position-graph.js'
import type { PositionGraph } from './position-graph.js'

/**
 * Compiles successive pieces for texts of at most `maxLength` UTF-16 units.
 *
 * @throws ConstraintException for an expression that is not regular, has an ambiguous repetition, or is too slow
 */
export function compilePieces(pieces: readonly Piece[], maxLength: number): Automaton {
  const graph = buildPositionGraph(pieces)
  refuseAmbiguousLoops(graph)
  const automaton = toAutomaton(graph, pieces, maxLength)
  refuseSlow(automaton, graph, maxLength)
  if (pieces.length > 1) refuseWideLoops(automaton, graph, maxLength)
  return automaton
}

/**
 * Compiles successive pieces for `exploreTexts`. The automaton's size is not limited, so do not run it on users' texts.
 *
 * @throws ConstraintException for an expression that is not regular, or too large
 */
export function compileLanguage(pieces: readonly Piece[], options?: GraphOptions): Automaton {
  return toAutomaton(buildPositionGraph(pieces, options), pieces, Infinity)
}

function toAutomaton(graph: PositionGraph, pieces: readonly Piece[], maxLength: number): Automaton {
  const expressions = pieces.filter((piece) => piece.type === 'expression')
  const isUnicode =
    expressions.length < pieces.length || expressions.some(({ expression }) => expression.flags === 'u')
  return new Automaton(graph, { isUnicode, maxLength })
}

/**
 * Computes all states in advance, which succeeds for nearly every expression. Otherwise each character of a text may
 * need a new state, so expressions with expensive steps are refused. This also lets V8 compile the code before the
 * first text.
 */
function refuseSlow(automaton: Automaton, graph: PositionGraph, maxLength: number): void {
  const isCheap = automaton.size * Math.min(maxLength, longestText(graph)) <= maxWorkOfText
  const isComplete = automaton.complete(
    maxStates + 2 * graph.ranges.length,
    isCheap ? workAtLoad : maxWorkAtLoad,
  )
  if (isCheap || isComplete) return
  throw refusedConstraint(
    'The regular expression may take too much time for each character of a value',
    0,
    'A counted repetition must not read the character beside it: [^-]{1,99}-.* instead of .{1,99}-.*',
  )
}

/** The most characters that are read before a text is refused. */
function longestText({ pieces, loops }: PositionGraph): number {
  const own = loops.filter((_, position) => pieces[position] !== -1)
  return own.every((loop) => loop === -1) ? own.length + 1 : Infinity
}

/** Splitting a text may read every edge of a position, so positions in loops must not have too many edges. */
function refuseWideLoops(
  automaton: Automaton,
  { loops, loopOffsets }: PositionGraph,
  maxLength: number,
): void {
  for (const [position, loop] of loops.entries()) {
    if (loop === -1 || automaton.edgesAt(position) * maxLength <= maxWorkOfSplit) continue
    throw refusedConstraint(
      'Too many alternatives can follow each other in one repetition',
      loopOffsets[loop] ?? 0,
      'Accept any text in their place, and check the value in the action.',
    )
  }
}

// In 32-bit words (decisions/constraints.md). Before V8 compiles the code, reading 52,000 words takes 0.6 ms.
const maxWorkOfText = 52_000
const workAtLoad = 300_000
const maxWorkAtLoad = 20_000_000
const maxWorkOfSplit = 100_000
const maxStates = 5000

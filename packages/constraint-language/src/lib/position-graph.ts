import type { CodePointRanges } from './code-point-ranges.js'

/**
 * Pieces as a graph of *positions*. Each position reads one character. Counted repetitions are copied: `a{2}` has two
 * positions. An edge leads from a position to a position that can read the next character. Edges have the order in
 * which a backtracking engine tries them, so the first way through the graph is that engine's match.
 *
 * An edge may have guards (`$`, `\b`, look-ahead). They must hold between the two characters of the edge. The body of a
 * look-ahead is a separate part of the graph. Only its guard leads into this part, which ends in `lookedAhead`.
 */
export interface PositionGraph {
  readonly ranges: readonly CodePointRanges[]
  /** The piece of each position; -1 within look-ahead. */
  readonly pieces: readonly number[]
  readonly start: readonly Edge[]
  readonly follow: readonly (readonly Edge[])[]
  readonly guards: readonly Guard[]
  /**
   * For each position: the outermost endless repetition (`*`, `+`) that contains it, or -1. All positions of a
   * repetition reach each other. Copies of a counted repetition have different numbers.
   */
  readonly loops: readonly number[]
  /** The offset in the source of each endless repetition. */
  readonly loopOffsets: readonly number[]
  /** For each position: the positions that follow it in two ways, as in `(?:a+)+`. */
  readonly doubled: readonly ReadonlySet<number>[]
  readonly wordCharacters: CodePointRanges
}

export interface Edge {
  /** A position, or `accepted`, or `lookedAhead`. */
  readonly to: number
  /** Indexes of `guards`, which must all hold. */
  readonly guards: readonly number[]
}

/** The end of the pieces. No character follows. */
export const accepted = -1
/** The end of a look-ahead. Any text may follow. */
export const lookedAhead = -2

export type Guard =
  | { readonly type: 'start' | 'end' }
  | { readonly type: 'word'; readonly negate: boolean }
  | { readonly type: 'lookahead'; readonly negate: boolean; readonly start: readonly Edge[] }

import type { CodePointRanges } from './code-point-ranges.js'

/**
 * Pieces as a graph of *positions*. A position is a place where a character is read. Counted repetitions are written
 * out. An edge leads from a position to one that can read the next character. Edges have the order in which a
 * backtracking engine tries them, so the first way through the graph is the match of such an engine.
 *
 * An edge may have guards (`$`, `\b`, look-ahead), which must hold at the place between its two characters. The body of
 * a look-ahead is a part of the graph that ends in `lookedAhead`. Only its guard leads into this part.
 */
export interface PositionGraph {
  /** The characters that each position reads. */
  readonly ranges: readonly CodePointRanges[]
  /** The piece of each position; -1 within look-ahead. */
  readonly pieces: readonly number[]
  readonly start: readonly Edge[]
  readonly follow: readonly (readonly Edge[])[]
  readonly guards: readonly Guard[]
  /**
   * For positions in an endless repetition, the number of the outermost one; else -1. All positions of a repetition reach
   * each other. The copies of a counted repetition have their own numbers.
   */
  readonly loops: readonly number[]
  /** The offset in the source of each endless repetition. */
  readonly loopOffsets: readonly number[]
  /** The positions that a position reaches in two ways by a single edge: `(?:a+)+`. */
  readonly doubled: readonly ReadonlySet<number>[]
  /** The characters of a word, for `\b`. */
  readonly wordCharacters: CodePointRanges
}

export interface Edge {
  /** A position, or `accepted`, or `lookedAhead`. */
  readonly to: number
  /** The numbers of guards, which must all hold. */
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

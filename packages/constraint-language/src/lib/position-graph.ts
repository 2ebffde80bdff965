import type { CodePointRanges } from './code-point-ranges.js'

/**
 * Pieces as the graph of their *positions*: the places where a character is read, with counted repetitions written out.
 * An edge leads from a position to one that can read the next character. Edges have the order in which a
 * backtracking engine would try them, so that the first way through the graph is the match that this engine finds.
 *
 * An edge may ask for what surrounds the place between its two characters: its guards (`$`, `\b`, look-ahead). The body
 * of a look-ahead is a part of the graph that only its guard leads into, and that ends in `lookedAhead`.
 */
export interface PositionGraph {
  /** The characters that each position reads. */
  readonly ranges: readonly CodePointRanges[]
  /** The piece that each position belongs to; -1 within look-ahead. */
  readonly pieces: readonly number[]
  readonly start: readonly Edge[]
  readonly follow: readonly (readonly Edge[])[]
  readonly guards: readonly Guard[]
  /** Where a repetition without end is in its source, for positions in one; else -1. */
  readonly loops: readonly number[]
  /** The positions to which two ways lead from a position, though there is one edge: `(?:a+)+`. */
  readonly doubled: readonly ReadonlySet<number>[]
  /** The characters of a word, for `\b`. */
  readonly wordCharacters: CodePointRanges
}

export interface Edge {
  /** A position, or `accepted`, or `lookedAhead`. */
  readonly to: number
  /** Numbers of guards, all of which are to hold. */
  readonly guards: readonly number[]
}

/** The end of the pieces: nothing is read any more. */
export const accepted = -1
/** The end of a look-ahead: any text may follow. */
export const lookedAhead = -2

export type Guard =
  | { readonly type: 'start' | 'end' }
  | { readonly type: 'word'; readonly negate: boolean }
  | { readonly type: 'lookahead'; readonly negate: boolean; readonly start: readonly Edge[] }

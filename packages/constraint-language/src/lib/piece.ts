import type { CodePointRanges } from './code-point-ranges.js'
import type { RegularExpression } from './regular-expression.js'
import type { TextLanguage } from './text-language.js'

/** A piece of an automaton. The path segment `{id}-{slug}.html` has four pieces, from left to right. */
export type Piece =
  | { readonly type: 'text'; readonly text: string }
  /** A repeated character class, such as `[^/]+`. It needs no parser. */
  | {
      readonly type: 'run'
      readonly ranges: CodePointRanges
      readonly min: number
      /** Infinity for no limit. */
      readonly max: number
      /** True to read as few characters as possible: `[^/]+?`. */
      readonly isLazy: boolean
    }
  | { readonly type: 'expression'; readonly expression: RegularExpression }
  /** Any text of a language. Only for `compileLanguage`, because a language does not order the ways to read a text. */
  | {
      readonly type: 'language'
      readonly language: TextLanguage
      /** True if the language's characters are already widened. */
      readonly isWidened?: boolean
    }

/** The pieces that a constraint can be. */
export type ConstraintPiece = Extract<Piece, { type: 'run' | 'expression' }>

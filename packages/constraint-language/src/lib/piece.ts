import type { CodePointRanges } from './code-point-ranges.js'
import type { RegularExpression } from './regular-expression.js'
import type { TextLanguage } from './text-language.js'

/** The pieces of an automaton, from left to right: a path segment `{id}-{slug}.html` is four of them. */
export type Piece =
  /** This text. */
  | { readonly type: 'text'; readonly text: string }
  /** Characters of one class: `[^/]+`. It needs no parser. */
  | {
      readonly type: 'run'
      readonly ranges: CodePointRanges
      readonly min: number
      /** Infinity for no limit. */
      readonly max: number
      /** It takes as few characters as it can: `[^/]+?`. */
      readonly isLazy: boolean
    }
  | { readonly type: 'expression'; readonly expression: RegularExpression }
  /** Any text of a language, in any surroundings. For languages, where all ways to read a text are alike. */
  | {
      readonly type: 'language'
      readonly language: TextLanguage
      /** Its characters are widened already. */
      readonly isWidened?: boolean
    }

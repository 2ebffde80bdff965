import type { Constraint } from './constraint.js'

/** A piece of a path or host: text to compare, or a variable to bind. Text is in canonical percent-encoding. */
export type RoutePatternPart =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'variable'; readonly name: string; readonly constraint: Constraint | undefined }

/** The host in front of a path: `{client}.example.com:8080`. */
export interface HostPattern {
  readonly text: string
  readonly parts: readonly RoutePatternPart[]
  /** Digits; kept for absolute URLs, never compared. */
  readonly port: string | undefined
}

/** The second column of a route line, parsed. Nothing later looks at the source text again. */
export interface RoutePattern {
  /** As written, host and prefix of includes among it. */
  readonly text: string
  readonly host: HostPattern | undefined
  /** From the first `/`; adjacent literals are merged; without the trailing `/?`. */
  readonly parts: readonly RoutePatternPart[]
  /** The pattern ended in `/?`. */
  readonly optionalTrailingSlash: boolean
}

import type { SourceText } from '../terminal/source-text.js'

/** The parts of Pug that reading a template takes: `pug-lexer`, and Pug itself, which says what is wrong. */
export interface PugModules {
  readonly lex: (source: string, options: { readonly filename: string }) => readonly PugToken[]
  /** Writes code, which does not run. */
  readonly compileClient: (
    source: string,
    options: {
      readonly filename: string
      readonly compileDebug: boolean
      readonly plugins: readonly { readonly preFilters: (root: unknown) => unknown }[]
    },
  ) => string
}

/** Lines and columns count from 1. */
export interface PugToken {
  readonly type: string
  readonly name?: string
  readonly val?: unknown
  readonly args?: string
  /** False for `!=`. */
  readonly mustEscape?: boolean
  readonly loc: {
    readonly start: { readonly line: number; readonly column: number }
    readonly end: { readonly line: number; readonly column: number }
  }
}

/** The value in the source, as pug's lexer tells where the attribute is. */
export function valuePlace(token: PugToken, source: SourceText): { start: number; end: number } | undefined {
  const { val, loc } = token
  if (typeof val !== 'string') return undefined
  const start = source.offsetAt(loc.start.line - 1, loc.start.column - 1)
  const end = source.offsetAt(loc.end.line - 1, loc.end.column - 1)
  const text = source.text.slice(start, end + 1)
  const [before] = /^["']?[^\s=!"']+["']?\s*!?=\s*/.exec(text) ?? []
  if (before === undefined || !text.startsWith(val, before.length)) return undefined
  return { start: start + before.length, end: start + before.length + val.length }
}

import type { SourceText, Span } from '../../terminal/source-text.js'

/** The parts of Pug that read templates: `pug-lexer`, and the compiler, which reports mistakes. */
export interface PugModules {
  readonly lex: (source: string, options: { readonly filename: string }) => readonly PugToken[]
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
  /** The arguments of a mixin or of its call. */
  readonly args?: string | null
  readonly code?: string
  /** False for `!=`. */
  readonly mustEscape?: boolean
  readonly loc: { readonly start: PugPosition; readonly end: PugPosition }
}

interface PugPosition {
  readonly line: number
  readonly column: number
}

export function offsetAt(source: SourceText, { line, column }: PugPosition): number {
  return source.offsetAt(line - 1, column - 1)
}

/** Returns the place of an attribute's value, because the lexer returns only the place of the attribute. */
export function valuePlace(token: PugToken, source: SourceText): Span | undefined {
  const { val, loc } = token
  if (typeof val !== 'string') return undefined
  const start = offsetAt(source, loc.start)
  const text = source.text.slice(start, offsetAt(source, loc.end) + 1)
  const [before] = /^["']?[^\s=!"']+["']?\s*!?=\s*/.exec(text) ?? []
  if (before === undefined) return undefined
  return textAt(source, val, start + before.length)
}

/** Returns the first place after an offset that contains a text of the lexer. */
export function findText(source: SourceText, wanted: string, from: number): Span | undefined {
  const [first = ''] = wanted.split('\n', 1)
  const last = source.text.length - wanted.length
  for (let start = from - 1; start < last;) {
    start = source.text.indexOf(first, start + 1)
    const place = start < 0 ? undefined : textAt(source, wanted, start)
    if (start < 0 || place !== undefined) return place
  }
  return undefined
}

/** Returns the place of a text of the lexer, if it begins at an offset. The lexer converts line ends to `\n`. */
function textAt({ text }: SourceText, wanted: string, start: number): Span | undefined {
  let end = start
  for (const [index, line] of wanted.split('\n').entries()) {
    if (index > 0) {
      if (text.startsWith('\r\n', end)) end++
      if (text.charAt(end++) !== '\n') return undefined
    }
    if (!text.startsWith(line, end)) return undefined
    end += line.length
  }
  return { start, end }
}

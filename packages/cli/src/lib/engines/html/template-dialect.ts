import type { TextEdit } from '@mvc-router/import/script'
import type { Span } from '../../terminal/source-text.js'
import { type NamedLink, type UrlPiece, type WrittenUrl, sourceOf, staticTextOf } from '../written-url.js'

export interface DialectTag extends Span {
  /**
   * `output` prints an expression. `link` prints a URL of mvc-router. `open`, `middle` and `close` are parts of a
   * condition. `comment` prints nothing. `other` is any other tag.
   */
  readonly type: 'output' | 'link' | 'open' | 'middle' | 'close' | 'comment' | 'other'
  /** The expression of an output, without encoding calls. Undefined if it cannot be an argument. */
  readonly expression?: string | undefined
}

export interface TemplateDialect {
  /** Returns the tags of a template that its engine can read, in order. */
  readonly tags: (text: string) => readonly DialectTag[]
  /** Returns the tag of a link without the text after it. Undefined if the language cannot express the link. */
  readonly write: (link: NamedLink, text: string) => string | undefined
  /** Returns more edits that the file needs after URLs become links. */
  readonly prepare?: (text: string) => readonly TextEdit[]
}

/** Writes a link as a tag, followed by the rest of the URL. */
export function tagWriter(dialect: TemplateDialect, text: string): WrittenUrl['write'] {
  return (link) => {
    const written = dialect.write(link, text)
    return written === undefined ? undefined : written + sourceOf(link.rest)
  }
}

/** Writes the arguments of a link. Returns undefined if a name is not allowed, or if `valueOf` cannot write a value. */
export function writeArguments(
  args: NamedLink['args'],
  isName: RegExp,
  valueOf: (pieces: readonly UrlPiece[]) => string | undefined,
  write: (name: string, value: string) => string,
): string | undefined {
  const written = Array.from(args, ([name, pieces]) => {
    const value = isName.test(name) ? valueOf(pieces) : undefined
    return value === undefined ? undefined : write(name, value)
  })
  return written.includes(undefined) ? undefined : written.join('')
}

/** Writes one expression, or a text in quotes without escapes. Returns undefined for any other value. */
export function simpleValue(pieces: readonly UrlPiece[]): string | undefined {
  const text = staticTextOf(pieces)
  const [first, ...more] = pieces
  if (text === undefined) return first?.type === 'hole' && more.length === 0 ? first.expression : undefined
  if (!text.includes('"')) return `"${text}"`
  return text.includes("'") ? undefined : `'${text}'`
}

/** Matches code up to a delimiter outside strings. */
export const tagCode: string = String.raw`(?:"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|[^"'])*?`

/** @param describe gets the named groups of the expression that matches a tag */
export function matchTags(
  text: string,
  tag: RegExp,
  describe: (groups: Readonly<Record<string, string>>) => Omit<DialectTag, keyof Span>,
): DialectTag[] {
  return Array.from(text.matchAll(tag), ({ 0: whole, index: start, groups = {} }) => ({
    start,
    end: start + whole.length,
    ...describe(groups),
  }))
}

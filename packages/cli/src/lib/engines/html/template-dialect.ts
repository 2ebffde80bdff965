import type { TextEdit } from '@mvc-router/import/script'
import { type NamedLink, type UrlPiece, type WrittenUrl, sourceOf, staticTextOf } from '../written-url.js'

/** A tag of a template between its HTML. */
export interface DialectTag {
  readonly start: number
  readonly end: number
  /**
   * `output` prints an expression, `link` prints a URL of ours; `open`, `middle` and `close` are the parts of a
   * condition; `comment` prints nothing; `other` is everything else.
   */
  readonly type: 'output' | 'link' | 'open' | 'middle' | 'close' | 'comment' | 'other'
  /** Expression of an output, without what encodes it by hand; undefined if it cannot be an argument. */
  readonly expression?: string | undefined
}

/** How a template engine is read and written. */
export interface TemplateDialect {
  /** The tags in their order; undefined for a template that cannot be read. */
  readonly tags: (text: string) => readonly DialectTag[] | undefined
  /** A tag that prints the URL, without what follows it; undefined for what the language cannot say. */
  readonly write: (link: NamedLink, text: string) => string | undefined
  /** Edits that the file needs besides, once a URL was adopted. */
  readonly prepare?: (text: string) => readonly TextEdit[]
}

/** Writes links as tags, with what follows them. */
export function tagWriter(dialect: TemplateDialect, text: string): WrittenUrl['write'] {
  return (link) => {
    const written = dialect.write(link, text)
    return written === undefined ? undefined : written + sourceOf(link.rest)
  }
}

/**
 * Arguments of a link one behind the other; undefined for a name that the language cannot say, and for a value of which
 * `valueOf` makes none.
 */
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

/** A value of a language without escapes and operators: an expression alone, or a text in quotes that it does not hold. */
export function simpleValue(pieces: readonly UrlPiece[]): string | undefined {
  const text = staticTextOf(pieces)
  const [first, ...more] = pieces
  if (text === undefined) return first?.type === 'hole' && more.length === 0 ? first.expression : undefined
  if (!text.includes('"')) return `"${text}"`
  return text.includes("'") ? undefined : `'${text}'`
}

/** Where the delimiter is that closes a tag, and that texts in the tag may hold; -1 for a tag that does not end. */
export function closeOfTag(text: string, start: number, close: string): number {
  for (let offset = start; offset < text.length; offset++) {
    if (text.startsWith(close, offset)) return offset
    const character = text.charAt(offset)
    if (character !== '"' && character !== "'") continue
    for (offset++; offset < text.length && text.charAt(offset) !== character; offset++)
      if (text.charAt(offset) === '\\') offset++
  }
  return -1
}

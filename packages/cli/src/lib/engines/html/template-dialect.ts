import type { TextEdit } from '@mvc-router/import/script'
import { type NamedLink, type UrlPiece, type WrittenUrl, sourceOf, staticTextOf } from '../written-url.js'

/** A tag of a template between its HTML. */
export interface DialectTag {
  readonly start: number
  readonly end: number
  /**
   * `output` prints an expression, `link` prints a URL of mvc-router. `open`, `middle` and `close` are the parts of a
   * condition. `comment` prints nothing, and `other` is everything else.
   */
  readonly type: 'output' | 'link' | 'open' | 'middle' | 'close' | 'comment' | 'other'
  /** Expression of an output, without calls that encode its value; undefined if it cannot be an argument. */
  readonly expression?: string | undefined
}

/** Reads and writes the tags of a template engine. */
export interface TemplateDialect {
  /** The tags in their order; undefined for a template that cannot be read. */
  readonly tags: (text: string) => readonly DialectTag[] | undefined
  /** The tag of a link, without the text after it; undefined if the language cannot express the link. */
  readonly write: (link: NamedLink, text: string) => string | undefined
  /** Further edits that the file needs after a URL was adopted. */
  readonly prepare?: (text: string) => readonly TextEdit[]
}

/** Writes links as tags, followed by the rest of the URL. */
export function tagWriter(dialect: TemplateDialect, text: string): WrittenUrl['write'] {
  return (link) => {
    const written = dialect.write(link, text)
    return written === undefined ? undefined : written + sourceOf(link.rest)
  }
}

/**
 * The arguments of a link as text; undefined if the language does not allow a name, or if `valueOf` cannot write a
 * value.
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

/**
 * A value without escapes and operators: one expression, or a text in quotes. The text must not contain these quotes.
 */
export function simpleValue(pieces: readonly UrlPiece[]): string | undefined {
  const text = staticTextOf(pieces)
  const [first, ...more] = pieces
  if (text === undefined) return first?.type === 'hole' && more.length === 0 ? first.expression : undefined
  if (!text.includes('"')) return `"${text}"`
  return text.includes("'") ? undefined : `'${text}'`
}

/** The offset of the delimiter that closes a tag, outside of strings; -1 for a tag without an end. */
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

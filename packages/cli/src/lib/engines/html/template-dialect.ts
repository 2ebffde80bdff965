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

/** Returns a range of a text with unchanged length. The result of `fill` replaces each character of a tag. */
export function mask(
  text: string,
  tags: readonly DialectTag[],
  fill: (tag: DialectTag) => string,
  { start, end }: Span = { start: 0, end: text.length },
): string {
  let masked = ''
  let done = start
  for (const tag of tags) {
    masked += text.slice(done, tag.start) + fill(tag).repeat(tag.end - tag.start)
    done = tag.end
  }
  return masked + text.slice(done, end)
}

/** Splits a range of a text into text between tags and a hole for each tag. */
export function piecesOf(text: string, from: number, to: number, tags: readonly DialectTag[]): UrlPiece[] {
  const pieces: UrlPiece[] = []
  let offset = from
  for (const { start, end, expression = '' } of tags) {
    if (start < from || end > to) continue
    if (start > offset) pieces.push({ type: 'text', text: text.slice(offset, start) })
    pieces.push({ type: 'hole', expression, source: text.slice(start, end) })
    offset = end
  }
  if (to > offset) pieces.push({ type: 'text', text: text.slice(offset, to) })
  return pieces
}

/** Returns the tags inside a range. `tags` is sorted. */
export function tagsWithin(tags: readonly DialectTag[], from: number, to: number): readonly DialectTag[] {
  let low = 0
  let high = tags.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tags[middle]?.start ?? 0) < from) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < tags.length && (tags[end]?.end ?? to) <= to) end++
  return tags.slice(low, end)
}

import type { Span } from '../../terminal/source-text.js'
import type { DialectTag } from './template-dialect.js'
import type { UrlPiece } from '../written-url.js'

/** Returns a range of a text with unchanged length. The result of `fill`, one character, replaces each tag. */
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

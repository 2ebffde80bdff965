import { tagMask } from './read-html.js'
import type { DialectTag } from './template-dialect.js'
import type { UrlPiece } from '../written-url.js'

export function mask(text: string, tags: readonly DialectTag[]): string {
  let masked = ''
  for (const { start, end } of tags) masked += text.slice(masked.length, start) + tagMask.repeat(end - start)
  return masked + text.slice(masked.length)
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

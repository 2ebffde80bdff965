import type { EtaConfig, EtaNode, EtaTag } from './eta-plugin.js'

/** Line and column of a tag's code, from 1. */
export interface TagPosition {
  readonly line: number
  readonly column: number
}

/**
 * Finds the code of each tag in the source, because Eta keeps no columns, and keeps lines only with `debug`. Text
 * between tags cannot contain an opening delimiter, so the tags are found one after the other. A tag that another
 * plugin or `rmWhitespace` has changed ends the search, because a missing position is better than a wrong position.
 */
export function locateTags(
  source: string,
  nodes: readonly EtaNode[],
  { tags }: EtaConfig,
): Map<EtaTag, TagPosition> {
  const [open, close] = tags
  const positions = new Map<EtaTag, TagPosition>()
  let offset = 0
  let line = 1
  let lineStart = 0
  for (const tag of nodes) {
    if (typeof tag === 'string') continue
    const tagStart = source.indexOf(open, offset)
    const start = tagStart === -1 ? -1 : source.indexOf(tag.val, tagStart + open.length)
    const end = start === -1 ? -1 : source.indexOf(close, start + tag.val.length)
    if (end === -1 || !isPrefix(source.slice(tagStart + open.length, start))) return positions
    for (
      let next = source.indexOf('\n', lineStart);
      next !== -1 && next < start;
      next = source.indexOf('\n', lineStart)
    ) {
      line++
      lineStart = next + 1
    }
    positions.set(tag, { line, column: start - lineStart + 1 })
    offset = end + close.length
  }
  return positions
}

/** True for text between a delimiter and the code: blanks, and a mark such as `=`, `~`, `-` or a custom prefix. */
function isPrefix(text: string): boolean {
  return !/\s/.test(text.replace(/^[-_]/, '').trim())
}

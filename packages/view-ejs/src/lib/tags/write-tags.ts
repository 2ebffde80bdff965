import type { TemplatePiece } from './parse-tags.js'
import type { TemplateText } from '../template-text.js'
import { writeTag, type WrittenSyntax } from './write-tag.js'

/** The template with EJS code in place of its tags, line for line. */
export function writeTags(
  source: TemplateText,
  syntax: WrittenSyntax,
  pieces: readonly TemplatePiece[],
): string {
  let output = ''
  /** The template before this offset is already in the output. */
  let copied = 0
  let variables = 0
  for (const piece of pieces) {
    const { start } = piece
    switch (piece.type) {
      case 'directive':
        // The directive becomes an EJS comment.
        replace(start, piece.codeStart, `${syntax.open}#`)
        break
      case 'tag': {
        const { tag } = piece.call
        const written = writeTag(source, syntax, piece.call, () => `__route${++variables}`)
        const closing = tag.isEmpty ? closingElement(tag.name) : ''
        replace(start, piece.end, written + lineFeeds(tag.end, piece.end) + closing)
        break
      }
      case 'closingTag':
        replace(start, piece.end, closingElement(piece.name) + lineFeeds(start, piece.end))
        break
      case 'code':
        break
    }
  }
  return output + source.text.slice(copied)

  function replace(start: number, end: number, replacement: string): void {
    output += source.text.slice(copied, start) + replacement
    copied = end
  }

  function lineFeeds(start: number, end: number): string {
    const count = source.lineFeedsBetween(start, end)
    return count === 0 ? '' : `${syntax.open}${'\n'.repeat(count)}${syntax.close}`
  }
}

function closingElement(name: string): string {
  if (name === 'link') return '</a>'
  return name === 'form' ? '</form>' : ''
}

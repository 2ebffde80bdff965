import type { Position, Range } from 'vscode-languageserver'
import type { SourceText } from '../../terminal/source-text.js'
import type { Span } from '../project/route-document.js'

/** Lines and characters of the protocol count from 0. A character behind the end of its line is that end. */
export function toOffset(source: SourceText, { line, character }: Position): number {
  const start = source.offsetAt(line, 0)
  const { lineText } = source.place(start)
  return source.place(start).line - 1 < line
    ? source.text.length
    : start + Math.min(character, lineText.length)
}

export function toRange(source: SourceText, { start, end }: Span): Range {
  return { start: toPosition(source, start), end: toPosition(source, end) }
}

function toPosition(source: SourceText, offset: number): Position {
  const { line, column } = source.place(offset)
  return { line: line - 1, character: column - 1 }
}

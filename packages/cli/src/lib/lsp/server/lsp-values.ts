import type { CompletionItemKind, DiagnosticSeverity, Position, Range } from 'vscode-languageserver'
import type { SourceText } from '../../terminal/source-text.js'
import type { Proposal } from '../answers/completion.js'
import type { Span } from '../project/route-document.js'

/** The protocol's numbers: `DiagnosticSeverity`. */
export const lspSeverity: Readonly<Record<'error' | 'warning', DiagnosticSeverity>> = { error: 1, warning: 2 }

/** `CompletionItemKind`. */
export const lspKind: Readonly<Record<Proposal['kind'], CompletionItemKind>> = {
  action: 2,
  argument: 5,
  middleware: 3,
  method: 14,
  word: 14,
  file: 17,
}

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

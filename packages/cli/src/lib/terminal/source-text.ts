import { SourceLines } from '@mvc-router/router-core/tools'

/** A place in a file. Lines and columns count from 1, columns in UTF-16 units. */
export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lineText: string
}

/** A range of a text, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A name, such as an action's, and its place. */
export interface NamedSpan extends Span {
  readonly name: string
}

export function spanOf(name: string, start: number): NamedSpan {
  return { name, start, end: start + name.length }
}

/** The text of a file. It converts between offsets and places. */
export class SourceText {
  readonly text: string
  /** The file name in messages. */
  readonly file: string
  readonly #lines: SourceLines

  constructor(text: string, file: string) {
    this.text = text
    this.file = file
    this.#lines = new SourceLines(text)
  }

  /** @param line and `column` count from 0 */
  offsetAt(line: number, column: number): number {
    return Math.min(this.text.length, this.#lines.startOf(line) + column)
  }

  place(offset: number): SourcePlace {
    const line = this.#lines.lineAt(offset)
    const column = offset - this.#lines.startOf(line) + 1
    return { file: this.file, line: line + 1, column, lineText: this.#lines.textOf(line) }
  }
}

import { codeFrame, SourceLines } from '@mvc-router/router-core/templates'

/** A place in a template, ready for an error message. Lines and columns count from 1, columns in UTF-16 units. */
export interface TagPlace {
  readonly template: string
  readonly line: number
  readonly column: number
  /** The source line, and a caret under the column. */
  readonly frame: string
}

/** The text of a template, with its lines. Only line feeds end a line, as in EJS. */
export class TemplateText {
  readonly text: string
  readonly name: string
  readonly #lines: SourceLines

  constructor(text: string, name: string) {
    this.text = text
    this.name = name
    this.#lines = new SourceLines(text)
  }

  lineFeedsBetween(start: number, end: number): number {
    return this.#lines.lineAt(end) - this.#lines.lineAt(start)
  }

  place(offset: number): TagPlace {
    const line = this.#lines.lineAt(offset)
    const column = offset - this.#lines.startOf(line)
    const frame = codeFrame(this.#lines.textOf(line), column).join('\n')
    return { template: this.name, line: line + 1, column: column + 1, frame }
  }
}

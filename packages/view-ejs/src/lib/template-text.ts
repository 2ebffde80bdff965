import { codeFrame, SourceLines } from '@mvc-router/router-core/templates'
import { TagSyntaxException, type TagErrorCode, type TagPlace } from './tags/tag-syntax-exception.js'

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

  problem(
    code: TagErrorCode,
    { start }: { readonly start: number },
    message: string,
    hint?: string,
  ): TagSyntaxException {
    return new TagSyntaxException(code, message, this.place(start), hint)
  }
}

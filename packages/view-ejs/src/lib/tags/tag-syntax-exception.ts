/** A place in a template, ready for an error message. Lines and columns count from 1, columns in UTF-16 units. */
export interface TagPlace {
  readonly template: string
  readonly line: number
  readonly column: number
  /** The source line, and a caret under the column. */
  readonly frame: string
}

/** The stable codes of mistakes in tags. */
export type TagErrorCode =
  | 'E_TAG_DIRECTIVE'
  | 'E_TAG_UNDECLARED'
  | 'E_TAG_UNKNOWN'
  | 'E_TAG_UNTERMINATED'
  | 'E_TAG_SYNTAX'
  | 'E_TAG_ATTRIBUTE'
  | 'E_TAG_DUPLICATE'
  | 'E_TAG_ACTION'

/** Thrown for an invalid tag, before the template is compiled. Lines and columns count from 1. */
export class TagSyntaxException extends Error {
  override readonly name = 'TagSyntaxException'
  readonly code: TagErrorCode
  readonly template: string
  readonly line: number
  readonly column: number
  /** The message without its place. */
  readonly reason: string
  readonly hint: string | undefined

  constructor(code: TagErrorCode, message: string, place: TagPlace, hint?: string) {
    const { template, line, column, frame } = place
    const hintLine = hint === undefined ? '' : `\n  hint: ${hint}`
    super(`${message}\n${template}:${line}:${column}\n${frame}${hintLine}`)
    this.code = code
    this.template = template
    this.line = line
    this.column = column
    this.reason = message
    this.hint = hint
  }
}

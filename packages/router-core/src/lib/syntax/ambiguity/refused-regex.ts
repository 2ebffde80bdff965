/** The analysis refuses an expression: it can backtrack badly, is too large, or is not regular. */
export class RefusedRegex extends Error {
  override readonly name = 'RefusedRegex'
  /** Where in the source, in UTF-16 units from 0. */
  readonly offset: number
  readonly hint: string

  constructor(reason: string, offset: number, hint: string) {
    super(reason)
    this.offset = offset
    this.hint = hint
  }
}

/** For what can be written in a simpler way. */
export const hintToSimplify = 'Accept more here, and check the value in the action.'

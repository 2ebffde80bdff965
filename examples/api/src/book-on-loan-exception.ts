/** A book was to be lent that somebody has. */
export class BookOnLoanException extends Error {
  override readonly name = 'BookOnLoanException'
  /** When it is due back, as `2024-02-29`. */
  readonly dueOn: string

  constructor(dueOn: string) {
    super(`The book is on loan until ${dueOn}`)
    this.dueOn = dueOn
  }
}

/** Thrown for a loan of a book that somebody already has. */
export class BookOnLoanException extends Error {
  override readonly name = 'BookOnLoanException'
  /** The day on which the book is due, such as `2024-02-29`. */
  readonly dueOn: string

  constructor(dueOn: string) {
    super(`The book is on loan until ${dueOn}`)
    this.dueOn = dueOn
  }
}

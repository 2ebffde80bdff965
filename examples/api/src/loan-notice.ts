/** A transfer object for a reminder: some properties of a loan and its book, without nesting. */
export class LoanNotice {
  reader = ''
  bookTitle = ''
  dueOn = ''
}

/** A transfer object: the properties of a loan and its book that a reminder needs, without nesting. */
export class LoanNotice {
  reader = ''
  bookTitle = ''
  dueOn = ''
}

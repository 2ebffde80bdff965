/** A transfer object: of a loan and its book what belongs into a reminder, flat. */
export class LoanNotice {
  reader = ''
  bookTitle = ''
  dueOn = ''
}

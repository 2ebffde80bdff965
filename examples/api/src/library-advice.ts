import { ExceptionHandler, ResponseEntityExceptionHandler, type ResponseEntity } from '@mvc-router/rest'
import { BookOnLoanException } from './book-on-loan-exception.js'

export class LibraryAdvice extends ResponseEntityExceptionHandler {
  @ExceptionHandler(BookOnLoanException)
  bookOnLoan({ message, dueOn }: BookOnLoanException): ResponseEntity {
    return this.restError(409, message, { 'Retry-After': new Date(dueOn).toUTCString() })
  }
}

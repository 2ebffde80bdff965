import { ExceptionHandler, ResponseEntity, ResponseEntityExceptionHandler } from '@mvc-router/rest'

export class BookOnLoanException extends Error {
  readonly until = '2030-01-01'
}

export class LibraryAdvice extends ResponseEntityExceptionHandler {
  @ExceptionHandler(BookOnLoanException)
  handleLoan(exception: BookOnLoanException): ResponseEntity {
    return new ResponseEntity({ until: exception.until }, { status: 409, headers: { 'Retry-After': '3600' } })
  }
}

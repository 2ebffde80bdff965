import { CrudServiceImpl, EntityNotFoundException, ValidationException } from '@mvc-router/rest'
import type { KyselyRepository } from '@mvc-router/rest-kysely'
import { BookOnLoanException } from './book-on-loan-exception.js'
import type { BookRepository } from './book-service.js'
import type { Loan } from './entities.js'

export class LoanService extends CrudServiceImpl<Loan, string, KyselyRepository<Loan, string>> {
  readonly #books: BookRepository

  constructor(loans: KyselyRepository<Loan, string>, books: BookRepository) {
    super(loans)
    this.#books = books
  }

  /** Locks the book. If two readers want the book at the same time, the second waits for the first. */
  override async create(loan: Loan): Promise<Loan> {
    return this.transaction(async () => {
      const book = await this.#books.findOne(loan.bookId, { lock: true })
      if (book === undefined) throw new ValidationException('bookId: there is no such book')
      const current = await this.repository.findOneBy({ bookId: loan.bookId, returnedAt: null })
      if (current !== undefined) throw new BookOnLoanException(current.dueOn)
      return super.create(loan)
    })
  }

  async giveBack(id: string): Promise<Loan> {
    return this.transaction(async () => {
      const loan = await this.repository.findOne(id, { lock: true })
      if (loan === undefined) throw new EntityNotFoundException('There is no such loan')
      loan.returnedAt ??= new Date()
      return this.update(loan)
    })
  }

  /** Loans that were due before a day, such as `2024-02-29`, and are not returned. */
  async findOverdue(day: string): Promise<readonly Loan[]> {
    return (await this.repository.findBy({ returnedAt: null })).filter(({ dueOn }) => dueOn < day)
  }
}

import type { KyselyRepository } from '@mvc-router/rest-kysely'
import type { BookService } from './book-service.js'
import { Author, Book, Loan } from './entities.js'
import type { LoanService } from './loan-service.js'

interface Library {
  readonly authors: KyselyRepository<Author, number>
  readonly books: BookService
  readonly loans: LoanService
}

/** Fills a library that has no authors. */
export async function seed({ authors, books, loans }: Library): Promise<void> {
  if ((await authors.count()) > 0) return
  const bloch = await authors.insert(Author.create({ name: 'Joshua Bloch', born: 1961 }))
  const crockford = await authors.insert(Author.create({ name: 'Douglas Crockford', born: 1955 }))
  const java = await books.create(Book.create({ title: 'Effective Java', year: 2001, authorId: bloch.id }))
  await books.create(Book.create({ title: 'Java Puzzlers', year: 2005, authorId: bloch.id }))
  await books.create(Book.create({ title: 'JavaScript: The Good Parts', year: 2008, authorId: crockford.id }))
  await loans.create(Loan.create({ bookId: java.id, reader: 'Ada', dueOn: '2024-02-29' }))
}

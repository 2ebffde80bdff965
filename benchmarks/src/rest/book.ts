import { defineEntity, MemoryRepository, type EntityOf } from '@mvc-router/rest'
import { z } from 'zod'

/** What a summary shows of a book. */
export class SummaryView {}

export const bookSchema = z.object({
  title: z.string().min(1).max(200),
  author: z.string().min(1),
  review: z.string(),
  isbn: z.string(),
  pages: z.number().int(),
  year: z.number().int(),
  available: z.boolean(),
})

export const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: {
    title: 'string',
    author: 'string',
    review: 'string',
    isbn: 'string',
    pages: 'integer',
    year: 'integer',
    available: 'boolean',
  },
  schema: bookSchema,
  views: { id: SummaryView, title: SummaryView, author: SummaryView },
})
export type Book = EntityOf<typeof Book>
export type BookRepository = MemoryRepository<Book, number>

export const bookCount = 1000

/** The data source of all candidates. */
export async function fillBooks(): Promise<BookRepository> {
  const books = new MemoryRepository(Book)
  for (let number = 1; number <= bookCount; number++) await books.insert(Book.create(bookValues(number)))
  return books
}

export function bookValues(number: number): Omit<Book, 'id'> {
  return {
    title: `Effective Java, volume ${number}`,
    author: 'Joshua Bloch',
    review: `Essential reading for everybody who writes code, again and again (${number})`,
    isbn: '978-0134685991',
    pages: 400 + number,
    year: 2018,
    available: number % 2 === 0,
  }
}

import { randomBytes } from 'node:crypto'
import { defineEntity } from '@mvc-router/rest'
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

/** A row of what is measured. */
export type BookRow = Readonly<z.infer<typeof bookSchema> & { id: number }>

/** The entity, with a table that no other process has. */
export function createBookEntity() {
  return defineEntity({
    name: 'Book',
    table: `bench_${randomBytes(6).toString('hex')}`,
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
}
export type BookEntity = ReturnType<typeof createBookEntity>

export const bookCount = 1000

/** 30 years, so that a filter has something to find. */
export function bookValues(number: number): Omit<BookRow, 'id'> {
  return {
    title: `Effective Java, volume ${number}`,
    author: 'Joshua Bloch',
    review: `Essential reading for everybody who writes code, again and again (${number})`,
    isbn: '978-0134685991',
    pages: 400 + number,
    year: 1990 + (number % 30),
    available: number % 2 === 0,
  }
}

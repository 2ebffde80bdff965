import { randomBytes } from 'node:crypto'
import { defineEntity, type EntityOf } from '@mvc-router/rest'
import { z } from 'zod'

export const bookSchema = z.object({
  title: z.string().min(1).max(200),
  author: z.string().min(1),
  review: z.string(),
  isbn: z.string(),
  pages: z.number().int(),
  year: z.number().int(),
  available: z.boolean(),
})
export type BookValues = Readonly<z.infer<typeof bookSchema>>

/** The entity. Its table has a random name, so that processes do not share it. */
export function createBookEntity() {
  const [text, number] = ['string', 'integer'] as const
  return defineEntity({
    name: 'Book',
    table: `bench_${randomBytes(6).toString('hex')}`,
    key: { id: 'integer' },
    fields: {
      title: text,
      author: text,
      review: text,
      isbn: text,
      pages: number,
      year: number,
      available: 'boolean',
    },
    schema: bookSchema,
  })
}
export type BookEntity = ReturnType<typeof createBookEntity>
export type Book = EntityOf<BookEntity>

export const bookCount = 1000
export const pageSize = 10

export function bookValues(number: number): BookValues {
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

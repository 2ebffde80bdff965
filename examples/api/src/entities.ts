import { defineEntity, type EntityDefinition, type EntityOf } from '@mvc-router/rest'
import { z } from 'zod'

/** Fields that lists show. */
export class SummaryView {}

/** Fields that only a single resource shows, in addition to the fields of lists. */
export class DetailView extends SummaryView {}

export const Author = defineEntity({
  name: 'Author',
  key: { id: 'integer' },
  fields: { name: { type: 'string', unique: true, maxLength: 100 }, born: 'integer?' },
  relations: { books: { entity: (): EntityDefinition => Book, by: 'authorId', many: true } },
  views: { id: SummaryView, name: SummaryView, born: DetailView, books: DetailView },
  schema: z.object({ name: z.string().trim().min(1), born: z.int().max(2100).optional() }),
})
export type Author = EntityOf<typeof Author>

export const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: {
    slug: { type: 'string', unique: true, maxLength: 200, readOnly: true, description: 'Made of the title' },
    title: { type: 'string', maxLength: 200 },
    year: 'integer?',
    authorId: { type: 'integer', references: () => Author },
    shelfMark: { type: 'string?', hidden: true },
  },
  relations: { author: { entity: () => Author, by: 'authorId' } },
  version: 'version',
  views: {
    slug: SummaryView,
    title: SummaryView,
    year: DetailView,
    authorId: DetailView,
    author: DetailView,
    version: DetailView,
  },
  schema: z.object({
    title: z
      .string()
      .trim()
      .regex(/[a-z0-9]/i, 'needs a letter or digit'),
    year: z.int().min(1450).max(2100).optional(),
    authorId: z.int(),
    shelfMark: z.string().optional(),
  }),
})
export type Book = EntityOf<typeof Book>

export const Loan = defineEntity({
  name: 'Loan',
  key: { id: 'uuid' },
  fields: {
    bookId: { type: 'integer', references: () => Book },
    reader: { type: 'string', maxLength: 100 },
    dueOn: { type: 'date', default: () => dayAfter(21) },
    returnedAt: { type: 'datetime?', readOnly: true },
  },
  relations: { book: { entity: () => Book, by: 'bookId' } },
})
export type Loan = EntityOf<typeof Loan>

/** Returns the day that is this many days from now, such as `2024-02-29`. */
function dayAfter(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

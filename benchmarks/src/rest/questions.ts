import type { BookRow } from './book.js'

/** How a candidate is asked. All answer ten books to a list, in the order of their keys. */
export interface Questions {
  readonly get: (id: number) => string
  /** From 1. */
  readonly list: (page: number) => string
  readonly filtered: (year: number, page: number) => string
  /** The page behind a cursor that the page before gave; the first one has none. */
  readonly after: (cursor: string | undefined) => string
  /** The books of a list, and the cursor of the next page, or what is next to one. */
  readonly read: (answer: unknown) => {
    readonly books: readonly BookRow[]
    readonly next: string | undefined
  }
}

/** Our API, and those by hand, which answer as it does. */
export const ourQuestions: Questions = {
  get: (id) => `/books/${id}`,
  list: (page) => `/books?page=${page}`,
  filtered: (year, page) => `/books?year=${year}&page=${page}`,
  after: (cursor = '') => `/books?after=${cursor}`,
  read(answer) {
    const { content, next } = answer as {
      readonly content: readonly BookRow[]
      readonly next?: string | null
    }
    return { books: content, next: next ?? undefined }
  },
}

export const feathersQuestions: Questions = {
  get: (id) => `/books/${id}`,
  list: (page) => `/books?$skip=${(page - 1) * 10}&$sort[id]=1`,
  filtered: (year, page) => `/books?year=${year}&$skip=${(page - 1) * 10}&$sort[id]=1`,
  after: (cursor = '0') => `/books?id[$gt]=${cursor}&$sort[id]=1`,
  read: readData,
}

export const nestQuestions: Questions = {
  get: (id) => `/books/${id}`,
  list: (page) => `/books?page=${page}&limit=10&sort=id,ASC`,
  filtered: (year, page) => `/books?filter=year||$eq||${year}&page=${page}&limit=10&sort=id,ASC`,
  after: (cursor = '0') => `/books?filter=id||$gt||${cursor}&limit=10&sort=id,ASC`,
  read: readData,
}

/** The last key is the cursor. */
function readData(answer: unknown): ReturnType<Questions['read']> {
  const books = Array.isArray(answer)
    ? (answer as BookRow[])
    : (answer as { readonly data: readonly BookRow[] }).data
  const last = books.at(-1)
  return { books, next: last && String(last.id) }
}

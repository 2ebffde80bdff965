import { CrudServiceImpl } from '@mvc-router/rest'
import type { KyselyRepository } from '@mvc-router/rest-kysely'
import type { Book } from './entities.js'

export type BookRepository = KyselyRepository<Book, number>

/** Adds a slug to each new book. The slug stays when the title changes, so links stay valid. */
export class BookService extends CrudServiceImpl<Book, number, BookRepository> {
  override async create(book: Book): Promise<Book> {
    book.slug = slugOf(book.title)
    return super.create(book)
  }

  async findBySlug(slug: string): Promise<Book | undefined> {
    return this.repository.findOneBy({ slug })
  }
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

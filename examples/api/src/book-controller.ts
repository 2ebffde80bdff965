import {
  JsonView,
  NotFoundException,
  RequestMapping,
  ServiceBasedRestController,
  type Page,
} from '@mvc-router/rest'
import type { BookService } from './book-service.js'
import { DetailView, SummaryView, type Book } from './entities.js'

/** Three layers, with slugs: `/books/effective-java` is the book in every method. */
@RequestMapping('/books')
@JsonView(DetailView)
export class BookController extends ServiceBasedRestController<Book, number, BookService> {
  override async findById(slug: string): Promise<Book> {
    const book = await this.service.findBySlug(slug)
    if (book === undefined) throw new NotFoundException('There is no such book')
    return book
  }

  override identifierOf({ slug }: Book): string {
    return slug
  }

  @JsonView(SummaryView)
  override async findAll(parameters: URLSearchParams): Promise<Page<Book> | readonly Book[]> {
    return super.findAll(parameters)
  }
}

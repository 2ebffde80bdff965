import { Controller, Params, pathVariable, view, type ModelAndView } from '@mvc-router/router-core/express'
import { findBook, findRelated } from '../model/catalogue.js'
import { NotFoundException } from '../not-found-exception.js'

@Controller()
export class BookController {
  @Params(pathVariable('genre'), pathVariable('slug'))
  show(genre: string, slug: string): ModelAndView {
    const book = findBook(slug)
    if (book === undefined || book.genre !== genre)
      throw new NotFoundException('There is no such book on our shelves.')
    return view('book', { title: book.title, book, books: findRelated(book) })
  }
}

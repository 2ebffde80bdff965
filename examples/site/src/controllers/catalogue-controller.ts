import {
  Controller,
  Params,
  pathVariable,
  requestParam,
  view,
  type ModelAndView,
} from '@mvc-router/router-core/express'
import { findBooks, genres, isGenre, sortNames, type CatalogueFilter } from '../model/catalogue.js'
import { NotFoundException } from '../not-found-exception.js'

/** A page of the catalogue, from 1. What it throws is answered with 400. */
function pageNumber(text: string): number {
  if (!/^[1-9][0-9]{0,5}$/.test(text)) throw new RangeError('expected the number of a page')
  return Number(text)
}

/** The front of the shop and its shelves. */
@Controller()
export class CatalogueController {
  home(): ModelAndView {
    const { books } = findBooks({ sort: 'newest' })
    return view('home', { title: 'Books', books: books.slice(0, 3), genres })
  }

  @Params(
    requestParam('search', { defaultValue: '' }),
    requestParam('sort', [...sortNames], { defaultValue: 'title' }),
    requestParam('page', pageNumber, { defaultValue: 1 }),
  )
  list(search: string, sort: string, page: number): ModelAndView {
    return this.#list('catalogueController.list', 'Catalogue', { search, sort, page })
  }

  @Params(
    pathVariable('genre'),
    requestParam('search', { defaultValue: '' }),
    requestParam('sort', [...sortNames], { defaultValue: 'title' }),
    requestParam('page', pageNumber, { defaultValue: 1 }),
  )
  genre(genre: string, search: string, sort: string, page: number): ModelAndView {
    if (!isGenre(genre)) throw new NotFoundException('There is no such shelf.')
    return this.#list('catalogueController.genre', genre.replace('-', ' '), { genre, search, sort, page })
  }

  #list(listAction: string, title: string, filter: CatalogueFilter): ModelAndView {
    const { books, page: current, pages } = findBooks(filter)
    const pageLinks = Array.from({ length: pages }, (_, index) => ({
      number: index + 1,
      current: index + 1 === current,
    }))
    // An empty search has no place in a URL.
    return view('list', {
      ...filter,
      search: filter.search || undefined,
      title,
      listAction,
      books,
      genres,
      sorts: sortNames,
      pageLinks,
    })
  }
}

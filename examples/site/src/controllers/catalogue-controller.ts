import {
  Controller,
  Params,
  pathVariable,
  requestParam,
  view,
  type ModelAndView,
} from '@mvc-router/router-core/express'
import {
  findBooks,
  formatGenre,
  genres,
  isGenre,
  sortNames,
  type CatalogueFilter,
} from '../model/catalogue.js'
import { NotFoundException } from '../not-found-exception.js'

/** Reads the number of a page, from 1. Any other text is answered with 400. */
function pageNumber(text: string): number {
  if (!/^[1-9][0-9]{0,5}$/.test(text)) throw new RangeError('expected the number of a page')
  return Number(text)
}

/** The links to the shelves, above a list of books. */
const tabs = genres.map((genre) => ({ genre, text: formatGenre(genre) }))

/** The front of the shop and its shelves. */
@Controller()
export class CatalogueController {
  home(): ModelAndView {
    const { books } = findBooks({ sort: 'newest' })
    return view('home', { title: 'Books', books: books.slice(0, 3), tabs })
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
    return this.#list('catalogueController.genre', formatGenre(genre), { genre, search, sort, page })
  }

  #list(listAction: string, title: string, filter: CatalogueFilter): ModelAndView {
    const { books, page, pages } = findBooks(filter)
    const pageLinks = Array.from({ length: pages }, (_, index) => ({
      number: index + 1,
      isCurrent: index + 1 === page,
    }))
    return view('list', {
      title,
      listAction,
      genre: filter.genre,
      search: filter.search || undefined, // An empty search has no place in a URL.
      sort: filter.sort,
      sorts: sortNames.map((name) => ({ name, isCurrent: name === filter.sort })),
      tabs,
      books,
      pageLinks: pages === 1 ? [] : pageLinks,
    })
  }
}

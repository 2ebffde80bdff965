import type { Book } from '../model/catalogue.js'
import { Form, href, Link } from './route-components.js'
import { Shelf } from './shelf.js'

interface BookProps {
  readonly book: Book
  /** Other books of the same genre. */
  readonly books: readonly Book[]
}

export function Page({ book, books }: BookProps) {
  const { slug, title, author, genre, genreText, year, pages, blurb, priceText, hue } = book
  return (
    <>
      <p className="crumbs">
        <Link action="catalogueController.list">Catalogue</Link>
        {' / '}
        <Link action="catalogueController.genre" params={{ genre }}>
          {genreText}
        </Link>
      </p>
      <div className="book">
        <div className="cover large" style={{ background: `hsl(${hue} 45% 42%)` }} />
        <div>
          <h1>{title}</h1>
          <p className="facts">
            {'by '}
            <Link action="catalogueController.list" query={{ search: author }}>
              {author}
            </Link>
            {` · ${year} · ${pages} pages`}
          </p>
          <p className="lead">{blurb}</p>
          <p className="price">{priceText}</p>
          <Form action="cartController.add" params={{ slug }} data-slug={slug}>
            <button type="submit">Put into the cart</button>
          </Form>
        </div>
      </div>
      {books.length > 0 && (
        <>
          <h2>Next to it on the shelf</h2>
          <Shelf books={books} />
        </>
      )}
      <script type="module" src={href('staticDir:public', { resource: 'cart.js' })} />
    </>
  )
}

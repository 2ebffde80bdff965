import type { Book } from '../model/catalogue.js'
import { Link } from './route-components.js'

/** Books side by side. */
export function Shelf({ books }: { readonly books: readonly Book[] }) {
  return (
    <ul className="shelf">
      {books.map(({ genre, slug, title, author, year, hue, priceText }) => (
        <li key={slug} className="card">
          <div className="cover" style={{ background: `hsl(${hue} 45% 42%)` }} />
          <div>
            <h3>
              <Link action="bookController.show" params={{ genre, slug }}>
                {title}
              </Link>
            </h3>
            <p>
              {author}, {year}
            </p>
            <p className="price">{priceText}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

import type { Book } from '../model/catalogue.js'
import { Link } from './route-components.js'
import { Shelf } from './shelf.js'
import { Tabs, type TabsProps } from './tabs.js'

interface HomeProps extends TabsProps {
  readonly books: readonly Book[]
}

export function Page({ route, tabs, books }: HomeProps) {
  return (
    <>
      <h1>A small shop for slow readers</h1>
      <p className="lead">
        Twenty books, chosen by hand. Not one URL in these pages is written by hand: they all come from the
        route file.
      </p>
      <Tabs route={route} tabs={tabs} />
      <h2>New on the shelf</h2>
      <Shelf books={books} />
      <p>
        <Link action="catalogueController.list" query={{ sort: 'newest' }} className="button">
          See all books
        </Link>
      </p>
    </>
  )
}

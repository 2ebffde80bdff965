import type { Book } from '../model/catalogue.js'
import { Form, Link } from './route-components.js'
import { Shelf } from './shelf.js'
import { Tabs, type TabsProps } from './tabs.js'

interface ListProps extends TabsProps {
  readonly title: string
  readonly listAction: 'catalogueController.list' | 'catalogueController.genre'
  readonly genre: string | undefined
  readonly search: string | undefined
  readonly sort: string
  readonly sorts: readonly { readonly name: string; readonly isCurrent: boolean }[]
  readonly books: readonly Book[]
  readonly pageLinks: readonly { readonly number: number; readonly isCurrent: boolean }[]
}

export function Page({
  route,
  tabs,
  title,
  listAction,
  genre,
  search,
  sort,
  sorts,
  books,
  pageLinks,
}: ListProps) {
  const params = genre === undefined ? {} : { genre }
  return (
    <>
      <h1>{title}</h1>
      <Tabs route={route} tabs={tabs} />
      <Form action={listAction} params={params} className="filters">
        <label>
          Title or author <input type="search" name="search" defaultValue={search ?? ''} />
        </label>
        <input type="hidden" name="sort" value={sort} />
        <button type="submit">Show</button>
      </Form>
      <p className="sorts">
        Order by{' '}
        {sorts.map(({ name, isCurrent }) => (
          <Link key={name} with={{ sort: name, page: null }} aria-current={isCurrent ? 'true' : undefined}>
            {name}
          </Link>
        ))}
      </p>
      {books.length > 0 ? (
        <>
          <h2 className="unseen">Books</h2>
          <Shelf books={books} />
        </>
      ) : (
        <p className="notice">
          No book fits. <Link action="catalogueController.list">See them all</Link>.
        </p>
      )}
      {pageLinks.length > 0 && (
        <ul className="pages">
          {pageLinks.map(({ number, isCurrent }) => (
            <li key={number}>
              <Link with={{ page: number }} aria-current={isCurrent ? 'page' : undefined}>
                {number}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

import type { RouterHandlerMapping } from '@mvc-router/router-core/express'
import { createRouteComponents } from '@mvc-router/view-jsx'
import type { PageData, Render, User } from './view-engine.js'

/** The function that compiled JSX calls for each element. */
type Jsx = (type: never, props: never, key?: string) => unknown

/** Pages with links, written as the output of a JSX compiler. */
export function linkRenderers(
  runtime: Jsx,
  render: (page: unknown) => string,
  mapping: RouterHandlerMapping,
): Readonly<Record<'ours' | 'handWritten', Render>> {
  const jsx = runtime as (type: unknown, props: object, key?: string) => unknown
  const { href } = createRouteComponents({ jsx, router: mapping })
  const rendererOf = (url: (user: User) => string): Render => {
    const Page = ({ users }: PageData): unknown =>
      jsx('ul', {
        children: users.map((user) =>
          jsx('li', { children: jsx('a', { href: url(user), children: user.name }) }, String(user.id)),
        ),
      })
    return ({ users }) => render(jsx(Page, { users }))
  }
  return {
    ours: rendererOf(({ id }) => href('userController.showUser', { id })),
    handWritten: rendererOf(({ id }) => `/user/${id}`),
  }
}

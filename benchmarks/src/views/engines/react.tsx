/** @jsxImportSource react */
import { createRouteComponents } from '@mvc-router/view-jsx'
import type { JSX } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { jsx } from 'react/jsx-runtime'
import type { LinkHelper, PageData, Render, User, ViewEngine } from '../view-engine.js'

export const reactEngine: ViewEngine = {
  title: 'React',
  atMost: 1.15,
  create(mapping, helpers) {
    const { href, Link } = createRouteComponents<JSX.Element, JSX.IntrinsicElements['a']>({
      jsx,
      router: mapping,
    })
    return {
      handWritten: renderer(({ id, name }) => <a href={`/user/${id}`}>{name}</a>),
      ...Object.fromEntries(Object.entries(helpers).map(([way, helper]) => [way, withHelper(helper)])),
      ours: renderer(({ id, name }) => <a href={href('userController.showUser', { id })}>{name}</a>),
      oursLink: renderer(({ id, name }) => (
        <Link action="userController.showUser" params={{ id }}>
          {name}
        </Link>
      )),
    }
  },
}

function withHelper(helper: LinkHelper): Render {
  return renderer(({ id, name }) => <a href={helper('userController.showUser', { id })}>{name}</a>)
}

function renderer(link: (user: User) => JSX.Element): Render {
  const Page = ({ users }: PageData): JSX.Element => (
    <ul>
      {users.map((user) => (
        <li key={user.id}>{link(user)}</li>
      ))}
    </ul>
  )
  return ({ users }) => renderToStaticMarkup(<Page users={users} />)
}

/** @jsxImportSource react */
import { afterEach, expect, jest, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { createRouteComponents } from '@mvc-router/view-jsx'
import { Suspense, use, type JSX } from 'react'
import { renderToPipeableStream, renderToReadableStream, renderToString } from 'react-dom/server'
import { jsx } from 'react/jsx-runtime'
import { text } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'

const router = Router.parse(`
GET    /user/{<[0-9]+>id}  userController.showUser
DELETE /user/{<[0-9]+>id}  userController.deleteUser
GET    /search             searchController.search
`)
const { href, Link, Form, Reverse } = createRouteComponents<
  JSX.Element,
  JSX.IntrinsicElements['a'],
  JSX.IntrinsicElements['form']
>({ jsx, router })

const loggedErrors = jest.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => {
  loggedErrors.mockClear()
})

function Page({ id }: { readonly id: number }): JSX.Element {
  return (
    <main>
      <Link action="userController.showUser" params={{ id }} className="name" aria-current="page">
        User <b>{id}</b>
      </Link>
      <Form action="userController.deleteUser" params={{ id }} onSubmit={undefined}>
        <button>Delete</button>
        <button name="undo">Undo</button>
      </Form>
      <Form action="searchController.search" params={{ a: 1, b: 2 }}>
        <input name="q" />
      </Form>
      <Form action="searchController.search" params={{ a: 1, b: 2 }} />
      <iframe src={href('userController.showUser', { id, size: 'big' })} />
      <Reverse action="userController.showUser" params={{ id }} />
    </main>
  )
}

test('React renders a page with links and forms, and logs no error', () => {
  expect(renderToString(<Page id={5} />)).toBe(
    '<main><a class="name" aria-current="page" href="/user/5">User <b>5</b></a>' +
      '<form action="/user/5?X-HTTP-Method-Override=DELETE" method="post"><input type="hidden" name="X-HTTP-Method-Override" value="DELETE"/><button>Delete</button><button name="undo">Undo</button></form>' +
      '<form action="/search" method="get"><input type="hidden" name="a" value="1"/><input type="hidden" name="b" value="2"/><input name="q"/></form>' +
      '<form action="/search" method="get"><input type="hidden" name="a" value="1"/><input type="hidden" name="b" value="2"/></form>' +
      '<iframe src="/user/5?size=big"></iframe>/user/5</main>',
  )
  expect(loggedErrors.mock.calls).toEqual([])
})

test('React logs an error for elements without keys', () => {
  renderToString(<p>{[<b />, <i />]}</p>)
  expect(loggedErrors).toHaveBeenCalled()
})

test('React streams a page with a link', async () => {
  const later = Promise.resolve(7)
  const Later = (): JSX.Element => <Page id={use(later)} />
  const page = (
    <Suspense fallback="wait">
      <Later />
    </Suspense>
  )
  expect(await text(await renderToReadableStream(page))).toContain('href="/user/7"')
  const toNode = new PassThrough()
  renderToPipeableStream(page).pipe(toNode)
  expect(await text(toNode)).toContain('href="/user/7"')
})

test('wrong attributes do not compile', () => {
  const wrong = [
    // @ts-expect-error -- a link needs an action
    () => <Link params={{ id: 1 }} />,
    // @ts-expect-error -- an anchor has no attribute `clas`
    () => <Link action="userController.showUser" clas="x" />,
    // @ts-expect-error -- Link writes `href` itself
    () => <Link action="userController.showUser" href="/x" />,
    // @ts-expect-error -- params must be an object
    () => <Form action="userController.showUser" params="id=1" />,
    // @ts-expect-error -- Reverse renders text without an element
    () => <Reverse action="userController.showUser" className="x" />,
  ]
  expect(wrong).toHaveLength(5)
})

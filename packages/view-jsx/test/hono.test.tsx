/** @jsxImportSource hono/jsx */
import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { createRouteComponents } from '@mvc-router/view-jsx'
import { Suspense, renderToReadableStream } from 'hono/jsx/streaming'
import { jsx, type JSX } from 'hono/jsx/jsx-runtime'
import { renderHono } from './runtimes.js'
import { text } from 'node:stream/consumers'

const router = Router.parse('GET /user/{id} userController.showUser\nPUT /user/{id} userController.saveUser')
const { href, Link, Form, Reverse } = createRouteComponents<JSX.Element>({ jsx, router })

const Later = async ({ id }: { readonly id: number }): Promise<JSX.Element> => {
  await new Promise((resolve) => setImmediate(resolve))
  return <Link action="userController.showUser" params={{ id }} />
}

test('hono/jsx renders a page with links and forms', async () => {
  const page = (
    <main>
      <Link action="userController.showUser" params={{ id: 5 }} class="name">
        User <b>5</b>
      </Link>
      <Form action="userController.saveUser" params={{ id: 5 }}>
        <button>Save</button>
        <button>Reset</button>
      </Form>
      <img src={href('userController.showUser', { id: 5, a: 1 })} />
      <Reverse action="userController.showUser" params={{ id: 5, a: 1, b: 2 }} />
      <Later id={6} />
    </main>
  )
  expect(await renderHono(page)).toBe(
    '<main><a class="name" href="/user/5">User <b>5</b></a>' +
      '<form action="/user/5?X-HTTP-Method-Override=PUT" method="post"><input type="hidden" name="X-HTTP-Method-Override" value="PUT"/><button>Save</button><button>Reset</button></form>' +
      '<img src="/user/5?a=1"/>/user/5?a=1&amp;b=2<a href="/user/6"></a></main>',
  )
})

test('hono/jsx streams a page with a link', async () => {
  const page = (
    <Suspense fallback="wait">
      <Later id={7} />
    </Suspense>
  )
  expect(await text(renderToReadableStream(page))).toContain('<a href="/user/7"></a>')
})

/** @jsxImportSource preact */
import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { createRouteComponents } from '@mvc-router/view-jsx'
import type { JSX } from 'preact'
import { renderToString, renderToStringAsync } from 'preact-render-to-string'
import { jsx } from 'preact/jsx-runtime'

const router = Router.parse('GET /user/{id} userController.showUser\nPUT /user/{id} userController.saveUser')
const { href, Link, Form, Reverse } = createRouteComponents({ jsx, router })

test('Preact renders a page with links and forms', async () => {
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
    </main>
  )
  const html =
    '<main><a class="name" href="/user/5">User <b>5</b></a>' +
    '<form action="/user/5?X-HTTP-Method-Override=PUT" method="post"><input type="hidden" name="X-HTTP-Method-Override" value="PUT"/><button>Save</button><button>Reset</button></form>' +
    '<img src="/user/5?a=1"/>/user/5?a=1&amp;b=2</main>'
  expect(renderToString(page)).toBe(html)
  expect(await renderToStringAsync(page)).toBe(html)
})

test('the compiler checks the attributes of a link if their types are given', () => {
  const typed = createRouteComponents<JSX.Element, JSX.IntrinsicElements['a'], JSX.IntrinsicElements['form']>(
    { jsx, router },
  )
  expect(renderToString(<typed.Link action="userController.showUser" params={{ id: 5 }} download />)).toBe(
    '<a download href="/user/5"></a>',
  )
  // @ts-expect-error -- an anchor has no attribute `clas`
  expect(() => <typed.Link action="userController.showUser" clas="x" />).not.toThrow()
})

import { Router } from '@mvc-router/router-core'
import { createRouteComponents } from '@mvc-router/view-jsx'
import { strict as assert } from 'node:assert'
import { renderToString } from 'preact-render-to-string'
import { jsx } from 'preact/jsx-runtime'

const router = Router.parse('GET /user/{id} userController.showUser')
const { Link } = createRouteComponents({ jsx, router })
const html = renderToString(
  jsx(Link, { action: 'userController.showUser', params: { id: 'a/b', q: 1, r: 2 }, children: 'b' }),
)
assert.equal(html, '<a href="/user/a%2Fb?q=1&amp;r=2">b</a>')

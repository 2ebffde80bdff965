import { Router } from '@mvc-router/router-core'
import { createRouteComponents } from '@mvc-router/view-jsx'
import { jsx } from 'preact/jsx-runtime'
import { render } from 'preact-render-to-string'

const router = Router.parse('GET /user/{id} userController.showUser')
const { href, Link } = createRouteComponents({ jsx, router })
export const url: string = href('userController.showUser', { id: 42 })
export const html: string = render(
  jsx(Link, { action: 'userController.showUser', params: { id: 42 }, children: 'Ada' }),
)

import { Router } from '@mvc-router/router-core'
import { routePlugin } from '@mvc-router/view-eta'
import { strict as assert } from 'node:assert'
import { Eta } from 'eta'

const router = Router.parse('GET /user/{id} userController.showUser')
const eta = new Eta({ plugins: [routePlugin({ router })] })
const html = eta.renderString('<a href="<% route "userController.showUser", { id: it.id, q: 1, r: 2 } %>">', {
  id: 'a/b',
})
assert.equal(html, '<a href="/user/a%2Fb?q=1&amp;r=2">')

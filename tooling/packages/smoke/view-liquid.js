import { Router } from '@mvc-router/router-core'
import { routeTag } from '@mvc-router/view-liquid'
import { Liquid } from 'liquidjs'
import { strict as assert } from 'node:assert'

const router = Router.parse('GET /user/{id} userController.showUser')
const liquid = new Liquid()
liquid.plugin(routeTag({ router }))
const template = '<a href="{% route "userController.showUser", id: id, q: 1, r: 2 %}">'
const html = liquid.parseAndRenderSync(template, { id: 'a/b' })
assert.equal(html, '<a href="/user/a%2Fb?q=1&amp;r=2">')

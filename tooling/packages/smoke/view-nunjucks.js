import { Router } from '@mvc-router/router-core'
import { RouteDirective } from '@mvc-router/view-nunjucks'
import { strict as assert } from 'node:assert'
import nunjucks from 'nunjucks'

const router = Router.parse('GET /user/{id} userController.showUser')
const environment = new nunjucks.Environment().addExtension('RouteDirective', new RouteDirective({ router }))
const html = environment.renderString('<a href="{% route "userController.showUser", id=id, q=1, r=2 %}">', {
  id: 'a/b',
})
assert.equal(html, '<a href="/user/a%2Fb?q=1&amp;r=2">')

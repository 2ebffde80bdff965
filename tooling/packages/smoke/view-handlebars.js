import { Router } from '@mvc-router/router-core'
import { registerRoute } from '@mvc-router/view-handlebars'
import { strict as assert } from 'node:assert'
import Handlebars from 'handlebars'

registerRoute(Handlebars, Router.parse('GET /user/{id} userController.showUser'))
const html = Handlebars.compile('<a href="{{route "userController.showUser" id=id q=1 r=2}}">')({ id: 'a/b' })
assert.equal(html, '<a href="/user/a%2Fb?q=1&amp;r=2">')

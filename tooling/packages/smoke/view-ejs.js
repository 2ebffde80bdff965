import { Router } from '@mvc-router/router-core'
import { routeEngine } from '@mvc-router/view-ejs'
import { strict as assert } from 'node:assert'
import { writeFileSync } from 'node:fs'

const router = Router.parse('GET /user/{id} userController.showUser')
writeFileSync(
  'page.ejs',
  '<%@ taglib prefix="route" uri="/mvc-router" %><a href="<route:reverse action="userController.showUser" id="<%= id %>" q="1" r="2"/>">',
)
const html = await new Promise((resolve, reject) => {
  const done = (error, result) => (error ? reject(error) : resolve(result))
  routeEngine({ router })(`${process.cwd()}/page.ejs`, { id: 'a/b' }, done)
})
assert.equal(html, '<a href="/user/a%2Fb?q=1&amp;r=2">')

import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { registerRoute } from '@mvc-router/view-handlebars'
import Handlebars from 'handlebars'

const router = Router.parse(
  'GET /user/? userController.listAll\nGET /user/{<[0-9]+>id} userController.showUser',
)

function render(template: string, context: object = {}): string {
  const handlebars = Handlebars.create()
  registerRoute(handlebars, router)
  return handlebars.compile(template)(context)
}

test('prints the URL of an action', () => {
  expect(render('{{route "userController.showUser" id=user.id}}', { user: { id: 5 } })).toBe('/user/5')
})

import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { routePlugin } from '@mvc-router/view-eta'
import { Eta } from 'eta'

const router = Router.parse(
  'GET /user/? userController.listAll\nGET /user/{<[0-9]+>id} userController.showUser',
)

function render(template: string, data: object = {}): string {
  return new Eta({ plugins: [routePlugin({ router })] }).renderString(template, data)
}

test('prints the URL of an action', () => {
  expect(render('<% route "userController.showUser", { id: it.user.id } %>', { user: { id: 5 } })).toBe(
    '/user/5',
  )
  expect(render('<%= route("userController.listAll") %>')).toBe('/user/')
})

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MemoryRepository, RestModule } from '@mvc-router/rest'
import { devTools, RouterHandlerMapping } from '@mvc-router/router-core/express'
import express from 'express'
import { start, type RunningServer } from './http-client.js'
import { User, UserController } from './user-server.js'

class PageController {
  show(): string {
    return 'page'
  }
}

let server: RunningServer
let mapping: RouterHandlerMapping

beforeAll(async () => {
  mapping = new RouterHandlerMapping({
    routeFiles: () => 'GET /page pageController.show\nGET /{controller}/{action} {controller}.{action}',
    controllers: {
      pageController: new PageController(),
      userController: new UserController(new MemoryRepository(User)),
    },
    extensions: [new RestModule()],
  })
  await mapping.load()
  server = await start(express().use(devTools({ mapping })).use(mapping.middleware))
})
afterAll(() => server.close())

test('the route table and the development page name the action of every kind of route', async () => {
  const expected = [
    'GET /page pageController.show',
    'GET /{controller}/{action} {controller}.{action}',
    'GET /users userController.findAll',
    'GET /users/{id} userController.findById',
    'POST /users userController.create',
    'PUT /users/{id} userController.update',
    'PATCH /users/{id} userController.patch',
    'DELETE /users/{id} userController.delete',
  ]
  const lines = mapping.router.routes.map(({ method, path, action }) => `${method} ${path} ${action}`)
  expect(lines).toEqual(expect.arrayContaining(expected))
  const { text } = await server.get('/__routes', { accept: 'application/json' })
  const { routes } = JSON.parse(text) as {
    readonly routes: readonly { readonly method: string; readonly path: string; readonly action: string }[]
  }
  expect(routes.map(({ method, path, action }) => `${method} ${path} ${action}`)).toEqual(lines)
})

import { expect, test } from '@jest/globals'
import { createWebServer, MemoryRepository, RequestMapping } from '@mvc-router/rest'
import { RouterHandlerMapping } from '@mvc-router/router-core/express'
import { User, UserController } from './http/user-server.js'

@RequestMapping('/books')
class BookController {
  show(): string {
    return 'a book'
  }
}

test('@RequestMapping on a controller of a route file has no effect, and causes a warning', async () => {
  const warnings: string[] = []
  const mapping = new RouterHandlerMapping({
    routeFiles: () => 'GET /book bookController.show',
    controllers: [BookController],
    onWarning: (message) => warnings.push(message),
  })
  await mapping.load()
  expect(warnings).toEqual([
    expect.stringContaining('@RequestMapping has no effect on the routed controller'),
  ])
  expect(mapping.router.match({ method: 'GET', path: '/books/book' })).toBeUndefined()
})

test.each([
  [['/books']],
  ['/shops/{id}'],
  [{ toString: () => '/books' }],
  [5],
  ['books'],
  ['/books/'],
  ['/'],
])('requestMapping refuses the base path %j', async (requestMapping) => {
  const controller = Object.assign(new UserController(new MemoryRepository(User)), { requestMapping })
  await expect(createWebServer({ controllers: [controller] })).rejects.toMatchObject({
    option: 'requestMapping',
  })
})

import { afterEach, describe, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { methodNotAllowed, mvcRouter, view, type MvcRouterOptions } from '@mvc-router/router-core/express'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

afterEach(closeAll)

const text = `GET  /users/{<[0-9]+>id}  userController.show
GET  /{locale}/page       userController.page
`
const userController = {
  show: ({ params }: { params: { id: string } }) => ({ id: Number(params.id) }),
  page: () => view('page'),
}

describe.each(expressVersions)('mvcRouter on %s', (_version, express) => {
  async function start(options: Partial<MvcRouterOptions> = {}): Promise<{
    readonly routes: Awaited<ReturnType<typeof mvcRouter>>
    readonly server: TestServer
  }> {
    const routes = await mvcRouter({ routeFiles: () => text, controllers: { userController }, ...options })
    const app = express()
    app.engine('txt', (_path, { route }: { route?: { url(action: string): string } }, done) => {
      done(null, String(route?.url('userController.page')))
    })
    app.set('views', new URL('../../test/express/views', import.meta.url).pathname)
    app.set('view engine', 'txt')
    app.use(routes)
    return { routes, server: await serve(app) }
  }

  test('mvcRouter returns a middleware that answers the routes', async () => {
    const { server } = await start()
    expect(await server.ask('GET /users/5')).toMatchObject({ status: 200, body: '{"id":5}' })
  })

  test('mvcRouter passes on a request that no line answers', async () => {
    const { server } = await start()
    expect(await server.ask('GET /nothing')).toMatchObject({ status: 404 })
  })

  test('mvcRouter sets the router of Router.reverse, and its result can reverse and close', async () => {
    const { routes } = await start()
    expect(Router.reverse('userController.show', { id: 5 }).url).toBe('/users/5')
    expect(routes.reverse('userController.show', { id: 6 }).url).toBe('/users/6')
    expect(routes.router).toBe(routes.mapping.router)
    await expect(routes.close()).resolves.toBeUndefined()
  })

  test('the middleware of before and after runs around the routes', async () => {
    const { server } = await start({
      before: (mapping) => [
        (_request, response, next) => {
          response.setHeader('X-Lines', mapping.router.routes.length)
          next()
        },
      ],
      after: [methodNotAllowed()],
    })
    expect(await server.ask('POST /users/5')).toMatchObject({
      status: 405,
      headers: { 'x-lines': '2', allow: 'GET, HEAD' },
    })
  })

  test('mvcRouter refuses an unknown option, and suggests the nearest name', async () => {
    await expect(start({ default: () => ({}) } as never)).rejects.toThrow(
      /mvcRouter has no option "default".*defaults/,
    )
  })
})

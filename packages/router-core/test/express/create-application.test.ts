import { afterEach, describe, expect, test } from '@jest/globals'
import type { Express, NextFunction, Request, Response } from 'express'
import {
  createApplication,
  createRouterParts,
  type InterceptorRegistry,
  ModelAndView,
  RouterConfigurationSupport,
  RouterHandlerMapping,
  type RouterParts,
  view,
  type RouterConfigurationOptions,
} from '@mvc-router/router-core/express'
import { Router } from '@mvc-router/router-core'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

const pageController = {
  show: () => view('page'),
  fails: () => {
    throw new Error('failed')
  },
}

/** Each page shows a link to page 7 and the name of its application. `inner` is mounted at /inner. */
class PageConfiguration extends RouterConfigurationSupport<Express> {
  readonly #name: string
  readonly #inner: Express | undefined
  readonly #options: RouterConfigurationOptions

  constructor(name: string, inner?: Express, options: RouterConfigurationOptions = {}) {
    super()
    this.#name = name
    this.#inner = inner
    this.#options = options
  }

  listRouteFiles() {
    return [
      () =>
        `GET /${this.#name}/{id} pageController.show\nGET /fails pageController.fails\nPOST /only pageController.show`,
    ]
  }

  override controllers() {
    return { pageController }
  }

  override addInterceptors(registry: InterceptorRegistry): void {
    registry.addInterceptor({
      postHandle: (_request, _response, _handler, modelAndView) => {
        modelAndView?.addObject('from', this.#name)
      },
    })
  }

  override routerOptions() {
    return this.#options
  }

  override configureApplication(application: Express): void {
    application.engine('txt', (_file, options, done) => {
      const { route, links, from } = options as Record<
        string,
        { reverse: (action: string, args: object) => string; current?: object }
      >
      done(
        null,
        `${String((links ?? route)?.reverse('pageController.show', { id: 7 }))} ${JSON.stringify(from)}`,
      )
    })
    application.set('views', 'packages/router-core/test/express/views')
    application.set('view engine', 'txt')
    if (this.#inner !== undefined) application.use('/inner', this.#inner)
  }

  override configureErrorHandling(application: Express, { mapping }: RouterParts): void {
    expect(mapping).toBe(application.get('routerHandlerMapping'))
    application.use(['/here', '/inner/left'], (_request, response) => {
      response.status(404).render('page', { from: 'nobody' })
    })
  }
}

describe.each(expressVersions)('createApplication on %s', (_name, express) => {
  const create = (...args: ConstructorParameters<typeof PageConfiguration>): Promise<Express> =>
    createApplication(new PageConfiguration(...args), { express })

  test('createApplication serves the routes of the configuration, and answers 405 and 500', async () => {
    const app = await create('page')
    const server = await serve(app)
    expect(await server.ask('GET /page/1')).toMatchObject({ status: 200, body: '/page/7 "page"' })
    expect(await server.ask('GET /only')).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    expect(await server.ask('GET /fails')).toMatchObject({ status: 500 })
    expect(app.get('routerHandlerMapping')).toBeInstanceOf(RouterHandlerMapping)
  })

  test('an application can be mounted three levels deep and several times, and its links have the mount path', async () => {
    const third = await create('third')
    const second = await create('second', third)
    const first = await create('first', second)
    const app = express()
    app.use('/a', first)
    app.use('/b%20b', first)
    app.use('/:tenant/deep', second)
    const server = await serve(app)
    expect((await server.ask('GET /a/first/1')).body).toBe('/a/first/7 "first"')
    expect((await server.ask('GET /a/inner/second/1')).body).toBe('/a/inner/second/7 "second"')
    expect((await server.ask('GET /a/inner/inner/third/1')).body).toBe('/a/inner/inner/third/7 "third"')
    expect((await server.ask('GET /acme/deep/inner/third/1')).body).toBe('/acme/deep/inner/third/7 "third"')
    expect(await server.ask('GET /a/inner/first/1')).toMatchObject({ status: 404 })
  })

  test('after an inner application passes a request on, links use the routes of the outer application', async () => {
    const app = await create('outer', await create('inner'))
    const server = await serve(app)
    expect(await server.ask('GET /here')).toMatchObject({ status: 404, body: '/outer/7 "nobody"' })
    expect(await server.ask('GET /inner/here')).toMatchObject({
      status: 404,
      body: '/inner/inner/7 "nobody"',
    })
    expect(await server.ask('GET /inner/left')).toMatchObject({ status: 404, body: '/outer/7 "nobody"' })
  })

  test('a mount path in a link is encoded again, and basePath replaces the mount path', async () => {
    const app = express()
    app.use('/base', await create('page'))
    app.use('/:any', await create('page'))
    const server = await serve(app)
    expect((await server.ask("GET /x'%22%3Cb/page/1")).body).toBe('/x%27%22%3Cb/page/7 "page"')
    expect((await server.ask('GET /BASE/page/1')).body).toBe('/BASE/page/7 "page"')
    const configured = express()
    configured.use('/base', await create('page', undefined, { basePath: 'public' }))
    expect((await (await serve(configured)).ask('GET /BASE/page/1')).body).toBe('/public/page/7 "page"')
  })

  test('createRouterParts adds the routes to an existing application', async () => {
    const { before, routes, mapping } = await createRouterParts(
      new PageConfiguration('page', undefined, { attributeName: 'links', methodOverride: 'post' }),
    )
    const app = express()
    new PageConfiguration('page').configureApplication(app)
    app.get('/own', (_request: Request, response: Response) => void response.send('own'))
    app.use('/shop', ...before, ...routes)
    app.use(((error: { status: number }, _request: Request, response: Response, _next: NextFunction) => {
      response.status(error.status).send(`links: ${typeof response.locals['links']}`)
    }) as never)
    const server = await serve(app)
    expect((await server.ask('GET /shop/page/1')).body).toBe('/shop/page/7 "page"')
    expect((await server.ask('GET /own')).body).toBe('own')
    expect(mapping.router.routes).toHaveLength(3)
    expect(await server.ask('POST /shop/only', { headers: { 'x-http-method-override': 'x' } })).toMatchObject(
      {
        status: 400,
        body: 'links: function',
      },
    )
  })
})

describe.each(expressVersions)('the parts of a configuration on %s', (_name, express) => {
  test.each([
    ['post', 'DELETE'],
    [false, 'POST'],
  ] as const)(
    'with methodOverride %j, middleware between the parts `before` and `routes` gets the method %s',
    async (methodOverride, expected) => {
      const { before, routes } = await createRouterParts(
        new PageConfiguration('page', undefined, { methodOverride }),
      )
      const methods: string[] = []
      const app = express()
      app.use(...before, (request: Request, _response: Response, next: NextFunction) => {
        methods.push(request.method)
        next()
      })
      app.use(...routes)
      await (await serve(app)).ask('POST /only', { headers: { 'x-http-method-override': 'DELETE' } })
      expect(methods).toEqual([expected])
    },
  )
})

test('createApplication uses the installed Express', async () => {
  const app = await createApplication(new PageConfiguration('page'))
  expect((await (await serve(app)).ask('GET /page/1')).body).toBe('/page/7 "page"')
})

test('createApplication rejects a route to a missing method, and a view without a name is refused', async () => {
  class Broken extends PageConfiguration {
    override controllers() {
      return { pageController: { ...pageController, show: undefined as never } }
    }
  }
  await expect(createApplication(new Broken('page'))).rejects.toThrow(/no public method "show"/)
  expect(() => new ModelAndView('')).toThrow(/name of a view/)
})

describe('configurations', () => {
  test('the static Router.reverse uses the routes of the application that answers the request', async () => {
    const linking = (name: string): PageConfiguration => {
      const configuration = new PageConfiguration(name)
      configuration.controllers = () => ({
        pageController: {
          ...pageController,
          show: () => Router.reverse('pageController.show', { id: 2 }).url as never,
        },
      })
      return configuration
    }
    const first = await createApplication(linking('first'))
    expect(Router.reverse('pageController.show', { id: 1 }).url).toBe('/first/1')
    expect(Router.current.reverse('pageController.show', { id: 1 }).url).toBe('/first/1')
    const second = await createApplication(linking('second'))
    expect(Router.reverse('pageController.show', new Map([['id', 1]])).url).toBe('/second/1')
    first.use('/mounted', second)
    const server = await serve(first)
    expect((await server.ask('GET /first/1')).body).toBe('/first/2')
    expect((await server.ask('GET /mounted/second/1')).body).toBe('/mounted/second/2')
    Router.use(undefined)
  })

  test('a configuration with only route files serves its routes', async () => {
    class Smallest extends RouterConfigurationSupport<Express> {
      listRouteFiles() {
        return [() => 'GET /teapot 418']
      }
    }
    const server = await serve(await createApplication<Express>(new Smallest()))
    expect((await server.ask('GET /teapot')).status).toBe(418)
  })

  test('createApplication scans the folder that componentScan() of the configuration returns', async () => {
    class Scanning extends PageConfiguration {
      override controllers(): never {
        return undefined as never
      }
      override componentScan() {
        return 'packages/router-core/test/express/no-such-folder'
      }
    }
    await expect(createApplication(new Scanning('scan'))).rejects.toThrow('there is no folder')
  })

  test.each([
    [class Empty {}, 'Expected a configuration, got a class; write new Empty()'],
    [class {}, 'got a class; write new Configuration()'],
    [
      {},
      "The configuration names no route files: add the method listRouteFiles() { return ['routes.conf'] }",
    ],
    [undefined, 'The configuration names no route files'],
    [{ listRouteFiles: () => ['routes.conf'] }, 'Expected an instance of a class that extends'],
    [
      new (class extends (RouterConfigurationSupport as unknown as new () => object) {})(),
      'The configuration names no route files',
    ],
  ])('createApplication refuses %p and reports: %s', async (configuration, sentence) => {
    await expect(createApplication(configuration as never)).rejects.toThrow(sentence)
  })
})

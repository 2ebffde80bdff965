import { afterEach, describe, expect, test } from '@jest/globals'
import type { Express, NextFunction, Request, Response } from 'express'
import { ConfigurationException, Router, type ModelAttribute } from '@mvc-router/router-core'
import { RouterHandlerMapping, RouterModelAttribute, view } from '@mvc-router/router-core/express'
import { linkHtml } from '@mvc-router/router-core/templates'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'
import { waitUntil } from './wait-until.js'

afterEach(closeAll)

const interleavedRequests = Number(process.env['FUZZ_RUNS'] ?? 100)

interface PageModel {
  readonly route: ModelAttribute
  readonly links: ModelAttribute
  readonly link?: string
  readonly q?: string
}

describe.each(expressVersions)('RouterModelAttribute on %s', (_name, express) => {
  /** Creates an application whose views show `read(model)` as JSON. */
  function createApp(read: (model: PageModel) => unknown): Express {
    const app = express()
    app.engine('txt', (_file, options, done) => {
      try {
        done(null, JSON.stringify(read(options as PageModel)))
      } catch (error) {
        done(error as Error)
      }
    })
    app.set('views', 'packages/router-core/test/express/views')
    app.set('view engine', 'txt')
    return app
  }

  test.each(['res.locals', 'app.locals'])(
    'the attribute hides a value of %s with the same name, and causes one warning',
    async (where) => {
      const warnings: string[] = []
      const mapping = await loadMapping('GET /a page.show', {
        controllers: { page: { show: (_: Request, response: Response) => response.render('page') } },
        onWarning: (message) => warnings.push(message),
      })
      const app = createApp(({ route }) => route.reverse('page.show').url)
      if (where === 'app.locals') app.locals['route'] = 'mine'
      app.use((_, response, next) => {
        if (where === 'res.locals') response.locals['route'] = 'mine'
        next()
      })
      const attribute = new RouterModelAttribute({ mapping })
      app.use(attribute.middleware, attribute.middleware, mapping.middleware)
      const server = await serve(app)
      expect((await server.ask('GET /a')).body).toBe('"/a"')
      expect((await server.ask('GET /a')).body).toBe('"/a"')
      expect(warnings).toEqual([expect.stringContaining(`${where}.route has a value`)])
    },
  )

  test('mapping.current builds links with the mount path during a request, and without it otherwise', async () => {
    const page = { show: () => linkHtml(mapping.current, 'page.show', { q: 'a&b', r: "it's" }) }
    const mapping: RouterHandlerMapping = await loadMapping('GET /a page.show', { controllers: { page } })
    const app = express()
    app.use('/shop', new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const server = await serve(app)
    expect((await server.ask('GET /shop/a')).body).toBe('/shop/a?q=a%26b&amp;r=it%27s')
    expect(page.show()).toBe('/a?q=a%26b&amp;r=it%27s')
  })

  test('the attribute is built only for a request that uses it', async () => {
    const bookController = {
      show: (request: Request) => ({ id: request.params['id'] }),
      link: (_request: Request, response: Response) => response.render('page'),
    }
    const mapping = await loadMapping('GET /book/{id} bookController.show\nGET /link bookController.link', {
      controllers: { bookController },
    })
    let asked = 0
    const { router } = mapping
    const forRequest = router.forRequest.bind(router)
    router.forRequest = (request) => {
      asked++
      return forRequest(request)
    }
    const app = createApp(({ route }) => route.reverse('bookController.link').url)
    app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const server = await serve(app)
    expect((await server.ask('GET /book/1')).body).toBe('{"id":"1"}')
    expect(asked).toBe(0)
    expect((await server.ask('GET /link')).body).toBe('"/link"')
    expect(asked).toBe(1)
  })

  test('the attribute as an interceptor needs no option mapping', async () => {
    const bookController = {
      show: async (): Promise<object> => {
        await Promise.resolve()
        return view('page', {
          link: String(mapping.router.current.reverse('bookController.show', { id: 2 })),
        })
      },
    }
    const mapping: RouterHandlerMapping = await loadMapping('GET /book/{id} bookController.show', {
      controllers: { bookController },
      interceptors: [new RouterModelAttribute({ attributeName: 'links' })],
    })
    const app = createApp(({ link, links }) => [link, links.current])
    app.use('/mounted', mapping.middleware)
    const server = await serve(app)
    expect(JSON.parse((await server.ask('GET /mounted/book/1')).body)).toEqual([
      '/mounted/book/2',
      expect.objectContaining({ action: 'bookController.show', args: { id: '1' } }),
    ])
  })

  test('a page of another middleware gets the attribute, without a current action', async () => {
    const mapping = await loadMapping('GET /book/{id} 404: no')
    const app = createApp(({ route }) => [typeof route, route.current ?? null])
    app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    app.use((_request: Request, response: Response) => response.render('page'))
    expect((await (await serve(app)).ask('GET /x')).body).toBe('["function",null]')
  })

  test('the middleware of an attribute needs a mapping that is loaded', async () => {
    const mapping = new RouterHandlerMapping({ routeFiles: () => '' })
    for (const [options, message] of [
      [{}, 'the middleware needs the option `mapping`'],
      [{ mapping }, 'mapping.load()'],
    ] as const) {
      const app = createApp(() => '')
      app.use(new RouterModelAttribute(options).middleware)
      const answer = await (await serve(app)).ask('GET /x')
      expect([answer.status, answer.body]).toEqual([500, expect.stringContaining(message)])
    }
  })

  test("a value of a model with the attribute's name does not replace the attribute, and causes a warning", async () => {
    const warnings: string[] = []
    const bookController = {
      show: (request: Request, response: Response) => response.render('page', request.query),
    }
    const mapping = await loadMapping('GET /book bookController.show', {
      controllers: { bookController },
      onWarning: (message) => warnings.push(message),
    })
    const app = createApp(({ route, q }) => [typeof route, q, route.reverse('bookController.show').url])
    app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const server = await serve(app)
    expect((await server.ask('GET /book?route=x&q=1')).body).toBe('["function","1","/book"]')
    expect((await server.ask('GET /book?route=x&q=1')).body).toBe('["function","1","/book"]')
    expect(warnings).toEqual([expect.stringMatching(/value named "route".*choose another attributeName/)])
  })

  test('setting the attribute in res.locals is an error', async () => {
    const mapping = await loadMapping('GET /book 404')
    const app = createApp(() => '')
    app.use(new RouterModelAttribute({ mapping }).middleware)
    app.use((_request: Request, response: Response) => {
      response.locals['route'] = 'another'
    })
    const answer = await (await serve(app)).ask('GET /x')
    expect(answer).toMatchObject({ status: 500 })
    expect(answer.body).toContain('choose another attributeName')
  })

  test('all requests share a getter, and copies of res.locals still have the links of their request', async () => {
    const seen: Record<string, unknown>[] = []
    const bookController = {
      show: (_request: Request, response: Response) => {
        seen.push(response.locals)
        response.end()
      },
    }
    const mapping = await loadMapping('GET /book/{id} bookController.show', {
      controllers: { bookController },
    })
    const app = express()
    app.use('/:mount', new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const server = await serve(app)
    await server.ask('GET /a/book/1')
    await server.ask('GET /b/book/2')
    const facts = seen.flatMap((locals) =>
      [locals, { ...locals }, Object.assign({}, locals), Object.create(locals) as typeof locals].map(
        (copy) => {
          const { current, reverse } = copy['route'] as ModelAttribute
          return `${current?.args['id']} ${reverse('bookController.show', { id: 3 }).url}`
        },
      ),
    )
    expect(facts).toEqual([...Array(4).fill('1 /a/book/3'), ...Array(4).fill('2 /b/book/3')])
    expect(Object.keys(seen[0] ?? {})).toEqual(['route'])
    expect(Object.getOwnPropertySymbols({ ...seen[0] })).toEqual([])
    // toEqual compares the getters by identity.
    const accessor = { get: expect.any(Function), enumerable: true }
    const [first, second] = seen.map((locals) => Object.getOwnPropertyDescriptor(locals, 'route'))
    expect(second).toMatchObject({ ...accessor, configurable: true })
    expect(second).toEqual(first)
    const [one, other] = seen.map((locals) =>
      Object.getOwnPropertyDescriptor(locals['route'] as object, 'current'),
    )
    expect(other).toMatchObject(accessor)
    expect(other).toEqual(one)
  })

  test('two attributes with different names in a request have their own mappings', async () => {
    const books = await loadMapping('GET /book bookController.show', { reversingOnly: true })
    const shops = await loadMapping('GET /shop shopController.show', { reversingOnly: true })
    const app = createApp(({ route, links }) => [
      route.reverse('shopController.show').url,
      links.reverse('bookController.show').url,
    ])
    app.use(new RouterModelAttribute({ mapping: books, attributeName: 'links' }).middleware)
    app.use(new RouterModelAttribute({ mapping: books }).middleware)
    app.use('/inner', new RouterModelAttribute({ mapping: shops }).middleware)
    app.use('/inner', (_request: Request, response: Response) => response.render('page'))
    expect((await (await serve(app)).ask('GET /inner/x')).body).toBe('["/inner/shop","/book"]')
  })

  test('a request keeps the routes that it started with, even if route files are loaded again', async () => {
    let text = 'GET /one/{id} bookController.show'
    let proceed: (() => void) | undefined
    const bookController = {
      show: async (): Promise<object> => {
        await new Promise<void>((resolve) => (proceed = resolve))
        return view('page')
      },
    }
    const mapping = await loadMapping('', {
      controllers: { bookController },
      routeFiles: () => text,
    } as never)
    const app = createApp(({ route }) => String(route.reverse('bookController.show', { id: 1 })))
    app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const server = await serve(app)
    const first = server.ask('GET /one/1')
    await waitUntil(() => proceed !== undefined)
    text = 'GET /two/{id} bookController.show'
    await mapping.load()
    proceed?.()
    expect((await first).body).toBe('"/one/1"')
    expect(mapping.router.reverse('bookController.show', { id: 1 }).url).toBe('/two/1')
  })

  test('lifecycle-001: each of many interleaved requests gets the links of its own mount path', async () => {
    const bookController = {
      show: async (request: Request): Promise<string> => {
        const delay = Number(request.params['id']) % 3
        await new Promise((resolve) => (delay === 0 ? setImmediate(resolve) : setTimeout(resolve, delay)))
        return mapping.reverse('bookController.show', { id: request.params['id'] }).url
      },
    }
    const mapping: RouterHandlerMapping = await loadMapping('GET /{id} bookController.show', {
      controllers: { bookController },
    })
    const app = express()
    app.use('/:mount', new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    const server = await serve(app, { keepAlive: true })
    for (let start = 0; start < interleavedRequests; start += 250) {
      const ids = Array.from({ length: 250 }, (_, index) => start + index)
      const answers = await Promise.all(ids.map((id) => server.ask(`GET /m${id}/${id}`)))
      expect(answers.map(({ body }) => body)).toEqual(ids.map((id) => `/m${id}/${id}`))
    }
  })

  test('after Router.use(mapping), the static Router.reverse has the mount path of the request', async () => {
    const bookController = { show: () => Router.reverse('bookController.show').url }
    const mapping = await loadMapping('GET /book bookController.show', { controllers: { bookController } })
    const app = express()
    app.use('/mounted', new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    Router.use(mapping)
    try {
      expect((await (await serve(app)).ask('GET /mounted/book')).body).toBe('/mounted/book')
      expect(Router.reverse('bookController.show').url).toBe('/book')
    } finally {
      Router.use(undefined)
    }
  })
})

test.each([
  'settings',
  'cache',
  '_locals',
  'locals',
  '',
  'a b',
  '1a',
  'a.b',
  '__proto__',
  'constructor',
  'prototype',
  5,
  null,
])('the attribute cannot be named %j', (attributeName) => {
  const attribute = (): unknown => new RouterModelAttribute({ attributeName: attributeName as string })
  expect(attribute).toThrow(ConfigurationException)
  expect(attribute).toThrow(expect.objectContaining({ option: 'attributeName' }))
})

test.each([null, 5, {}, Router.parse('GET / a.b')])('the option mapping refuses %p', (mapping) => {
  expect(() => new RouterModelAttribute({ mapping: mapping as unknown as RouterHandlerMapping })).toThrow(
    'mapping: expected a RouterHandlerMapping',
  )
})

describe.each(expressVersions)('on %s', (_name, express) => {
  test('a page has the links of the outer application after an inner application passed the request on', async () => {
    const load = async (): Promise<RouterHandlerMapping> =>
      loadMapping('GET /home page.home', { controllers: { page: { home: () => 'home' } } })
    const link = (_request: Request, response: Response): void =>
      void response.send(String((response.locals['route'] as ModelAttribute)('page.home')))
    for (const makeInner of [express, express.Router]) {
      const [outerMapping, innerMapping] = [await load(), await load()]
      const inner = makeInner()
      inner.use(new RouterModelAttribute({ mapping: innerMapping }).middleware, innerMapping.middleware)
      inner.use('/own', link)
      const outer = express()
      outer.use(new RouterModelAttribute({ mapping: outerMapping }).middleware)
      outer.use('/shop', inner)
      outer.use('/shop', link)
      outer.use(outerMapping.middleware)
      outer.use(link)
      const server = await serve(outer)
      expect((await server.ask('GET /shop/own')).body).toBe('/shop/home')
      expect((await server.ask('GET /shop/nothing')).body).toBe('/home')
      expect((await server.ask('GET /nothing')).body).toBe('/home')
    }
  })

  test('res.render of an earlier middleware is still called', async () => {
    const mapping = await loadMapping('GET /a page.a', {
      controllers: { page: { a: () => view('x', { b: 1 }) } },
    })
    const app = express()
    app.use((_request: Request, response: Response, next: NextFunction) => {
      response.render = ((name: string, model: object) =>
        response.send(`own ${name} ${JSON.stringify(model)}`)) as never
      next()
    })
    app.use(new RouterModelAttribute({ mapping }).middleware)
    app.use(new RouterModelAttribute({ mapping, attributeName: 'links' }).middleware, mapping.middleware)
    expect((await (await serve(app)).ask('GET /a')).body).toBe('own x {"b":1}')
  })
})

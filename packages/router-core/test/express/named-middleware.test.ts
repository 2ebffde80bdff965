import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigurationException, Router } from '@mvc-router/router-core'
import {
  createApplication,
  RouterConfigurationSupport,
  RouterHandlerMapping,
  RouterModelAttribute,
  type MiddlewareMap,
  type RouterHandlerMappingOptions,
} from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'

const folder = mkdtempSync(join(tmpdir(), 'mvc-router-middleware-'))
writeFileSync(join(folder, 'file.txt'), 'a file')

afterEach(closeAll)
afterAll(() => rmSync(folder, { recursive: true }))

type Noted = Request & { steps?: string[] }

/** Middleware that writes down its name. */
function step(name: string) {
  return (request: Noted, _response: Response, next: NextFunction): void => {
    request.steps = [...(request.steps ?? []), name]
    next()
  }
}

const pageController = {
  show: (request: Noted, response: Response): void => {
    response.json({ steps: request.steps ?? [], params: request.params })
  },
  link: (_request: Request, response: Response): void => {
    response.send(Router.reverse('pageController.link').url)
  },
}

const middleware: MiddlewareMap = {
  a: step('a'),
  b: [step('b1'), step('b2')],
  c: step('c'),
  refuses: (_request, response) => void response.writeHead(401).end('sign in'),
  throws: () => {
    throw new Error('it threw')
  },
  rejects: async () => Promise.reject(new Error('it rejected')),
  rejectsNothing: async () => Promise.reject(undefined),
  reports: (_request, _response, next) => next(new Error('it reported')),
  late: (_request, _response, next) => void setTimeout(next, 1),
  twice: (_request, _response, next) => {
    next()
    next()
  },
  nextAndThrow: (_request, _response, next) => {
    next()
    throw new Error('too late')
  },
}

describe.each(expressVersions)('middleware by name on %s', (_name, express) => {
  async function start(routes: string, options: Partial<RouterHandlerMappingOptions> = {}) {
    const mapping = await loadMapping(routes, { controllers: { pageController }, middleware, ...options })
    const app = express()
    app.use(mapping.middleware)
    app.use((_request: Request, response: Response) => void response.status(404).send('nobody'))
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send(error.message)
    })
    return serve(app)
  }

  test('it runs in the order written, lists in theirs, before the interceptors and the action', async () => {
    const interceptor = {
      preHandle: (request: object) => void (request as Noted).steps?.push('interceptor'),
    }
    const server = await start('+ use=b,a\nGET /page/{id} pageController.show', {
      interceptors: [interceptor],
    })
    expect(JSON.parse((await server.ask('GET /page/7')).body)).toEqual({
      steps: ['b1', 'b2', 'a', 'interceptor'],
      params: { id: '7' },
    })
  })

  test('middleware of outer includes runs first, then of inner ones, then of the line', async () => {
    const server = await start('+ use=a\n* /shop module:shop', {
      modules: {
        shop: '+ use=b\n* /admin module:admin\nGET /open pageController.show',
        admin: '+ use=c\n+ use=a\nGET /orders pageController.show\nGET /all pageController.show',
      },
    })
    const stepsOf = async (path: string): Promise<unknown> =>
      JSON.parse((await server.ask(`GET ${path}`)).body).steps
    expect(await stepsOf('/shop/admin/orders')).toEqual(['a', 'b1', 'b2', 'c', 'a'])
    expect(await stepsOf('/shop/admin/all')).toEqual(['a', 'b1', 'b2'])
    expect(await stepsOf('/shop/open')).toEqual(['a'])
  })

  test.each(['/status', '/old', '/file.txt', '/files/file.txt', '/pageController/show', '/moved/1'])(
    'it guards %s, whatever the line leads to, and however the path is written',
    async (path) => {
      const server = await start(
        `+ use=refuses
* / module:all`,
        {
          cwd: folder,
          modules: {
            all: `
GET /status 410
GET /old redirect:/new
GET /moved/{id} redirect:@pageController.show
GET /file.txt staticFile:file.txt
GET /files staticDir:.
GET /page/{id} pageController.show
* /{controller}/{action} {controller}.{action}`,
          },
        },
      )
      expect(await server.ask(`GET ${path}`)).toMatchObject({ status: 401, body: 'sign in' })
      expect(await server.ask(`GET ${path}?x=%2e`)).toMatchObject({ status: 401 })
      const written = path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
      expect((await server.ask(`GET ${written}`)).status).not.toBe(200)
    },
  )

  test.each([
    ['throws', 'it threw'],
    ['rejects', 'it rejected'],
    ['reports', 'it reported'],
    ['rejectsNothing', 'A middleware failed with undefined'],
  ])('a middleware that %s reaches the error handler, and the action does not run', async (name, message) => {
    const server = await start(`+ use=late,${name}\nGET / pageController.show`)
    expect(await server.ask('GET /')).toMatchObject({ status: 500, body: message })
  })

  test('a middleware that calls next twice runs the rest once, and what it throws afterwards is a warning', async () => {
    const warnings: string[] = []
    const server = await start('+ use=twice,a,nextAndThrow,c\nGET / pageController.show', {
      onWarning: (message) => warnings.push(message),
    })
    expect(JSON.parse((await server.ask('GET /')).body).steps).toEqual(['a', 'c'])
    expect(warnings).toEqual([expect.stringContaining('too late')])
  })

  test('an Express router can be a middleware, and its own paths are below the mount path', async () => {
    const inner = express.Router()
    inner.get('/page/stop', (_request: Request, response: Response) => void response.send('stopped'))
    const server = await start('+ use=inner,a\nGET /page/{id} pageController.show', {
      middleware: { ...middleware, inner },
    })
    expect((await server.ask('GET /page/stop')).body).toBe('stopped')
    expect(JSON.parse((await server.ask('GET /page/7')).body)).toEqual({ steps: ['a'], params: { id: '7' } })
  })

  test('links work behind a middleware that has lost the asynchronous context', async () => {
    const leave = AsyncLocalStorage.snapshot()
    const mapping = await loadMapping('+ use=loses\nGET /here pageController.link', {
      controllers: { pageController },
      middleware: { loses: (_request, _response, next) => void leave(() => setImmediate(next)) },
    })
    Router.use(mapping)
    const app = express()
    const inner = express()
    inner.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
    app.use('/mounted', inner)
    expect((await (await serve(app)).ask('GET /mounted/here')).body).toBe('/mounted/here')
    Router.use(undefined)
  })

  test('a configuration class names middleware, too', async () => {
    class Configuration extends RouterConfigurationSupport {
      listRouteFiles() {
        return [() => '+ use=refuses\nGET / pageController.show']
      }
      override controllers() {
        return { pageController }
      }
      override routerOptions() {
        return { middleware }
      }
    }
    const app = await createApplication(new Configuration(), { express: express as never })
    expect(await (await serve(app)).ask('GET /')).toMatchObject({ status: 401 })
  })
})

describe('names of middleware', () => {
  const load = (routes: string, options: object = { middleware }) =>
    loadMapping(routes, { controllers: { pageController }, ...options })

  test('an unknown one is an error at load, with its place and the nearest names', async () => {
    const modules = { shop: 'GET /1 pageController.show\nGET /2 pageController.show' }
    const error = await load('GET / pageController.show\n+ use=a,trows tag=x\n* /shop module:shop', {
      middleware,
      modules,
    }).catch(String)
    expect(error).toBe(`RouteFileParsingException: There is no middleware "trows"
routeFiles():2:9
  + use=a,trows tag=x
          ^
  hint: did you mean throws?`)
  })

  test('without any named middleware every name is unknown: a guard is never left out in silence', async () => {
    await expect(load('+ use=signedIn\nGET / pageController.show', {})).rejects.toThrow(
      'hint: no middleware has a name: give it in the option `middleware`',
    )
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'what every object has is unknown: %s',
    async (name) => {
      await expect(load(`+ use=${name}\nGET / pageController.show`)).rejects.toThrow(/middleware/)
    },
  )

  test.each([
    ['+ use', 6],
    ['+ use=', 7],
    ['+ use=a,', 9],
    ['+ use=a,,b', 9],
    ['+ tag=x use=a;b', 13],
  ])('%j is an error with its column', (line, column) => {
    const parse = () => Router.parse(`${line}\nGET / pageController.show`)
    expect(parse).toThrow('Expected the name of a middleware')
    expect(parse).toThrow(`routes.conf:1:${column}`)
  })

  test('a route knows the names, outside first, whether they come from one line or several', () => {
    const { routes } = Router.parse('+ use=a,b use=c\n+ use=${more:d} tag=t\n* /x module:x\nGET /y a.b', {
      modules: { x: '+ use=e\nGET / a.b' },
    })
    expect(routes.map(({ middleware: names }) => names)).toEqual([['a', 'b', 'c', 'd', 'e'], []])
    expect(routes[0]?.modifiers).toEqual({ use: 'a,b,c,d,e', tag: 't' })
  })

  test('a router for reversing only asks for no middleware', () => {
    expect(Router.parse('+ use=a\nGET /x a.b').reverse('a.b').url).toBe('/x')
  })

  test.each([
    [{ a: 'text' }, '"a" is neither a function nor a list of functions'],
    [{ a: [() => undefined, null] }, '"a" is neither a function nor a list of functions'],
    [{ a: (_e: unknown, _q: unknown, _s: unknown, _n: unknown) => undefined }, 'so it handles errors'],
    [[() => undefined], 'expected { name: function }'],
  ])('%j is refused with a sentence', async (bad, message) => {
    const loading = load('GET / pageController.show', { middleware: bad })
    await expect(loading).rejects.toThrow(ConfigurationException)
    await expect(loading).rejects.toThrow(message)
  })

  test('a reload that brings an unknown name is refused, and the last good state serves on', async () => {
    let text = 'GET / pageController.show'
    const mapping = new RouterHandlerMapping({
      routeFiles: () => text,
      controllers: { pageController },
      onWarning: () => undefined,
    })
    await mapping.load()
    text = '+ use=unknown\nGET / pageController.show'
    expect(await mapping.reload()).toBe(false)
    expect(String(mapping.reloadError)).toContain('There is no middleware "unknown"')
    expect(mapping.router.routes).toHaveLength(1)
  })
})

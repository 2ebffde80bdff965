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

/** A middleware that adds its name to the steps of the request. */
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

  test('named middleware runs in the order of use= and of its lists, before interceptors and the action', async () => {
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

  test('middleware runs in this order: outer include, inner include, line', async () => {
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
    'named middleware of an include guards %s, also with a query or an escape',
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
  ])('the error of a middleware that %s reaches the error handler: %s', async (name, message) => {
    const server = await start(`+ use=late,${name}\nGET / pageController.show`)
    expect(await server.ask('GET /')).toMatchObject({ status: 500, body: message })
  })

  test('a second call of next has no effect, and an error thrown after next is a warning', async () => {
    const warnings: string[] = []
    const server = await start('+ use=twice,a,nextAndThrow,c\nGET / pageController.show', {
      onWarning: (message) => warnings.push(message),
    })
    expect(JSON.parse((await server.ask('GET /')).body).steps).toEqual(['a', 'c'])
    expect(warnings).toEqual([expect.stringContaining('too late')])
  })

  test('an Express router can be a named middleware, and matches the paths of the request', async () => {
    const inner = express.Router()
    inner.get('/page/stop', (_request: Request, response: Response) => void response.send('stopped'))
    const server = await start('+ use=inner,a\nGET /page/{id} pageController.show', {
      middleware: { ...middleware, inner },
    })
    expect((await server.ask('GET /page/stop')).body).toBe('stopped')
    expect(JSON.parse((await server.ask('GET /page/7')).body)).toEqual({ steps: ['a'], params: { id: '7' } })
  })

  test('links of an action have the mount path after a named middleware lost the asynchronous context', async () => {
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

  test('routerOptions of a configuration can name middleware', async () => {
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

  test('an unknown name of a middleware is an error at load, with its place and the nearest name', async () => {
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

  test('a line with use= is an error at load without the option middleware', async () => {
    await expect(load('+ use=signedIn\nGET / pageController.show', {})).rejects.toThrow(
      'hint: no middleware has a name: give it in the option `middleware`',
    )
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'the property %s of every object is not a named middleware',
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
  ])('the line %j is an error at column %i', (line, column) => {
    const parse = () => Router.parse(`${line}\nGET / pageController.show`)
    expect(parse).toThrow('Expected the name of a middleware')
    expect(parse).toThrow(`routes.conf:1:${column}`)
  })

  test('a route has the names of its middleware from all its + lines, outer lines first', () => {
    const { routes } = Router.parse('+ use=a,b use=c\n+ use=${more:d} tag=t\n* /x module:x\nGET /y a.b', {
      modules: { x: '+ use=e\nGET / a.b' },
    })
    expect(routes.map(({ middleware: names }) => names)).toEqual([['a', 'b', 'c', 'd', 'e'], []])
    expect(routes[0]?.modifiers).toEqual({ use: 'a,b,c,d,e', tag: 't' })
  })

  test('Router.parse accepts names of middleware without functions', () => {
    expect(Router.parse('+ use=a\nGET /x a.b').reverse('a.b').url).toBe('/x')
  })

  test.each([
    [{ a: 'text' }, '"a" is neither a function nor a list of functions'],
    [{ a: [() => undefined, null] }, '"a" is neither a function nor a list of functions'],
    [{ a: (_e: unknown, _q: unknown, _s: unknown, _n: unknown) => undefined }, 'so it handles errors'],
    [[() => undefined], 'expected { name: function }'],
  ])('the option middleware %p is refused: %s', async (bad, message) => {
    const loading = load('GET / pageController.show', { middleware: bad })
    await expect(loading).rejects.toThrow(ConfigurationException)
    await expect(loading).rejects.toThrow(message)
  })

  test('a reload with an unknown name of a middleware is refused, and the last good routes stay in use', async () => {
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

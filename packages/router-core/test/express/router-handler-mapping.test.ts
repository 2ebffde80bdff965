import { afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import {
  methodNotAllowed,
  methodOverride,
  redirectToCanonical,
  RouterHandlerMapping,
  RouterModelAttribute,
  type RouterHandlerMappingOptions,
} from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

const userController = {
  showUser: (request: Request, response: Response): void => {
    response.json(request.params)
  },
  method: (request: Request, response: Response): void => {
    response.send(request.method)
  },
  fails: (): never => {
    throw new Error('it failed')
  },
  rejects: async (): Promise<never> => {
    throw new Error('it was rejected')
  },
}

const routes = `
GET     /user/{<[0-9]+>id}   userController.showUser
GET     /home                userController.showUser(id:'home')
GET|POST /method             userController.method
PUT     /method              userController.method
GET     /fails               userController.fails
GET     /rejects             userController.rejects
GET     /gone                410: It is gone
GET     /nothing             204
GET     /teapot              418
GET     /unknown             299
GET     /old                 redirect:/user/1
GET     /older/{id}          redirect:301:@userController.showUser
GET     /oldest/{id}/{m}     redirect:308:@userController.{m}
GET     /lost/{name}         redirect:@userController.showUser
`

describe.each(expressVersions)('RouterHandlerMapping on %s', (_name, express) => {
  async function start({ methodOverride: override }: { methodOverride?: 'post' | 'compat' } = {}) {
    const mapping = await loadMapping(routes, { controllers: { userController }, methodOverride: override })
    const app = express()
    app.use(mapping.middleware)
    app.use(methodNotAllowed())
    app.use((_request: Request, response: Response) => void response.status(404).send('nobody'))
    app.use(
      (error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
        response.status(error.status ?? 500).send(error.message)
      },
    )
    return serve(app)
  }

  test('path variables and fixed arguments are in req.params', async () => {
    const server = await start()
    expect((await server.ask('GET /user/42')).body).toBe('{"id":"42"}')
    expect((await server.ask('GET /home')).body).toBe('{"id":"home"}')
  })

  test('a request that no route matches goes to next()', async () => {
    const server = await start()
    expect(await server.ask('GET /user/x')).toMatchObject({ status: 404, body: 'nobody' })
  })

  test('a malformed path is answered with 400', async () => {
    const server = await start()
    expect(await server.ask('GET /user/%E0%A4%A')).toMatchObject({ status: 400 })
  })

  test('a thrown error and a rejected promise of an action reach the error handler', async () => {
    const server = await start()
    expect(await server.ask('GET /fails')).toMatchObject({ status: 500, body: 'it failed' })
    expect(await server.ask('GET /rejects')).toMatchObject({ status: 500, body: 'it was rejected' })
  })

  test('HEAD has the Content-Length and ETag of GET, and no body', async () => {
    const server = await start()
    const [head, get] = [await server.ask('HEAD /user/42'), await server.ask('GET /user/42')]
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers.etag).toBe(get.headers.etag)
  })

  test('a method that the path does not accept is answered with 405 and Allow, and OPTIONS with 204', async () => {
    const server = await start()
    expect(await server.ask('DELETE /method')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST, PUT' },
    })
    expect(await server.ask('OPTIONS /method')).toMatchObject({
      status: 204,
      headers: { allow: 'GET, HEAD, POST, PUT' },
      body: '',
    })
  })

  test('req.route has the path of the line in Express syntax, and is undefined if no line answers', async () => {
    const mapping = await loadMapping(
      `GET|POST {host}/user/{<[0-9]+>id}-{name}/? userController.route
GET /files/{<.+>path} userController.route
GET /{a}_{b}:(d)* userController.route
* /passes userController.pass`,
      {
        controllers: {
          userController: {
            route: (request: Request, response: Response): void => {
              response.json([request.baseUrl, request.route])
            },
            pass: (_request: Request, _response: Response, next: NextFunction): void => next(),
          },
        },
      },
    )
    const app = express()
    app.use('/shop', mapping.middleware)
    app.use((request: Request, response: Response) => {
      response.json([request.route ?? 'none', request.allowedMethods ?? 'none'])
    })
    const ask = async (line: string): Promise<unknown> =>
      JSON.parse((await (await serve(app)).ask(line)).body)
    expect(await ask('GET /shop/user/7-ada')).toEqual([
      '/shop',
      { path: '/user/:id-:name{/}', methods: { get: true, post: true }, stack: [] },
    ])
    expect(await ask('GET /shop/files/a/b')).toMatchObject(['/shop', { path: '/files/*path' }])
    expect(await ask('GET /shop/1_2:(d)*')).toMatchObject(['/shop', { path: '/:"a"_:b\\:\\(d\\)\\*' }])
    expect(await ask('GET /shop/passes')).toEqual(['none', 'none'])
    expect(await ask('PUT /shop/user/7-ada')).toEqual(['none', ['GET', 'HEAD', 'POST']])
    expect(await ask('PUT /shop/nothing')).toEqual(['none', 'none'])
  })

  test('a mapping adds no own property to a request that no line accepts', async () => {
    const mapping = await loadMapping(routes, { controllers: { userController } })
    const app = express()
    const keys: unknown[] = []
    const noteKeys = (request: Request, _response: Response, next: NextFunction): void => {
      keys.push(Reflect.ownKeys(request))
      next()
    }
    app.use(noteKeys, mapping.middleware, noteKeys)
    app.use((request: Request, response: Response) => void response.json(request.allowedMethods))
    const server = await serve(app)
    expect((await server.ask('PUT /gone')).body).toBe('["GET","HEAD"]')
    expect(keys).toHaveLength(2)
    expect(keys[1]).toEqual(keys[0])
  })

  test('lines with a status or a redirection are answered', async () => {
    const server = await start()
    expect(await server.ask('GET /gone')).toMatchObject({ status: 410, body: 'It is gone' })
    expect(await server.ask('GET /nothing')).toMatchObject({ status: 204, body: '' })
    expect(await server.ask('GET /teapot')).toMatchObject({
      status: 418,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: "I'm a Teapot",
    })
    expect(await server.ask('GET /unknown')).toMatchObject({ status: 299, body: '299' })
    expect(await server.ask('GET /old')).toMatchObject({ status: 302, headers: { location: '/user/1' } })
    expect(await server.ask('GET /older/7')).toMatchObject({ status: 301, headers: { location: '/user/7' } })
    expect(await server.ask('GET /oldest/7/showUser')).toMatchObject({
      status: 308,
      headers: { location: '/user/7' },
    })
    expect(await server.ask('GET /oldest/7/nothing')).toMatchObject({ status: 404 })
    expect(await server.ask('GET /older/x')).toMatchObject({ status: 404, body: 'nobody' })
    expect(await server.ask('GET /lost/x')).toMatchObject({ status: 500 })
  })

  test('the option methodOverride overrides the method of a POST, and refuses a bad method with 400', async () => {
    const headers = { 'X-HTTP-Method-Override': 'PUT' }
    const [off, on] = [await start(), await start({ methodOverride: 'post' })]
    expect((await off.ask('POST /method', { headers })).body).toBe('POST')
    expect((await on.ask('POST /method', { headers })).body).toBe('PUT')
    expect((await on.ask('POST /method?x-http-method-override=PUT')).body).toBe('PUT')
    expect((await on.ask('GET /method', { headers })).body).toBe('GET')
    expect(
      await on.ask('POST /method', { headers: { 'X-HTTP-Method-Override': 'put, delete' } }),
    ).toMatchObject({
      status: 400,
    })
  })

  test('a guard after methodOverride gets the overridden method', async () => {
    const mapping = await loadMapping(routes, { controllers: { userController } })
    const app = express()
    app.use(methodOverride('post'))
    app.put('/method', (_request, response) => void response.status(401).send('guarded'))
    app.use(mapping.middleware)
    const server = await serve(app)
    const answer = await server.ask('POST /method', { headers: { 'X-HTTP-Method-Override': 'PUT' } })
    expect(answer).toMatchObject({ status: 401, body: 'guarded' })
  })

  test('links of views have the mount path, and route.current has the action and its arguments', async () => {
    const shown = {
      showUser: (_request: Request, response: Response): void => {
        response.render('user')
      },
    }
    const mapping = await loadMapping('GET /user/{id} userController.showUser', {
      controllers: { userController: shown },
    })
    const inner = express()
    inner.engine('txt', (_file, options, done) => {
      const { route } = options as {
        route: { reverse: (action: string, args: object) => string; current: object }
      }
      done(
        null,
        `${route.reverse('userController.showUser', { id: 'a b' })} ${JSON.stringify(route.current)}`,
      )
    })
    inner.set('views', new URL('../../test/express/views', import.meta.url).pathname)
    inner.set('view engine', 'txt')
    inner.use(new RouterModelAttribute({ mapping }).middleware)
    inner.use(mapping.middleware)
    const app = express()
    app.use('/shop', inner)
    const server = await serve(app)
    const { body } = await server.ask('GET /shop/user/5')
    expect(body).toContain('/shop/user/a%20b {')
    expect(body).toContain('"action":"userController.showUser"')
    expect(body).toContain('"args":{"id":"5"}')
  })

  test('the host, the format and the query of a request select its line', async () => {
    const pageController = {
      client: (request: Request) => request.params,
      json: (request: Request) => ({
        format: (request as { routeMatch?: { format?: string } }).routeMatch?.format,
      }),
      html: () => 'html',
      debug: () => 'debug',
    }
    const mapping = await loadMapping(
      'GET {client}.example.org/ pageController.client\nGET / [debug=1] pageController.debug\nGET(json,xml) / pageController.json\nGET / pageController.html',
      { controllers: { pageController } },
    )
    const app = express()
    app.set('trust proxy', 'loopback')
    app.use(mapping.middleware)
    const server = await serve(app)
    expect((await server.ask('GET /', { headers: { host: 'Acme.EXAMPLE.org:8080' } })).body).toBe(
      '{"client":"acme"}',
    )
    expect(
      (await server.ask('GET /', { headers: { host: 'a', 'x-forwarded-host': 'b.example.org' } })).body,
    ).toBe('{"client":"b"}')
    expect((await server.ask('GET /', { headers: { host: 'x@acme.example.org' } })).body).toBe('html')
    expect((await server.ask('GET /?x=2&debug=1')).body).toBe('debug')
    expect(
      (await server.ask('GET /', { headers: { accept: 'text/html;q=0.1, application/json' } })).body,
    ).toBe('{"format":"json"}')
    expect((await server.ask('GET /')).body).toBe('html')
  })

  test('X-Forwarded-Host is ignored without trust proxy', async () => {
    const pageController = { client: (request: Request) => request.params, other: () => 'other' }
    const mapping = await loadMapping(
      'GET {client}.example.org/ pageController.client\nGET / pageController.other',
      {
        controllers: { pageController },
      },
    )
    const app = express()
    app.use(mapping.middleware)
    const server = await serve(app)
    expect(
      (await server.ask('GET /', { headers: { host: 'a', 'x-forwarded-host': 'b.example.org' } })).body,
    ).toBe('other')
  })

  test('req.params has the parameters of the mount path, and the parameters of the line replace them', async () => {
    const pageController = { show: (request: Request) => request.params }
    const mapping = await loadMapping('GET /{id} pageController.show', { controllers: { pageController } })
    const app = express()
    app.use('/:tenant/:id', mapping.middleware)
    app.use('/:tenant', (request: Request, response: Response) => void response.json(request.params))
    const server = await serve(app)
    expect(JSON.parse((await server.ask('GET /acme/1/2')).body)).toEqual({ tenant: 'acme', id: '2' })
    expect(JSON.parse((await server.ask('GET /acme/1/2/3')).body)).toEqual({ tenant: 'acme' })
  })

  test('a request that names an action reaches only public actions in their exact spelling', async () => {
    const adminController = { _secret: () => 'secret', set: () => 'set', list: () => 'list' }
    const shop = { show: () => 'show' }
    const lines =
      '* /do/{controller}/{action} {controller}.{action}\nGET /s/{action} shop.{action}\n' +
      'GET /of/{file}/{action} shop.{action}\n' +
      'GET /page/{<[a-z.]+>action}.html shop.{action}'
    const mapping = await loadMapping(lines, {
      controllers: { adminController, shop, 'shop.admin': { drop: () => 'dropped' } },
      // "any" applies to names in route files. A name in a request must have the exact case.
      controllerNames: 'any',
    })
    const app = express()
    app.use(mapping.middleware, methodNotAllowed())
    app.use((_request: Request, response: Response) => void response.status(404).send('nobody'))
    const server = await serve(app)
    expect((await server.ask('GET /do/adminController/list')).body).toBe('list')
    expect((await server.ask('GET /s/show')).body).toBe('show')
    expect((await server.ask('GET /of/a.b/show')).body).toBe('show')
    expect((await server.ask('GET /page/show.html')).body).toBe('show')
    expect(await server.ask('GET /page/admin.drop.html')).toMatchObject({ status: 404, body: 'nobody' })
    for (const path of ['admin.drop', 'admin%2Edrop', 'admin%2edrop', 'Show', 'SHOW']) {
      expect(await server.ask(`GET /s/${path}`)).toMatchObject({ status: 404, body: 'nobody' })
    }
    for (const path of [
      'admincontroller/list',
      'adminController/LIST',
      'shop.admin/drop',
      'shop%2Eadmin/drop',
      'adminController/_secret',
      'adminController/constructor',
      'adminController/toString',
      'x/list',
      '%61dminController/list',
      'adminController/l%69st',
      '__proto__/list',
      'adminController.list/list',
    ]) {
      expect(await server.ask(`GET /do/${path}`)).toMatchObject({ status: 404, body: 'nobody' })
    }
  })

  test('Allow leaves out a dynamic line if the path names no action', async () => {
    const mapping = await loadMapping(
      'GET /{controller}/{action} {controller}.{action}\nDELETE /shop/{id} shop.list\nPUT /shop/{action} shop.{action}\n' +
        'GET /{controller}/ [q] shop.list',
      { controllers: { shop: { list: () => 'list' } } },
    )
    const app = express()
    app.use(mapping.middleware, redirectToCanonical(), methodNotAllowed())
    const server = await serve(app)
    const ask = async (line: string): Promise<unknown[]> => {
      const { status, headers } = await server.ask(line)
      return [status, headers.allow ?? headers.location]
    }
    expect(await ask('POST /shop/list?q=%41')).toEqual([405, 'DELETE, GET, HEAD, PUT'])
    expect(await ask('OPTIONS /shop/none')).toEqual([204, 'DELETE'])
    expect(await ask('GET /shop/none')).toEqual([405, 'DELETE'])
    expect(await ask('POST /none/none')).toEqual([404, undefined])
    expect(await ask('GET /none/none')).toEqual([404, undefined])
  })

  test('Allow has the methods of all mappings', async () => {
    const userMapping = await loadMapping('POST /method userController.method', {
      controllers: { userController },
    })
    const otherMapping = await loadMapping('DELETE /method userController.method', {
      controllers: { userController },
    })
    const app = express()
    app.use(userMapping.middleware, otherMapping.middleware, methodNotAllowed())
    const server = await serve(app)
    expect(await server.ask('GET /method')).toMatchObject({ status: 405, headers: { allow: 'DELETE, POST' } })
    expect((await server.ask('DELETE /method')).body).toBe('DELETE')
  })

  test('a line that is added after load matches its format', async () => {
    const json = (_request: Request, response: Response): void => void response.send('added')
    const mapping = await loadMapping('GET / 204', { controllers: { a: { json } } })
    const app = express()
    app.use(mapping.middleware)
    const server = await serve(app)
    mapping.router.add('GET(json)', '/added', 'a.json')
    const answer = await server.ask('GET /added', { headers: { accept: 'application/json' } })
    expect(answer.body).toBe('added')
  })

  test('a mapping that is not loaded, and an added line with an unknown action, answer 500', async () => {
    const app = express()
    app.set('env', 'test')
    app.use('/unloaded', new RouterHandlerMapping({ routeFiles: 'routes.conf' }).middleware)
    const mapping = await loadMapping('GET / 204')
    mapping.router.add('GET', '/action', 'a.b')
    app.use(mapping.middleware)
    const server = await serve(app)
    expect(await server.ask('GET /unloaded')).toMatchObject({ status: 500 })
    const answer = await server.ask('GET /action')
    expect(answer).toMatchObject({ status: 500 })
    expect(answer.body).toContain('No controller has the action')
  })

  test('with reversingOnly, a mapping needs no controllers and passes each request on', async () => {
    const mapping = await loadMapping('+ use=signedIn\nGET /x a.b\nGET /y 204', { reversingOnly: true })
    const app = express()
    app.use(mapping.middleware, methodNotAllowed())
    app.get('/x', (_request: Request, response: Response) => void response.send(mapping.reverse('a.b').url))
    const server = await serve(app)
    expect((await server.ask('GET /x')).body).toBe('/x')
    expect(await server.ask('GET /y')).toMatchObject({ status: 404 })
  })

  test.each([[undefined], [{}], [{ aController: { B: () => 1 } }]])(
    'with the controllers %j, an unknown action is an error at load',
    async (controllers) => {
      const loading = loadMapping('GET / 204\nGET /x acontroller.b', { controllers })
      await expect(loading).rejects.toThrow('There is no controller "acontroller"')
      await expect(loading).rejects.toMatchObject({ code: 'E_ACTION_NOT_FOUND', line: 2 })
    },
  )
})

test.each([
  [undefined, 'RouterHandlerMapping: expected { routeFiles, controllers }'],
  [null, 'RouterHandlerMapping: expected { routeFiles, controllers }'],
  [{ routeFiles: 'routes.conf', controllers: null }, 'controllers: expected { name: controller }'],
  [{ extensions: { name: 'rest' } }, 'extensions: expected a list'],
  [{ routeFiles: 'routes.conf', interceptors: {} }, 'interceptors: expected a list'],
  [{ routeFiles: 'routes.conf', cwd: 5 }, 'cwd: expected the path of a folder'],
  // An application may write `autoReloadEnabled: process.env.RELOAD`. The text "false" would enable reloading.
  [{ routeFiles: 'routes.conf', autoReloadEnabled: 'false' }, 'autoReloadEnabled: expected true or false'],
])('a mapping refuses the options %j, and the error shows the expected form', (options, message) => {
  expect(() => new RouterHandlerMapping(options as unknown as RouterHandlerMappingOptions)).toThrow(message)
})

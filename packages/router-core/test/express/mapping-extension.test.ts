import { afterEach, describe, expect, test } from '@jest/globals'
import { ConfigurationException } from '@mvc-router/router-core'
import {
  httpRequest,
  Params,
  pathVariable,
  ResponseEntity,
  RouterHandlerMapping,
  view,
  type MappingExtension,
  type RoutedRequest,
} from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

class NotThere extends Error {}

class Thing {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

class ThingController {
  readonly path = '/things'

  find(id: string): Thing {
    if (id === '0') throw new NotThere('no such thing')
    return new Thing(id)
  }

  remove(_id: string): void {}

  nameOf(thing: Thing): string {
    return thing.name
  }
}

/** Adds two routes for each ThingController, and writes a Thing as its name. */
const things: MappingExtension = {
  name: 'things',
  controllers: { thingsController: { count: () => 2 } },
  middleware(request, response, next) {
    response.setHeader('x-things', 'yes')
    next(request.headers['x-refused'] === undefined ? undefined : new NotThere('refused'))
  },
  linesFor(name, controller) {
    if (name === 'thingsController') return 'GET /things/count thingsController.count'
    if (!(controller instanceof ThingController)) return undefined
    return `GET ${controller.path}/{id} ${name}.find\nDELETE ${controller.path}/{id} ${name}.remove`
  },
  isAction: ({ controller, name }) =>
    controller instanceof ThingController ? name === 'find' || name === 'remove' : undefined,
  bindingsFor: ({ controller }) => (controller instanceof ThingController ? [pathVariable('id')] : undefined),
  isAnswer: (result) => result instanceof Thing,
  writeResult({ response, registered }, result) {
    const value = result instanceof ResponseEntity ? result.body : result
    if (!(value instanceof Thing)) return false
    response.end(`${registered.action}: ${value.name}`)
    return true
  },
  answerException({ response, registered }, error) {
    if (!(error instanceof NotThere)) return false
    response.statusCode = 404
    response.end(`${registered?.methodName ?? 'nobody'}: ${error.message}`)
    return true
  },
  answerOtherMethod({ response, registered }, allowedMethods) {
    if (!(registered?.controller instanceof ThingController)) return false
    response.statusCode = 405
    response.setHeader('Allow', allowedMethods.join(', '))
    response.end()
    return true
  },
}

describe.each(expressVersions)('an extension of a mapping, on %s', (_version, express) => {
  test('an extension adds lines, bindings and answers to a controller, and interceptors get the same controller', async () => {
    const seen: unknown[] = []
    const thingController = new ThingController()
    const mapping = await loadMapping('GET /hello pageController.hello', {
      controllers: { thingController, pageController: { hello: () => 'hello' } },
      extensions: [things],
      interceptors: [
        {
          preHandle: (_request, _response, { action, controller, method }) => {
            seen.push([action, controller === thingController, method?.name])
          },
        },
      ],
    })
    const server = await serve(express().use('/v1', mapping.middleware))
    expect((await server.ask('GET /v1/things/5')).body).toBe('thingController.find: 5')
    expect((await server.ask('DELETE /v1/things/5')).status).toBe(204)
    expect((await server.ask('GET /v1/things/count')).body).toBe('2')
    expect((await server.ask('GET /v1/hello')).body).toBe('hello')
    expect(seen.slice(0, 2)).toEqual([
      ['thingController.find', true, 'find'],
      ['thingController.remove', true, 'remove'],
    ])
    expect(mapping.reverse('thingController.find', { id: 7 }).url).toBe('/things/7')
    expect(mapping.controllers.find('thingController.nameOf')).toBeUndefined()
  })

  test('an extension answers errors of actions, interceptors and middleware, and passes other errors on', async () => {
    const pageController = {
      broken: () => Promise.reject(new NotThere('broken')),
      passing: (_request: unknown, _response: unknown, next: (error: unknown) => void) =>
        next(new NotThere('passed')),
      unknown: () => Promise.reject(new RangeError('unknown')),
    }
    const mapping = await loadMapping(
      'GET /broken pageController.broken\nGET /passing pageController.passing\nGET /unknown pageController.unknown\nGET /guarded pageController.broken',
      {
        controllers: { pageController, thingController: new ThingController() },
        extensions: [things],
        interceptors: [
          {
            preHandle: ({ path }) => {
              if (path === '/guarded') throw new NotThere('guarded')
            },
          },
        ],
      },
    )
    const app = express().use(mapping.middleware)
    app.use((error: Error, _request: unknown, response: { end(text: string): void }, _next: unknown) => {
      response.end(`the application: ${error.message}`)
    })
    const server = await serve(app)
    const textOf = async (path: string, headers = {}): Promise<string> =>
      (await server.ask(`GET ${path}`, { headers })).body
    expect(await textOf('/things/0')).toBe('find: no such thing')
    expect(await textOf('/broken')).toBe('broken: broken')
    expect(await textOf('/passing')).toBe('passing: passed')
    expect(await textOf('/guarded')).toBe('broken: guarded')
    expect(await textOf('/anywhere', { 'x-refused': 'yes' })).toBe('nobody: refused')
    expect(await textOf('/unknown')).toBe('the application: unknown')
  })

  test('an extension answers other methods only for the paths of its own lines', async () => {
    const mapping = await loadMapping('GET /hello pageController.hello', {
      controllers: { thingController: new ThingController(), pageController: { hello: () => 'hello' } },
      extensions: [things],
    })
    const server = await serve(
      express()
        .use(mapping.middleware)
        .use((request: RoutedRequest, response) =>
          response.send(`next: ${request.allowedMethods?.join(' ')}`),
        ),
    )
    const answer = await server.ask('PATCH /things/5')
    expect([answer.status, answer.headers.allow]).toEqual([405, 'DELETE, GET, HEAD'])
    expect((await server.ask('PATCH /hello')).body).toBe('next: GET HEAD')
    expect((await server.ask('GET /nowhere')).headers['x-things']).toBe('yes')
  })

  test('an action with `response` is answered only by results that isAnswer of the extension accepts', async () => {
    const pageController = {
      thing: (_request: unknown, _response: unknown) => new Thing('returned'),
      timer: (_request: unknown, response: { end(text: string): void }) =>
        setTimeout(() => response.end('later'), 1),
      entity: Params(httpRequest())(() => new ResponseEntity(new Thing('whole'))),
    }
    const mapping = await loadMapping(
      'GET /thing pageController.thing\nGET /timer pageController.timer\nGET /entity pageController.entity',
      { controllers: { pageController }, extensions: [things] },
    )
    const server = await serve(express().use(mapping.middleware))
    const texts = await Promise.all(
      ['/thing', '/timer', '/entity'].map(async (path) => (await server.ask(`GET ${path}`)).body),
    )
    expect(texts).toEqual(['pageController.thing: returned', 'later', 'pageController.entity: whole'])
  })

  test('isAnswer is called for objects only', async () => {
    const asked: unknown[] = []
    const pageController = Object.fromEntries(
      [null, 5, undefined, new Thing('x')].map((result, index) => [
        `answer${index}`,
        (_request: unknown, response: { end(text: string): void }) => {
          setTimeout(() => response.end('by hand'), 1)
          return result
        },
      ]),
    )
    const mapping = await loadMapping('GET /{action} pageController.{action}', {
      controllers: { pageController },
      extensions: [{ name: 'asked', isAnswer: (result) => asked.push(result) > 100 }],
    })
    const server = await serve(express().use(mapping.middleware))
    for (const name of Object.keys(pageController))
      expect((await server.ask(`GET /${name}`)).body).toBe('by hand')
    expect(asked).toEqual([new Thing('x')])
  })

  test('writeResult runs in the order of the extensions, and not for views and bytes', async () => {
    const asked: unknown[] = []
    const first: MappingExtension = {
      name: 'first',
      writeResult: (_context, result) => asked.push(result) > 100,
    }
    const second: MappingExtension = {
      name: 'second',
      writeResult({ response }, result) {
        response.end(`second: ${String(result)}`)
        return true
      },
    }
    const pageController = {
      value: () => 5,
      bytes: () => new TextEncoder().encode('bytes'),
      page: () => view('nowhere'),
    }
    const mapping = await loadMapping(
      'GET /value pageController.value\nGET /bytes pageController.bytes\nGET /page pageController.page',
      { controllers: { pageController }, extensions: [first, second] },
    )
    const server = await serve(express().use(mapping.middleware))
    expect((await server.ask('GET /value')).body).toBe('second: 5')
    expect((await server.ask('GET /bytes')).body).toBe('bytes')
    expect((await server.ask('GET /page')).status).toBe(500)
    expect(asked).toEqual([5])
  })
})

test('the line numbers of an extension continue from controller to controller', async () => {
  const lines: Record<string, string | undefined> = {
    b: 'GET /b b.show',
    c: 'GET /c c.show\nGET /c2 c.show\n',
    d: 'GET /d d.show',
  }
  const names = ['a', 'b', 'c', 'd']
  const mapping = await loadMapping('', {
    controllers: Object.fromEntries(names.map((name) => [name, { show: () => name }])),
    extensions: [{ name: 'numbered', linesFor: (name) => lines[name] }],
  })
  expect(mapping.router.routes.map(({ file, line, path }) => `${file}:${line} ${path}`)).toEqual([
    'numbered():1 /b',
    'numbered():2 /c',
    'numbered():3 /c2',
    'numbered():4 /d',
  ])
})

test('an extension without a name is refused', () => {
  expect(() => new RouterHandlerMapping({ routeFiles: 'r', extensions: [{ name: '' }] })).toThrow(
    ConfigurationException,
  )
  // @ts-expect-error -- an extension must have a name
  const load = loadMapping('GET / a.b', { extensions: [{ routes: 'GET / a.b' }] })
  return expect(load).rejects.toThrow(ConfigurationException)
})

test('a controller of the application and a controller of an extension with the same name are refused', async () => {
  const load = loadMapping('GET / thingsController.count', {
    controllers: { thingsController: { count: () => 1 } },
    extensions: [things],
  })
  await expect(load).rejects.toThrow('two controllers are named "thingsController"')
})

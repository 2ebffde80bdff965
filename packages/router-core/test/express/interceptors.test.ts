import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigurationException } from '@mvc-router/router-core'
import {
  InterceptorRegistry,
  view,
  type HandlerExecution,
  type HandlerInterceptor,
} from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'
import { waitUntil } from './wait-until.js'

afterEach(closeAll)

const folder = mkdtempSync(join(tmpdir(), 'mvc-router-interceptors-'))
writeFileSync(join(folder, 'file.txt'), 'a file')
afterAll(() => rmSync(folder, { recursive: true }))

/** The recipe of docs/controllers.md: a decorator sets the role of a method, and an interceptor checks the role. */
const requiredRole = new WeakMap<object, string>()
const Secured =
  (role: string) =>
  (method: object, _context: ClassMethodDecoratorContext): void => {
    requiredRole.set(method, role)
  }
const securityInterceptor: HandlerInterceptor = {
  preHandle(request, response, { method }) {
    const role = method && requiredRole.get(method)
    if (role === undefined || request.headers['x-role'] === role) return true
    response.statusCode = 403
    response.end('forbidden')
    return false
  },
}

class AdminController {
  @Secured('ROLE_ADMIN')
  show(_request: Request, response: Response): void {
    response.send('secret')
  }
  open(): string {
    return 'open'
  }
}

const routes = `
GET     /page            pageController.page
GET     /text            pageController.text
GET     /fails           pageController.fails
GET     /slow            pageController.slow
GET     /gone            410
GET     /go              redirect:/page
GET     /files           staticDir:${folder}
* /admin/users/?         adminController.show
GET|POST /settings/{section} adminController.show
GET     /open            adminController.open
GET     /passes          pageController.passes
GET     /throws          pageController.throwsNothing
GET     /no-view         pageController.noView
GET     /do/{c}/{m}      {c}.{m}
`

describe.each(expressVersions)('interceptors on %s', (_name, express) => {
  async function start(configure: (registry: InterceptorRegistry) => void) {
    const interceptors = new InterceptorRegistry()
    configure(interceptors)
    const pageController = {
      page: () => view('page', { own: 1 }),
      text: async () => 'text',
      fails: async () => {
        throw new Error('failed')
      },
      noView: () => view('missing'),
      throwsNothing: () => Promise.reject(undefined),
      slow: () => new Promise(() => undefined),
      passes: (_request: Request, _response: Response, next: NextFunction) => next(new Error('passed on')),
    }
    const mapping = await loadMapping(routes, {
      controllers: { pageController, adminController: AdminController },
      interceptors,
      methodOverride: 'compat',
    })
    const app = express()
    app.engine('txt', (_file, options, done) => {
      const { own, added } = options as Record<string, unknown>
      done(null, JSON.stringify({ own, added }))
    })
    app.set('views', 'packages/router-core/test/express/views')
    app.set('view engine', 'txt')
    app.use(mapping.middleware)
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send(error.message)
    })
    return serve(app)
  }

  test('preHandle runs in order, postHandle and afterCompletion in reverse order', async () => {
    const calls: string[] = []
    const recorder = (name: string): HandlerInterceptor => ({
      preHandle: async (_request, _response, { action }) => void calls.push(`pre ${name} ${action}`),
      postHandle: (_request, _response, _handler, modelAndView) => {
        calls.push(`post ${name}`)
        modelAndView?.addObject('added', name)
      },
      afterCompletion: (_request, _response, _handler, error) =>
        void calls.push(`after ${name} ${String(error)}`),
    })
    const server = await start((registry) => {
      registry.addInterceptor(recorder('a'))
      registry.addInterceptor(recorder('b'))
    })
    expect((await server.ask('GET /page')).body).toBe('{"own":1,"added":"a"}')
    await waitUntil(() => calls.length === 6)
    expect(calls).toEqual([
      'pre a pageController.page',
      'pre b pageController.page',
      'post b',
      'post a',
      'after b undefined',
      'after a undefined',
    ])
  })

  test('afterCompletion gets the error of an action or view, and also runs if the client disconnects', async () => {
    const errors: unknown[] = []
    let posts = 0
    let entered = 0
    const server = await start((registry) => {
      registry.addInterceptor({
        preHandle: () => void entered++,
        postHandle: () => void posts++,
        afterCompletion: (_request, _response, _handler, error) => void errors.push(error),
      })
    })
    expect(await server.ask('GET /fails')).toMatchObject({ status: 500, body: 'failed' })
    await waitUntil(() => errors.length === 1)
    expect(errors).toEqual([new Error('failed')])
    expect(await server.ask('GET /passes')).toMatchObject({ status: 500, body: 'passed on' })
    await waitUntil(() => errors.length === 2)
    expect(errors.pop()).toEqual(new Error('passed on'))
    expect(await server.ask('GET /throws')).toMatchObject({ status: 500 })
    await waitUntil(() => errors.length === 2)
    expect(errors.pop()).toEqual(new Error('An action failed with undefined'))
    expect(await server.ask('GET /no-view')).toMatchObject({ status: 500 })
    await waitUntil(() => errors.length === 2)
    expect(String(errors.pop())).toContain('Failed to lookup view "missing"')
    const leaving = server.ask('GET /slow').catch(() => 'gone')
    await waitUntil(() => entered === 5)
    await server.close()
    expect(await leaving).toBe('gone')
    await waitUntil(() => errors.length === 2)
    expect(errors[1]).toBeUndefined()
    // postHandle also runs for the view "missing", because views are rendered later.
    expect(posts).toBe(1)
  })

  test('an interceptor stops a request by returning false, and fails a request by throwing', async () => {
    const after: string[] = []
    const server = await start((registry) => {
      registry.addInterceptor({ afterCompletion: () => void after.push('first') })
      registry
        .addInterceptor({
          preHandle: async (_request, response) => {
            response.end('stopped')
            return false
          },
          afterCompletion: () => void after.push('stopping'),
        })
        .addPathPatterns('/text')
      registry
        .addInterceptor({
          preHandle: () => {
            throw new Error('refused')
          },
        })
        .addPathPatterns('/page')
    })
    expect((await server.ask('GET /text')).body).toBe('stopped')
    await waitUntil(() => after.length > 0)
    expect(after).toEqual(['first'])
    expect(await server.ask('GET /page')).toMatchObject({ status: 500, body: 'refused' })
  })

  test('an interceptor that answers without returning false stops the request', async () => {
    const after: string[] = []
    const server = await start((registry) => {
      registry.addInterceptor({
        preHandle: (_request, response) => void response.end('answered'),
        postHandle: () => void after.push('post'),
        afterCompletion: () => void after.push('completed'),
      })
      registry.addInterceptor({ preHandle: () => void after.push('next') })
    })
    expect((await server.ask('GET /text')).body).toBe('answered')
    expect(after).toEqual([])
  })

  test('interceptors run for a status, a redirection and static files', async () => {
    const handlers: Pick<HandlerExecution, 'action' | 'controller' | 'method'>[] = []
    const server = await start((registry) => {
      registry.addInterceptor({ preHandle: (_request, _response, handler) => void handlers.push(handler) })
    })
    expect(await server.ask('GET /gone')).toMatchObject({ status: 410 })
    expect(await server.ask('GET /go')).toMatchObject({ status: 302 })
    expect(await server.ask('GET /files/file.txt')).toMatchObject({ body: 'a file' })
    expect(await server.ask('GET /nowhere')).toMatchObject({ status: 404 })
    expect(handlers.map(({ action }) => action)).toEqual(['410', 'redirect:302:/page', `staticDir:${folder}`])
    expect(handlers.every(({ controller, method }) => controller === undefined && method === undefined)).toBe(
      true,
    )
  })

  test('the server still answers after afterCompletion fails', async () => {
    const server = await start((registry) => {
      registry.addInterceptor({ afterCompletion: () => Promise.reject(new Error('too late')) })
    })
    expect((await server.ask('GET /text')).body).toBe('text')
    expect((await server.ask('GET /text')).body).toBe('text')
  })

  test('aroundHandle runs around the inner interceptors, and a second proceed has no effect', async () => {
    const calls: string[] = []
    const server = await start((registry) => {
      registry.addInterceptor({
        aroundHandle: (_request, _response, _handler, proceed) => {
          calls.push('around')
          setImmediate(() => {
            proceed()
            proceed()
          })
        },
      })
      registry.addInterceptor({ preHandle: () => void calls.push('inner') })
    })
    expect((await server.ask('GET /text')).body).toBe('text')
    expect(calls).toEqual(['around', 'inner'])
  })

  describe('@Secured', () => {
    const secured = (registry: InterceptorRegistry): void => void registry.addInterceptor(securityInterceptor)

    test.each([
      'GET /admin/users',
      'GET /admin/users/',
      'HEAD /admin/users',
      'POST /admin/users',
      'OPTIONS /admin/users',
      'GET /admin/users?x=1',
      'GET http://evil.test/admin/users',
      'GET /%61dmin/users',
      'GET /settings/a',
      'GET /settings/%61',
      'GET /do/adminController/show',
      'GET /do/ADMINCONTROLLER/SHOW',
      'GET /do/%61dminController/show',
      'GET /do/adminController/%73how',
    ])('%s without the role is answered with 403 or 404', async (line) => {
      const server = await start(secured)
      const answer = await server.ask(line)
      expect([403, 404]).toContain(answer.status)
      expect(answer.body).not.toContain('secret')
      const allowed = await server.ask(line, { headers: { 'x-role': 'ROLE_ADMIN' } })
      expect(allowed.status).toBe(answer.status === 403 ? 200 : 404)
    })

    test('@Secured checks a request with an overridden method, and ignores an action without @Secured', async () => {
      const server = await start(secured)
      const headers = { 'x-http-method-override': 'POST' }
      expect((await server.ask('GET /settings/a', { headers })).status).toBe(403)
      expect((await server.ask('GET /open')).body).toBe('open')
    })
  })
})

describe('path patterns of interceptors', () => {
  const applies = (path: string, included: string[], excluded: string[] = []): boolean => {
    const registration = new InterceptorRegistry().addInterceptor({})
    return registration
      .addPathPatterns(...included)
      .excludePathPatterns(...excluded)
      .appliesTo(path)
  }

  test.each([
    ['/admin', '/admin', true],
    ['/admin/', '/admin', true],
    ['/ADMIN', '/admin', true],
    ['/%61dmin', '/admin', true],
    ['/admin/x', '/admin', false],
    ['/administrator', '/admin', false],
    ['/administrator', '/admin/**', false],
    ['/admin', '/admin/**', true],
    ['/admin/a/b', '/admin/**', true],
    ['/admin%2Fa', '/admin/**', true],
    ['/shop/1/edit', '/shop/*/edit', true],
    ['/shop/1/2/edit', '/shop/*/edit', false],
    ['/', '/', true],
    ['/a', '/', false],
    ['/', '/**', true],
    ['/a/b', '/**', true],
    ['/%', '/**', true],
  ])('the path %s matches the pattern %s: %p', (path, pattern, expected) => {
    expect(applies(path, [pattern])).toBe(expected)
  })

  test('excludePathPatterns excludes only the exact spelling of a path', () => {
    expect(applies('/admin/login', ['/admin/**'], ['/admin/login'])).toBe(false)
    expect(applies('/admin/Login', ['/admin/**'], ['/admin/login'])).toBe(true)
    expect(applies('/admin/login/', ['/admin/**'], ['/admin/login'])).toBe(true)
    expect(applies('/public/a', [], ['/public/**'])).toBe(false)
  })

  test.each(['admin', '', '/a**', '/**/a', '/a*'])('the pattern %j is refused', (pattern) => {
    expect(() => applies('/', [pattern])).toThrow(ConfigurationException)
  })
})

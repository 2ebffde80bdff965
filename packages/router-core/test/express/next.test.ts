import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  methodNotAllowed,
  ModelAttribute,
  ResponseStatus,
  type HandlerInterceptor,
  type RouterHandlerMappingOptions,
} from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'
import { waitUntil } from './wait-until.js'

const folder = mkdtempSync(join(tmpdir(), 'mvc-router-next-'))
writeFileSync(join(folder, 'file.txt'), 'a file')

afterEach(closeAll)
afterAll(() => rmSync(folder, { recursive: true }))

const pageController = {
  show: (request: Request, response: Response): void => {
    const { params, routeMatch } = request
    response.json({ line: routeMatch?.route.line, params })
  },
  pass: (_request: Request, _response: Response, next: NextFunction): void => next(),
  passLate: (_request: Request, _response: Response, next: NextFunction): void => void setTimeout(next, 1),
  passTwice: (_request: Request, _response: Response, next: NextFunction): void =>
    void setTimeout(() => {
      next()
      next()
    }, 1),
  spoil: (request: Request, _response: Response, next: NextFunction): void => {
    request.url = '/%zz'
    next()
  },
  route: (_request: Request, _response: Response, next: NextFunction): void => next('route'),
  router: (_request: Request, _response: Response, next: NextFunction): void => next('router'),
  error: (_request: Request, _response: Response, next: NextFunction): void => next(new Error('an error')),
  rewrite: (request: Request, _response: Response, next: NextFunction): void => {
    request.url = '/rewritten?x=1'
    next()
  },
}

class CreatingController {
  @ResponseStatus(201)
  pass(_request: Request, _response: Response, next: NextFunction): void {
    next()
  }
}

const middleware = {
  route: (_request: object, _response: object, next: NextFunction): void => next('route'),
  router: (_request: object, _response: object, next: NextFunction): void => next('router'),
  rejects: async (): Promise<never> => Promise.reject(new Error('rejected')),
}

describe.each(expressVersions)('next() on %s', (_name, express) => {
  async function start(routes: string, options: Partial<RouterHandlerMappingOptions> = {}) {
    const mapping = await loadMapping(routes, {
      controllers: { pageController },
      middleware,
      // Some lines shadow other lines on purpose.
      onWarning: () => undefined,
      ...options,
    })
    const inner = express()
    inner.use(mapping.middleware)
    inner.use(methodNotAllowed())
    inner.use((request: Request, response: Response) => {
      response.json({ left: true, params: request.params, matched: request.routeMatch !== undefined })
    })
    const app = express()
    app.use('/:tenant', inner)
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send(error.message)
    })
    const server = await serve(app)
    return async (line: string): Promise<unknown> => {
      const { body } = await server.ask(line.replace(' ', ' /t'))
      return body.startsWith('{') ? JSON.parse(body) : body
    }
  }

  test.each(['pass', 'passLate', 'route'])(
    'pageController.%s passes the request on to the next line that accepts the request, with its parameters',
    async (method) => {
      const ask = await start(`GET /{a}/{b} pageController.${method}
POST /{c}/{d} pageController.show
GET /{e}/{<[0-9]+>f} pageController.show
GET /{g}/{h} pageController.${method}
GET|HEAD /{<.+>rest} pageController.show(fixed:'1')`)
      expect(await ask('GET /x/7')).toEqual({ line: 3, params: { e: 'x', f: '7' } })
      expect(await ask('GET /x/y%2Fz')).toEqual({ line: 5, params: { rest: 'x/y/z', fixed: '1' } })
    },
  )

  test('a request that all lines pass on leaves the mapping without parameters and match', async () => {
    const ask = await start('GET /{a} pageController.pass\nGET /{b} pageController.pass')
    expect(await ask('GET /x')).toEqual({ left: true, params: {}, matched: false })
  })

  test.each(['+ use=router\nGET /{a} pageController.show', 'GET /{a} pageController.router'])(
    "next('router') skips all later lines, and the application answers: %s",
    async (line) => {
      const ask = await start(`${line}\nGET /{b} pageController.show`)
      expect(await ask('GET /x')).toEqual({ left: true, params: {}, matched: false })
    },
  )

  test("next('route') of a middleware skips later middleware and the action of its line", async () => {
    const ask = await start(
      '+ use=route,rejects\nGET /{a} pageController.error\nGET /{b} pageController.show',
    )
    expect(await ask('GET /x')).toEqual({ line: 3, params: { b: 'x' } })
  })

  test.each(['+ use=rejects\nGET /{a} pageController.show', 'GET /{a} pageController.error'])(
    'an error goes to the error handler and not to the next line: %s',
    async (line) => {
      const ask = await start(`${line}\nGET /{b} pageController.show`)
      expect(await ask('GET /x')).toMatch(/error|rejected/)
    },
  )

  test('an unknown dynamic action, and a static folder without the file, pass the request on to the next line', async () => {
    const ask = await start(
      `GET / staticDir:.
* /{controller}/{action} {controller}.{action}
GET /{first}/{second} pageController.show`,
      { cwd: folder },
    )
    expect(await ask('GET /file.txt')).toBe('a file')
    expect(await ask('GET /nothing/here')).toEqual({ line: 3, params: { first: 'nothing', second: 'here' } })
    expect(await ask('GET /pageController/show')).toMatchObject({ line: 2 })
  })

  test('the next lines match a URL that an action rewrote', async () => {
    const ask = await start(
      'GET /{a} pageController.rewrite\nGET /x pageController.error\nGET /rewritten pageController.show',
    )
    expect(await ask('GET /x')).toEqual({ line: 3, params: {} })
  })

  test('a malformed URL that an action wrote is an error', async () => {
    const ask = await start('GET /{a} pageController.spoil\nGET /{b} pageController.show')
    expect(await ask('GET /x')).toBe('The path holds a malformed escape')
  })

  test('a second call of next has no effect', async () => {
    const asked: number[] = []
    const ask = await start('GET /{a} pageController.passTwice\nGET /{b} pageController.show', {
      interceptors: [{ preHandle: (_request, _response, { match }) => void asked.push(match.route.line) }],
    })
    expect(await ask('GET /x')).toMatchObject({ line: 2 })
    expect(asked).toEqual([1, 2])
  })

  test('next(error) has no effect in a @ModelAttribute method', async () => {
    class ShopController {
      @ModelAttribute('categories')
      categories(_request: Request, _response: Response, next: NextFunction): string[] {
        next(new Error('not the action'))
        return []
      }
      show(): string {
        return 'shown'
      }
    }
    const ask = await start('GET /x shopController.show', { controllers: { shopController: ShopController } })
    expect(await ask('GET /x')).toBe('shown')
  })

  test('a rejected promise of a @ModelAttribute method is an error of the request', async () => {
    class ShopController {
      @ModelAttribute('categories')
      async categories(): Promise<never> {
        return Promise.reject(new Error('no categories'))
      }
      show(): string {
        return 'shown'
      }
    }
    const ask = await start('GET /x shopController.show', { controllers: { shopController: ShopController } })
    expect(await ask('GET /x')).toBe('no categories')
  })

  test('three thousand lines that pass a request on do not overflow the stack', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `GET /{p${index}} pageController.pass`)
    const ask = await start(`${lines.join('\n')}\nGET /{last} pageController.show`)
    expect(await ask('GET /x')).toEqual({ line: 3001, params: { last: 'x' } })
  })

  test('@ResponseStatus of an action that passes on does not change the answer', async () => {
    const mapping = await loadMapping('GET /{a} creatingController.pass\nGET /{b} pageController.show', {
      controllers: { creatingController: new CreatingController(), pageController },
      onWarning: () => undefined,
    })
    const server = await serve(express().use(mapping.middleware))
    expect(await server.ask('GET /x')).toMatchObject({ status: 200, body: '{"line":2,"params":{"b":"x"}}' })
  })

  test('a HEAD request passes through lines of GET and *', async () => {
    const ask = await start('GET /x pageController.pass\n* /x pageController.pass\nGET /x 204')
    expect(await ask('HEAD /x')).toBe('')
  })

  test('each line runs its interceptors, and afterCompletion runs for the last line first', async () => {
    const reported: string[] = []
    const interceptor: HandlerInterceptor = {
      preHandle: (_request, _response, { match }) => void reported.push(`pre ${match.route.line}`),
      postHandle: (_request, _response, { match }) => void reported.push(`post ${match.route.line}`),
      afterCompletion: (_request, _response, { match }, error) =>
        void reported.push(`after ${match.route.line} ${String(error)}`),
    }
    const lines = Array.from({ length: 12 }, (_, index) => `GET /{p${index}} pageController.pass`)
    const ask = await start(`${lines.join('\n')}\nGET /{last} pageController.show`, {
      interceptors: [interceptor],
    })
    const warnings: Error[] = []
    const listen = (warning: Error): void => void warnings.push(warning)
    process.on('warning', listen)
    await ask('GET /x')
    await waitUntil(() => reported.length === 27)
    process.off('warning', listen)
    expect(reported.slice(11, 17)).toEqual([
      'pre 12',
      'pre 13',
      'post 13',
      'after 13 undefined',
      'after 12 undefined',
      'after 11 undefined',
    ])
    expect(warnings).toEqual([])
  })
})

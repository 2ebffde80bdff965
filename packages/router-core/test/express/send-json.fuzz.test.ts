import { afterEach, describe, expect, test } from '@jest/globals'
import type { Express, Request, Response } from 'express'
import { RouterHandlerMapping } from '@mvc-router/router-core/express'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

const bodies: Readonly<Record<string, unknown>> = {
  object: { id: 1, name: 'Zoë <b>&', none: undefined, date: new Date(0) },
  list: [1, 'two', null],
  nothing: null,
  number: 5,
  yes: true,
  big: { text: 'é'.repeat(3000) },
  empty: {},
  withoutText: { toJSON: () => undefined },
  ownText: { toJSON: () => 'text' },
  lone: { text: '\ud800' },
  circle: (() => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    return circle
  })(),
  bigint: { id: 1n },
}

/** Settings of an application that change the answer of `res.json`. */
const settings: Readonly<Record<string, (app: Express) => void>> = {
  'the defaults of Express': () => {},
  'without etag': (app) => app.disable('etag'),
  'a strong etag': (app) => app.set('etag', 'strong'),
  'an etag of its own': (app) => app.set('etag', () => '"own"'),
  'an etag function as the setting "etag fn"': (app) => app.set('etag fn', () => 'W/"own"'),
  'an etag function with the name of the default': (app) =>
    app.set('etag fn', function generateETag() {
      return 'W/"own"'
    }),
  spaces: (app) => app.set('json spaces', 2),
  replacer: (app) =>
    app.set('json replacer', (key: string, value: unknown) => (key === 'id' ? 'hidden' : value)),
  escape: (app) => app.enable('json escape'),
  'a replaced json': (app) =>
    app.use((_request: Request, response: Response, next: () => void) => {
      const json = response.json.bind(response)
      response.json = (body: unknown) => json({ wrapped: body })
      next()
    }),
  'a replaced send': (app) =>
    app.use((_request: Request, response: Response, next: () => void) => {
      const send = response.send.bind(response)
      response.send = (body: unknown) => send(typeof body === 'string' ? `${body} ` : body)
      next()
    }),
  'a replaced set': (app) => {
    // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply binds the response
    const { set } = app.response
    app.response.set = function (this: Response, field: string, value?: string): Response {
      return Reflect.apply(set, this, [field, field === 'Content-Type' ? 'application/vnd.own+json' : value])
    } as typeof set
  },
  'a type': (app) => app.use(setting((response) => response.type('application/hal+json'))),
  'a tag': (app) => app.use(setting((response) => response.set('ETag', '"given"'))),
  chunks: (app) => app.use(setting((response) => response.set('Transfer-Encoding', 'chunked'))),
  'status 201': (app) => app.use(setting((response) => response.status(201))),
  'status 204': (app) => app.use(setting((response) => response.status(204))),
  'status 205': (app) => app.use(setting((response) => response.status(205))),
  'status 304': (app) => app.use(setting((response) => response.status(304))),
}

function setting(change: (response: Response) => unknown) {
  return (_request: Request, response: Response, next: () => void): void => {
    change(response)
    next()
  }
}

const requests: readonly { readonly method: string; readonly headers: Record<string, string> }[] = [
  { method: 'GET', headers: {} },
  { method: 'HEAD', headers: {} },
  { method: 'POST', headers: {} },
  { method: 'GET', headers: { 'if-none-match': '*' } },
  { method: 'GET', headers: { 'if-none-match': 'W/"2-vyGp6PvFo4RvsFtPoIWeCReyIC8"' } },
  { method: 'GET', headers: { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' } },
  { method: 'HEAD', headers: { 'if-none-match': '*', 'cache-control': 'no-cache' } },
]

/** A request whose answer has a body, a HEAD request, and a request with the ETag of `{}`. */
const someRequests = requests.filter((_, index) => [0, 1, 4].includes(index))

describe.each(expressVersions)('results as JSON on %s', (_name, express) => {
  test.each(Object.entries(settings))(
    'a returned value has the same answer as with res.json, with %s',
    async (_setting, change) => {
      const app = express() as unknown as Express
      app.set('env', 'test')
      change(app)
      const mapping = new RouterHandlerMapping({
        routeFiles: () => 'GET|POST /returned/{name} bodyController.give',
        controllers: {
          bodyController: { give: ({ params }: Request): unknown => bodies[String(params['name'])] },
        },
      })
      await mapping.load()
      app.use(mapping.middleware as never)
      app.all('/written/:name', (request: Request, response: Response) => {
        response.json(bodies[String(request.params['name'])])
      })
      app.use(((error: Error, _request: Request, response: Response, _next: unknown) => {
        response.status(500).end(error.message)
      }) as never)
      const server = await serve(app as never, { keepAlive: true })
      const ask = async (path: string, { method, headers }: (typeof requests)[number]): Promise<object> => {
        try {
          const answer = await server.ask(`${method} ${path}`, { headers })
          return { ...answer, headers: { ...answer.headers, date: undefined } }
        } catch (error) {
          // Express 4 sends Transfer-Encoding and Content-Length together, which no client accepts.
          return { error: String(error) }
        }
      }
      const isWhole = change === settings['the defaults of Express'] || process.env['TEST_ALL'] === '1'
      for (const name of Object.keys(bodies)) {
        for (const request of isWhole ? requests : someRequests) {
          const expected = await ask(`/written/${name}`, request)
          const actual = await ask(`/returned/${name}`, request)
          expect({ name, request, ...actual }).toEqual({ name, request, ...expected })
        }
      }
    },
  )
})

import { afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import fc from 'fast-check'
import { NoHandlerFoundException, Router, type ModelAttribute } from '@mvc-router/router-core'
import { linkUrl, type RequestReverser } from '@mvc-router/router-core/templates'
import { redirect, RouterModelAttribute } from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

const routes = `
GET /{<de|en>locale}/about      pageController.about
GET /{<de|en>locale}/user/{id}  pageController.user
GET /{<de|en>locale}/x-{id}     pageController.mixed
GET /legal                      pageController.legal
GET /old                        redirect:@pageController.about
GET {<de|en>locale}.example.com/shop  pageController.shop
GET /{<de|en>locale}/links      pageController.links
GET /{<de|en>locale}/moved      pageController.moved
`

const pageController = {
  about: (): undefined => undefined,
  user: (): undefined => undefined,
  mixed: (): undefined => undefined,
  legal: (): undefined => undefined,
  shop: (): undefined => undefined,
  moved: () => redirect('pageController.user', { id: 7 }),
  links: (_request: Request, response: Response): void => {
    const route = response.locals['route'] as ModelAttribute
    response.json([
      route('pageController.about').url,
      route.href('pageController.user', { id: 1, q: 2 }),
      route.href('pageController.user', { locale: 'en', id: 1 }),
      route.href('pageController.user', { locale: null, id: 1 }),
      route('pageController.mixed', { id: 1 }).add('tab', 'a').url,
      route('pageController.legal').url,
      route('pageController.legal', { locale: 'en' }).url,
      route('pageController.shop').host,
      Router.reverse('pageController.about').url,
    ])
  },
}

type Localized = Request & { locale?: string }

describe.each(expressVersions)('ambient arguments on %s', (_name, express) => {
  test('an error that defaults throws fails the request, also in redirect:@pageController.{name}', async () => {
    const mapping = await loadMapping(`GET /go/{name} redirect:@pageController.{name}\n${routes}`, {
      controllers: { pageController },
    })
    const defaults = (): never => {
      throw new Error('no locale')
    }
    const app = express()
    app.use(new RouterModelAttribute({ mapping, defaults }).middleware, mapping.middleware)
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send(error.message)
    })
    const { status, body } = await (await serve(app)).ask('GET /go/about')
    expect([status, body]).toEqual([500, 'no locale'])
  })

  test.each(['middleware', 'interceptor'] as const)(
    'with the model attribute as %s, links keep the language of the request',
    async (kind) => {
      const attribute = (mapping?: Awaited<ReturnType<typeof loadMapping>>) =>
        new RouterModelAttribute({
          mapping,
          defaults: (request: Localized) => ({ locale: request.locale, other: 'x' }),
        })
      const mapping = await loadMapping(routes, {
        controllers: { pageController },
        // A host must be allowed if it depends on the request.
        allowedHosts: ['127.0.0.1'],
        interceptors: kind === 'interceptor' ? [attribute()] : [],
      })
      Router.use(mapping)
      const app = express()
      if (kind === 'middleware') app.use(attribute(mapping).middleware)
      // This middleware can run after the attribute, because each link reads the defaults again.
      app.use((request: Localized, _response: Response, next: NextFunction) => {
        request.locale = request.headers['accept-language'] ?? 'de'
        next()
      })
      app.use(mapping.middleware)
      const server = await serve(app)
      expect(JSON.parse((await server.ask('GET /de/links')).body)).toEqual([
        '/de/about',
        '/de/user/1?q=2',
        '/en/user/1',
        '/de/user/1',
        '/de/x-1?tab=a',
        '/legal',
        '/legal?locale=en',
        'de.example.com',
        '/de/about',
      ])
      expect((await server.ask('GET /de/moved')).headers.location).toBe('/de/user/7')
      const headers = { 'accept-language': 'en' }
      expect((await server.ask('GET /de/moved', { headers })).headers.location).toBe('/en/user/7')
      if (kind === 'middleware')
        expect((await server.ask('GET /old', { headers })).headers.location).toBe('/en/about')
      Router.use(undefined)
    },
  )
})

test('defaults must be a function', () => {
  expect(() => new RouterModelAttribute({ defaults: { locale: 'de' } as never })).toThrow(
    'defaults: expected a function of the request',
  )
})

const bound = (text: string, defaults: unknown): RequestReverser =>
  Router.parse(text, { onWarning: () => undefined }).forRequest({ defaults: () => defaults as never })

test.each([
  [undefined, 'is missing'],
  [null, 'is missing'],
  [{}, 'is missing'],
  [Object.create({ locale: 'de' }), 'is missing'],
  [{ locale: 'fr' }, 'must match de|en, got "fr"'],
  [{ locale: {} }, 'bad argument "locale"'],
])('with the defaults %j, the error for a missing variable says: %s', (defaults, reason) => {
  const reverser = bound('GET /{<de|en>locale}/about a.b', defaults)
  expect(() => reverser.reverse('a.b')).toThrow(NoHandlerFoundException)
  expect(() => reverser.reverse('a.b')).toThrow(reason)
})

test('a bad default is no error for a link without that variable', () => {
  expect(bound('GET /x a.b', { locale: Symbol('x') }).reverse('a.b').url).toBe('/x')
})

test('a default never replaces a fixed argument', () => {
  expect(bound("GET /home a.b(page:'home')", { page: 'other' }).reverse('a.b').url).toBe('/home')
  expect(bound("GET /{page} a.b(page:'home')", { page: 'other' }).reverse('a.b', { page: 'home' }).url).toBe(
    '/home',
  )
})

test('reverse throws the error that defaults throws', () => {
  const reverser = Router.parse('GET /{x} a.b').forRequest({
    defaults: () => {
      throw new Error('no session')
    },
  })
  expect(() => reverser.reverse('a.b')).toThrow('no session')
})

test('a link with default values is the same as a link with these values as arguments', () => {
  const tables = [
    'GET /{a}/{b} x.y',
    'GET /{a}/s x.y\nGET /{b}/t x.y\nGET /{a}/{b}/u x.y',
    "GET /{<[0-9]+>a}/x x.y\nGET /{a}/{<[a-z]+>b} x.y(f:'1')",
    'GET /{a}-{b} x.y',
    'GET /p/{<.+>a} x.y\nGET {b}.example.com/{a} x.y',
  ].map((text) => Router.parse(text, { onWarning: () => undefined }))
  const value = fc.constantFrom('1', 'a', 'zz', 7, 'a b', null, undefined)
  const args = fc.record({ a: value, b: value, f: value, q: value }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.constantFrom(...tables), args, args, (router, given, defaults) => {
      const reverser = router.forRequest({ defaults: () => defaults })
      const { a = defaults.a, b = defaults.b } = { a: given.a ?? undefined, b: given.b ?? undefined }
      const complete: Record<string, unknown> = { ...given, a, b }
      const expected = urlOf(() => {
        const { url, host, route } = router.reverse('x.y', complete)
        // A default never reaches the query.
        for (const name of ['a', 'b'] as const) {
          const isVariable = `${route.host ?? ''}${route.path}`.includes(`${name}}`)
          if (!isVariable && (given[name] ?? undefined) === undefined) delete complete[name]
        }
        return `${host ?? ''}${router.reverse('x.y', complete).url || url}`
      })
      const actual = urlOf(() => {
        const { url, host } = reverser.reverse('x.y', given)
        return `${host ?? ''}${url}`
      })
      expect(actual).toBe(expected)
      const isAbsolute = actual !== undefined && !actual.startsWith('/')
      if (!isAbsolute) expect(urlOf(() => linkUrl(reverser, 'x.y', given))).toBe(expected)
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 150) },
  )
})

function urlOf(reverse: () => string): string | undefined {
  try {
    return reverse()
  } catch (error) {
    if (error instanceof NoHandlerFoundException) return undefined
    throw error
  }
}

import { afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import {
  ConfigurationException,
  NoHandlerFoundException,
  Router,
  type ModelAttribute,
} from '@mvc-router/router-core'
import { RouterModelAttribute, type HandlerInterceptor } from '@mvc-router/router-core/express'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

afterEach(closeAll)

const keyOf = (letter: string): string => letter.repeat(32)
const signingKeys = [keyOf('a')]
const routes = `
+ signed
GET /unsubscribe/{id}    mailController.unsubscribe
+ signed=1h
POST /imports/{id}       mailController.run
+ signed signed-ignore=utm_source,utm_medium
GET|POST /orders/{id}    mailController.order
+ signed use=log
* /any/{<.+>path}        mailController.any
+ signed
GET {shop}.example.com/offers  mailController.offers
GET /plain/{id}          mailController.plain
`

describe('signed links', () => {
  const router = Router.parse(routes, { signingKeys })

  test('a signed link ends with its signature, and contains its expiry time in seconds', () => {
    expect(router.signed('mailController.unsubscribe', { id: 7 }).url).toMatch(
      /^\/unsubscribe\/7\?signature=[\w-]{43}$/,
    )
    const { url, method } = router.signed('mailController.run', { id: 7, b: 2 }, { expiresIn: '7d' })
    const [, expires] = /^\/imports\/7\?b=2&expires=(\d{10})&signature=[\w-]{43}$/.exec(url) ?? []
    expect([method, Math.abs(Number(expires) - Date.now() / 1000 - 7 * 86_400) < 60]).toEqual(['POST', true])
  })

  test('a signed link expires after the time of its line, or after expiresIn', () => {
    const lifetime = (expiresIn?: number | string): number =>
      Number(router.signed('mailController.run', { id: 7 }, { expiresIn }).url.match(/expires=(\d+)/)?.[1]) -
      Math.floor(Date.now() / 1000)
    expect([lifetime(), lifetime(90), lifetime('15m')].map((seconds) => Math.round(seconds / 60))).toEqual([
      60, 2, 15,
    ])
  })

  test('add() signs a link again', () => {
    const first = router.signed('mailController.unsubscribe', { id: 7 })
    const second = first.add('list', 'news')
    expect(second.url).toMatch(/^\/unsubscribe\/7\?list=news&signature=/)
    expect(second.url.slice(-43)).not.toBe(first.url.slice(-43))
    expect(first.addRef('top').url).toBe(`${first.url}#top`)
  })

  test.each([
    [() => router.reverse('mailController.unsubscribe', { id: 7 }), /the line is signed: use route\.signed/],
    [() => router.href('mailController.unsubscribe', { id: 7 }), /the line is signed: use route\.signed/],
    [() => router.signed('mailController.plain', { id: 7 }), /not signed: write "\+ signed"/],
    [
      () => router.signed('mailController.unsubscribe', { id: 7, signature: 'x' }),
      /"signature" is reserved for the signature/,
    ],
    [
      () => router.signed('mailController.unsubscribe', { id: 7, expires: 1 }),
      /"expires" is reserved for the signature/,
    ],
    [
      () => router.signed('mailController.run', { id: 7 }, { expiresIn: '1 week' }),
      /expiresIn: .*got "1 week"/,
    ],
    [() => router.signed('mailController.run', { id: 7 }, { expiresIn: -1 }), /expiresIn: .*got -1/],
    [
      () => router.signed('mailController.run', { id: 7 }, { method: 'GET' }),
      /method: the line accepts POST, got GET/,
    ],
  ])('%s throws a NoHandlerFoundException', (build, message) => {
    expect(build).toThrow(message)
    expect(build).toThrow(NoHandlerFoundException)
  })

  test('route.signed accepts the named arguments and options of each template engine', () => {
    const { signed } = createModelAttribute(router)
    const plain = signed('mailController.run', { id: 7, a: 1 }, { expiresIn: 60 }).url
    expect(signed('mailController.run', { __keywords: true, id: 7, a: 1, expiresIn: 60 }).url).toBe(plain)
    const hash = { name: 'route', hash: { id: 7, a: 1, expiresIn: 60 }, data: {} }
    expect(signed('mailController.run', hash).url).toBe(plain)
  })

  test('signed lines without keys, with a bad modifier, or with a parameter of the signature are refused at load', () => {
    expect(() => Router.parse(routes)).toThrow(
      /signed, and there are no keys.*routes\.conf:3:1.*signingKeys/s,
    )
    for (const [words, line] of [
      ['signed', '/a/{expires} a.b'],
      ['signed', '/a [signature] a.b'],
      ['signed=1h', '/a [expires=99999999999] a.b'],
      ['signed=1h signed-ignore=expires', '/a a.b'],
      ['signed signed-ignore=x,signature', '/a a.b'],
    ] as const)
      expect(() => Router.parse(`+ ${words}\nGET ${line}`, { signingKeys })).toThrow(
        /"(expires|signature)" is a parameter of the signature.*routes\.conf:2:1/s,
      )
    expect(() => Router.parse('+ signed=soon\nGET /a a.b', { signingKeys })).toThrow(/how long.*15m/s)
    expect(() => Router.parse('+ signed signed-ignore\nGET /a a.b', { signingKeys })).toThrow(
      /query parameters/,
    )
    for (const keys of [[], ['short'], 'a'.repeat(40), [1], [signingKeys[0], '']])
      expect(() => new Router(undefined, { signingKeys: keys as never })).toThrow(ConfigurationException)
    expect(() => new Router().signed('a.b')).toThrow(/signingKeys/)
  })
})

interface Site {
  readonly server: TestServer
  readonly ran: string[]
  /** Returns a URL that the model attribute of the application signs. */
  readonly sign: (
    action: string,
    args: Readonly<Record<string, unknown>>,
    options?: object,
  ) => Promise<string>
}

/** An application that records its middleware, interceptor and action in `ran`. */
async function startSite(express: (typeof expressVersions)[0][1], options: object = {}): Promise<Site> {
  const ran: string[] = []
  const answer = (_request: Request, response: Response): void => {
    ran.push('action')
    response.send('done')
  }
  const interceptor: HandlerInterceptor = { preHandle: () => void ran.push('interceptor') }
  const mapping = await loadMapping(routes, {
    controllers: {
      mailController: {
        unsubscribe: answer,
        run: answer,
        order: answer,
        any: answer,
        offers: answer,
        plain: answer,
      },
    },
    middleware: {
      log: (_request: Request, _response: Response, next: NextFunction) => {
        ran.push('middleware')
        next()
      },
    } as never,
    interceptors: [interceptor],
    allowedHosts: ['.example.com'],
    signingKeys,
    ...options,
  })
  let attribute: ModelAttribute | undefined
  const app = express()
  app.use(new RouterModelAttribute({ mapping }).middleware)
  app.use((_request: Request, response: Response, next: NextFunction) => {
    attribute = response.locals['route'] as ModelAttribute
    next()
  })
  app.use(mapping.middleware)
  app.use(
    (
      error: Error & { status?: number; code?: string },
      _request: Request,
      response: Response,
      _next: NextFunction,
    ) => {
      response.status(error.status ?? 500).send(`${error.code} ${error.message}`)
    },
  )
  const server = await serve(app, { keepAlive: true })
  return {
    server,
    ran,
    async sign(action, args, given) {
      await server.ask('GET /nothing')
      return attribute?.signed(action, args, given).url ?? ''
    },
  }
}

describe.each(expressVersions)('signed lines on %s', (_name, express) => {
  test('a signed line answers its own link, and refuses each changed link with 403', async () => {
    const { server, sign, ran } = await startSite(express)
    const url = await sign('mailController.unsubscribe', { id: 'a b/c', list: ['x', "it's"] })
    expect((await server.ask(`GET ${url}`)).body).toBe('done')
    expect((await server.ask(`HEAD ${url}`)).status).toBe(200)
    ran.length = 0
    for (const changed of [
      url.replace('a%20b', 'c'),
      url.replace('%20', '%2520'),
      url.replace('a%20b%2Fc', '%61%20b%2Fc'),
      url.replace('%2F', '%2f'),
      url.replace('list=x&', ''),
      url.replace('list=x', 'list=y'),
      url.replace('?', '?&'),
      `${url}&`,
      `${url}&utm_source=x`,
      `${url}=`,
      url.slice(0, -1),
      url.replace('signature=', 'Signature='),
      url.replace(/\?.*$/, ''),
      url.replace(/signature=.*$/, ''),
      url.replace(/(signature=.*)$/, '$1&$1'),
      url.replace(/\?(.*)&(signature=.*)$/, '?$2&$1'),
    ])
      expect([changed, (await server.ask(`GET ${changed}`)).status]).toEqual([changed, 403])
    expect(ran).toEqual([])
  })

  test('a missing, an invalid and an expired signature have their own codes, and the application does not run', async () => {
    const { server, sign, ran } = await startSite(express)
    const expired = await sign('mailController.any', { path: 'x/y' }, { expiresIn: 1 })
    expect((await server.ask('GET /any/x')).body).toBe('E_SIGNATURE_MISSING This link is not valid')
    expect((await server.ask('GET /any/x?signature=x')).body).toBe(
      'E_SIGNATURE_INVALID This link is not valid',
    )
    await new Promise((resolve) => setTimeout(resolve, 2100))
    expect((await server.ask(`GET ${expired}`)).body).toBe('E_SIGNATURE_EXPIRED This link has expired')
    expect(ran).toEqual([])
  })

  test('a signed link is valid only for its method and host, and with any parameters of signed-ignore', async () => {
    const { server, sign } = await startSite(express)
    const order = await sign('mailController.order', { id: 1 })
    expect((await server.ask(`GET ${order}&utm_medium=mail`)).status).toBe(200)
    expect((await server.ask(`GET ${order.replace('?', '?utm_source=a&')}`)).status).toBe(200)
    expect((await server.ask(`POST ${order}`)).status).toBe(403)
    const post = await sign('mailController.order', { id: 1 }, { method: 'post' })
    expect((await server.ask(`POST ${post}`)).status).toBe(200)
    const offers = await sign('mailController.offers', { shop: 'a' })
    expect(offers).toMatch(/^http:\/\/a\.example\.com\/offers\?signature=/)
    const path = offers.slice('http://a.example.com'.length)
    expect((await server.ask(`GET ${path}`, { headers: { host: 'a.example.com' } })).status).toBe(200)
    expect((await server.ask(`GET ${path}`, { headers: { host: 'b.example.com' } })).status).toBe(403)
  })

  test('the first key signs links, and all keys verify links', async () => {
    const before = Router.parse(routes, { signingKeys: [keyOf('b')] }).signed('mailController.unsubscribe', {
      id: 7,
    }).url
    const { server, sign } = await startSite(express, { signingKeys: [keyOf('a'), keyOf('b')] })
    expect((await server.ask(`GET ${before}`)).status).toBe(200)
    expect(await sign('mailController.unsubscribe', { id: 7 })).not.toBe(before)
    const rotated = await startSite(express, { signingKeys: [keyOf('a')] })
    expect((await rotated.server.ask(`GET ${before}`)).status).toBe(403)
  })

  test('a signed link is valid after a proxy has removed the base path', async () => {
    const { server, sign } = await startSite(express, { basePath: '/shop' })
    const url = await sign('mailController.unsubscribe', { id: 7 })
    expect(url).toMatch(/^\/shop\/unsubscribe/)
    expect((await server.ask(`GET ${url.slice('/shop'.length)}`)).status).toBe(200)
  })
})

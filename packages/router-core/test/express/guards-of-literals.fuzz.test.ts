import { afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type express5 from 'express'
import fc from 'fast-check'
import type { RequestListener } from 'node:http'
import { Router } from '@mvc-router/router-core'
import { loadMapping } from './load-mapping.js'
import { RawClient } from './raw-client.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

const runs = Number(process.env['FUZZ_RUNS'] ?? 15)
/** Only a long run has guards for all characters, because each guard takes time in each request. */
const step = runs > 1000 ? 1 : 4

/** Printable characters of ASCII and Latin-1, and characters of each length in UTF-8. */
const characters = [
  ...Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)),
  ...Array.from({ length: 0x60 }, (_, index) => String.fromCharCode(0xa0 + index)),
  ...'ıſŁΩИא٠\u212A\uFF41\uFF0F中😀',
].filter((character, index) => index % step === 0 || 'é"^ %'.includes(character))

/** Each character unescaped, and escaped in upper, lower and mixed case, if a route file accepts it. */
const literals = [...new Set(characters.flatMap(spellings))]
  .map((spelling) => `/g${spelling}h`)
  .filter((literal) => isAccepted(`GET ${literal} a.b`))

function spellings(character: string): string[] {
  const escaped = [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('')
  const mixed = escaped.replace(/[A-F]/, (letter) => letter.toLowerCase())
  return [character, escaped, escaped.toLowerCase(), mixed]
}

function isAccepted(line: string): boolean {
  try {
    Router.parse(line)
    return true
  } catch {
    return false
  }
}

/** Ways to write the same path. */
const changes: ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toLowerCase(),
  (path) => path.toUpperCase(),
  (path) => path.replaceAll(/%../g, (escape) => escape.toLowerCase()),
  (path) => path.replaceAll(/%../g, (escape) => escape.toUpperCase()),
  (path) => Buffer.from(decode(path), 'utf8').toString('latin1'),
  (path) => decode(path),
  (path) => encodeURI(path),
  (path) => path.replace('g', '%67'),
]

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const request = fc.record({
  literal: fc.nat({ max: literals.length - 1 }),
  change: fc.constantFrom(...changes),
  rest: fc.constantFrom('', '/', '/1', '/%c3%a9', '//', '/1/'),
})

const routes = literals
  .flatMap((literal, index) => [
    `GET ${literal} page.show(literal:'${index}')`,
    `GET ${literal}/{<[0-9]+>id}/? page.show(literal:'${index}')`,
    `GET ${literal}/%c3%A9 page.show(literal:'${index}')`,
  ])
  .join('\n')

/** Escapes a text for `app.use`. Express 4 and 5 have different special characters. */
function toGuardPath(text: string, isExpress4: boolean): string {
  return text.replaceAll(isExpress4 ? /[\\^$.*+?()[\]{}|:]/g : /[{}()[\]+?!:*\\]/g, '\\$&')
}

function guardsOf(prefix: string, isExpress4: boolean): [path: string, guard: RequestHandler][] {
  return literals.map((literal, index) => [
    prefix + toGuardPath(literal, isExpress4),
    (_request: Request, response: Response, next: NextFunction): void => {
      response.appendHeader('X-Guard', String(index))
      next()
    },
  ])
}

interface Settings {
  readonly 'case sensitive routing': boolean
  readonly 'strict routing': boolean
}

function set(app: express5.Express, settings: Settings): express5.Express {
  for (const [name, value] of Object.entries(settings)) app.set(name, value)
  return app
}

/** Functions that place the guards and the mapping. Each returns the application and the mount path of requests. */
const layouts: Record<
  string,
  (
    express: typeof express5,
    settings: Settings,
    middleware: RequestHandler,
    isExpress4: boolean,
  ) => [app: express5.Express, mountPath: string]
> = {
  'guards and mapping in an application': (express, settings, middleware, isExpress4) => {
    const app = set(express(), settings)
    for (const [path, guard] of guardsOf('', isExpress4)) app.use(path, guard)
    return [app.use(middleware), '']
  },
  'a mounted mapping': (express, settings, middleware, isExpress4) => {
    const app = set(express(), settings)
    for (const [path, guard] of guardsOf('/m', isExpress4)) app.use(path, guard)
    return [app.use('/m', middleware), '/m']
  },
  'guards before a mounted application that ignores case': (express, settings, middleware, isExpress4) => {
    const app = set(express(), settings)
    for (const [path, guard] of guardsOf('/m', isExpress4)) app.use(path, guard)
    return [app.use('/m', express().use(middleware)), '/m']
  },
  'guards and mapping in a router': (express, settings, middleware, isExpress4) => {
    const { 'case sensitive routing': caseSensitive, 'strict routing': strict } = settings
    const router = express.Router({ caseSensitive, strict })
    for (const [path, guard] of guardsOf('', isExpress4)) router.use(path, guard)
    return [express().use('/m', router.use(middleware)), '/m']
  },
}

/** Functions that place a case-sensitive application with the guard before the mapping. */
const gates: Record<
  string,
  (express: typeof express5, gate: express5.Express, mapping: RequestHandler) => RequestListener
> = {
  'mounted by app.use': (express, gate, mapping) => express().use(gate).use(mapping),
  'mounted by a router': (express, gate, mapping) =>
    express().use(express.Router().use('/', gate)).use(mapping),
  'in a nested application': (express, gate, mapping) => express().use(express().use(gate)).use(mapping),
  'beside the mapping, in a nested application': (express, gate, mapping) =>
    express().use(express().use(gate).use(mapping)),
  'beside a mounted mapping': (express, gate, mapping) => express().use(gate).use(express().use(mapping)),
  'around a router with the application of the mapping': (express, gate, mapping) =>
    gate.use(express.Router().use(express().use(mapping))),
  'around a function that calls the application of the mapping': (express, gate, mapping) => {
    const inner = express().use(mapping)
    return gate.use(
      (asked: Request, response: Response, next: NextFunction) => void inner(asked, response, next),
    )
  },
  'called by a function of the server': (express, gate, mapping) => {
    const inner = express().use(mapping)
    gate.use((asked: Request, response: Response) => void inner(asked, response))
    return (asked, response) => void gate(asked, response)
  },
}

describe.each(expressVersions)('case-sensitive guards on %s', (_name, express) => {
  test.each(Object.keys(gates))(
    'a case-sensitive guard %s runs before its route, for escapes in any letter case',
    async (name) => {
      for (const literal of ['/caf%C3%A9', '/caf%c3%a9']) {
        const mapping = await loadMapping(`GET ${literal}/secret page.show`, {
          controllers: { page: { show: (): string => 'SECRET' } },
        })
        const gate = express().enable('case sensitive routing')
        gate.use(literal, (_request: Request, response: Response) => void response.status(401).end())
        const middleware = mapping.middleware as unknown as RequestHandler
        const server = await serve((gates[name] as (typeof gates)[string])(express, gate, middleware))
        for (const path of ['/caf%C3%A9/secret', '/caf%c3%a9/secret', '/caf%c3%A9/secret'])
          expect([literal, path, (await server.ask(`GET ${path}`)).body]).not.toEqual([
            literal,
            path,
            'SECRET',
          ])
        expect((await server.ask(`GET ${literal}/secret`)).status).toBe(401)
      }
    },
  )

  test('a route ignores the case of escapes if no router is case-sensitive', async () => {
    const mapping = await loadMapping('GET /caf%C3%A9 page.show', {
      controllers: { page: { show: (): string => 'ran' } },
    })
    const middleware = mapping.middleware as unknown as RequestHandler
    for (const app of [
      express().use(middleware),
      express().use(express().use(middleware)),
      express().use(express.Router().use(express.Router()).use(middleware)),
    ])
      expect((await (await serve(app)).ask('GET /caf%c3%a9')).body).toBe('ran')
  })
})

const combinations: Settings[] = [true, false].flatMap((sensitive) =>
  [true, false].map((strict) => ({ 'case sensitive routing': sensitive, 'strict routing': strict })),
)

describe.each(expressVersions)('on %s', (name, express) => {
  describe.each(Object.keys(layouts))('with %s', (layout) => {
    test.each(combinations)(
      'a guard with the text of a literal runs before its route, with the settings %j',
      async (settings) => {
        const mapping = await loadMapping(routes, {
          controllers: {
            page: {
              show: (asked: Request, response: Response): void => {
                response.setHeader('X-Ran', String(asked.params['literal']))
                response.end()
              },
            },
          },
          onWarning: () => undefined,
        })
        const build = layouts[layout] as (typeof layouts)[string]
        const middleware = mapping.middleware as unknown as RequestHandler
        const [app, mountPath] = build(express, settings, middleware, name === 'Express 4')
        app.use((_error: Error, _request: Request, response: Response, _next: NextFunction) => {
          response.status(400).end()
        })
        const client = new RawClient((await serve(app)).port)
        let ran = 0
        await fc.assert(
          fc.asyncProperty(request, async ({ literal, change, rest }) => {
            const path = mountPath + change(literals[literal] ?? '') + rest
            const head = await client.ask(`GET ${path} HTTP/1.1`)
            const served = /^X-Ran: (.*)$/im.exec(head)?.[1]
            if (served === undefined) return
            ran++
            expect(head.match(/^X-Guard: .*$/gim)).toContain(`X-Guard: ${served}`)
          }),
          // The example reaches its route. All fifteen random requests may be refused.
          { numRuns: runs, examples: [[{ literal: 0, change: (path: string) => path, rest: '/1' }]] },
        )
        client.close()
        expect(ran).toBeGreaterThan(0)
      },
      600_000,
    )
  })
})

test.each(expressVersions)(
  'on %s, a path with doubled slashes after the mount path reaches no route before its guard',
  async (_, express) => {
    const mapping = await loadMapping('GET /admin page.show', {
      controllers: { page: { show: (): string => 'ran' } },
    })
    const app = express()
    app.use('/m/admin', (_request: Request, response: Response) => response.status(403).end())
    app.use('/m', mapping.middleware)
    const server = await serve(app)
    for (const path of ['/m//admin', '/m///admin', 'http://a/m//admin', '/m//admin?x=//'])
      expect([path, (await server.ask(`GET ${path}`)).status]).toEqual([path, 404])
    expect((await server.ask('GET /m/admin?x=//')).status).toBe(403)
  },
)

test.each(expressVersions)(
  'on %s, a target whose mount path the parser changes reaches no route before its guard',
  async (_, express) => {
    const mapping = await loadMapping('GET /admin/{id} page.show\nGET /{name} page.show', {
      controllers: { page: { show: (): string => 'ran' } },
    })
    const app = express()
    app.use((asked: Request, _response: Response, next: NextFunction) => {
      asked.url = asked.url.replace('/old/', '/')
      next()
    })
    app.use('/:tenant/admin', (_request: Request, response: Response) => response.status(403).end())
    app.use('/:tenant', mapping.middleware)
    const server = await serve(app)
    const statusOf = async (target: string): Promise<string | undefined> =>
      /^HTTP\/1.1 (\d+)/.exec(
        await server.askRaw(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
      )?.[1]
    // The parser writes a quotation mark as three characters, so Express cuts off two characters too many.
    for (const target of ['/a"b/xadmin/1#', 'http://h/a"b/xadmin/1', 'http://h/a/\\admin/1'])
      expect([target, await statusOf(target)]).toEqual([target, '404'])
    // Without its mount path, this target is not a URL for the parser.
    expect(await statusOf('http://h/{a}\\//%7C]/b')).toBe('404')
    for (const target of ['/a/admin/1', '/a"b/admin/1#', 'http://h/a/admin/1', '/old/a/admin/1'])
      expect([target, await statusOf(target)]).toEqual([target, '403'])
    for (const target of ['/a/b', '/a"b/c', 'http://h/a/b?x', '/old/a/b', 'http://h/old/a/b', '/a/b"c'])
      expect([target, await statusOf(target)]).toEqual([target, '200'])
    for (const target of ['/a/b#c', '/a/b"c#', '/a/b#?x', '/a/b?x#y', 'http://h/a/b#', '/a/b#/admin/1'])
      expect([target, await statusOf(target)]).toEqual([target, '400'])
  },
)

test('a literal that a URL must encode is refused at its column, with a hint', () => {
  const problem = (line: string): unknown => {
    try {
      return Router.parse(line)
    } catch (error) {
      return (error as { errors: readonly unknown[] }).errors[0]
    }
  }
  for (const [line, column, hint] of [
    ['GET /é a.b', 6, '/%C3%A9'],
    ['GET /x/{id}/"b"/é a.b', 13, '/%22b%22/%C3%A9'],
    ['GET /a^b a.b', 7, '/a%5Eb'],
    ['GET /`{id} a.b', 6, '/%60'],
    ['GET /<b a.b', 6, '/%3Cb'],
    ['GET /<b> a.b', 6, 'a variable is written {b}'],
    ['GET /a\\b a.b', 7, '/a%5Cb'],
    ['-> /é other.conf', 5, '/%C3%A9'],
    ['GET /{id}-😀 a.b', 11, '-%F0%9F%98%80'],
  ] as const) {
    expect(problem(line)).toMatchObject({
      code: 'E_ROUTE_UNENCODED',
      column,
      hint: expect.stringContaining(hint) as unknown,
    })
  }
})

test("unencodedLiterals: 'encode' encodes literals that a URL must encode", () => {
  const router = Router.parse('GET /é/"b" a.b', { unencodedLiterals: 'encode' })
  expect(router.match({ method: 'GET', path: '/%C3%A9/%22b%22' })?.action).toBe('a.b')
  expect(router.match({ method: 'GET', path: '/é/"b"' })).toBeUndefined()
  expect(router.reverse('a.b').url).toBe('/%C3%A9/%22b%22')
  expect(() => Router.parse('', { unencodedLiterals: 'no' as 'encode' })).toThrow("'refuse' or 'encode'")
})

test('escapes match as they are written, or in any letter case with ignoresEscapeCase', () => {
  const router = Router.parse('GET /%c3%A9 a.mixed\nGET /%C3%A9 a.upper\nGET /x-%c3%a9-{id} a.part')
  const match = (path: string, ignoresEscapeCase = false): string | undefined =>
    router.match({ method: 'GET', path, ignoresEscapeCase })?.action
  expect(match('/%c3%A9')).toBe('a.mixed')
  expect(match('/%C3%A9')).toBe('a.upper')
  expect(match('/%C3%a9')).toBeUndefined()
  expect(match('/%C3%A9', true)).toBe('a.mixed')
  expect(match('/%C3%a9', true)).toBe('a.mixed')
  expect(match('/x-%C3%a9-1')).toBe('a.part')
  expect(router.allowedMethods({ path: '/%C3%a9' })).toEqual([])
  expect(router.allowedMethods({ path: '/%C3%a9', ignoresEscapeCase: true })).toEqual(['GET', 'HEAD'])
  expect(router.reverse('a.mixed').url).toBe('/%c3%A9')
})

test('a path with a malformed segment is an error only if a line fits the segments before and has one more segment', () => {
  const lines = [
    '/a/b',
    '/u/{id}',
    '/n/{<[0-9]+>id}/x',
    '/s/',
    '/t/{<.+>path}',
    '/%C3%A9/x',
    '/m-{id}/x',
    '/k+b-{id}/x',
    '/f-{<.+>path}',
  ]
  const router = Router.parse(lines.map((path) => `GET ${path} a.b`).join('\n'))
  const isPassedOn = (path: string): boolean => {
    try {
      const match = router.match({ method: 'GET', path })
      return match === undefined && router.allowedMethods({ path }).length === 0
    } catch {
      return false
    }
  }
  for (const path of [
    '/%',
    '/a/%zz',
    '/u/%00',
    '/u/%',
    '/n/1/%',
    '/t/a/b/%',
    '/%c3%a9/%',
    '/m-1/%',
    '/k+%62-1/%',
    '/%66-1/%',
  ])
    expect([path, isPassedOn(path)]).toEqual([path, false])
  for (const path of ['/x/%', '/a/b/%', '/u/1/%', '/n/a/%', '/s/%', 'x/%', '/m1/%', '/a%2F/%', '/f/%'])
    expect([path, isPassedOn(path)]).toEqual([path, true])
})

test.each(expressVersions)(
  'on %s, the case of escapes is ignored, also beside a line with a host, a format or a query condition',
  async (_name, express) => {
    for (const other of ['', 'GET example.org/x a.b', 'GET(json) /x a.b', 'GET /x [q] a.b']) {
      const mapping = await loadMapping(`GET /caf%c3%a9 page.show\n${other}`, {
        controllers: { page: { show: () => 'shown' }, a: { b: () => 'b' } },
      })
      const app = express()
      app.use(mapping.middleware)
      const server = await serve(app)
      for (const path of ['/caf%c3%a9', '/caf%C3%A9'])
        expect([other, path, (await server.ask(`GET ${path}`)).body]).toEqual([other, path, 'shown'])
    }
  },
)

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type express5 from 'express'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import fc from 'fast-check'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  devTools,
  methodNotAllowed,
  redirectToCanonical,
  RouterHandlerMapping,
} from '@mvc-router/router-core/express'
import { RawClient } from './raw-client.js'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 60)

/** Printable characters that a file name can have, and characters of one to four bytes. */
const characters = [
  ...Array.from({ length: 0x5e }, (_, index) => String.fromCharCode(0x21 + index)),
  ...' éÃıא\u212A中😀',
].filter((character) => !/[/\\.]/.test(character))
const folders = characters.map((character) => `f${character}g`)

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mvc-router-static-folders-'))
  const names = [
    ...folders.map((name) => `docs/${name}/x.txt`),
    'docs/intern/index.html',
    'docs/intern/x.txt',
  ]
  for (const [index, name] of [...names, 'docs/a\\b/x.txt'].entries()) {
    mkdirSync(join(cwd, dirname(name)), { recursive: true })
    // The length identifies the file.
    writeFileSync(join(cwd, name), 'x'.repeat(index + 1))
  }
})
afterEach(closeAll)
afterAll(() => rmSync(cwd, { recursive: true }))

async function load(routes: string): Promise<RouterHandlerMapping> {
  const controllers = {
    user: { list: () => 'list', pass: (_q: Request, _s: Response, next: NextFunction) => next() },
  }
  const mapping = new RouterHandlerMapping({ routeFiles: () => routes, cwd, controllers, onWarning() {} })
  await mapping.load()
  return mapping
}

/** Escapes a text for `app.use`. Express 4 and 5 have different special characters. */
function toGuardPath(text: string, isExpress4: boolean): string {
  return text.replaceAll(isExpress4 ? /[\\^$.*+?()[\]{}|:]/g : /[{}()[\]+?!:*\\]/g, '\\$&')
}

/** Changes of a path: needless escapes, escapes of slashes, raw bytes, other case, doubled slashes. */
const changes: ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace('f', '%66'),
  (path) => path.replace(/\/x\.txt$/, '%2Fx.txt'),
  (path) => path.replace(/\/x\.txt$/, '%5Cx.txt'),
  (path) => path.replaceAll(/%../g, (escape) => escape.toLowerCase()),
  (path) =>
    path.replaceAll(/[^/]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`),
  (path) => Buffer.from(decodeURIComponent(path), 'utf8').toString('latin1'),
  (path) => decodeURIComponent(path),
  (path) => path.toLowerCase(),
  (path) => path.replace('/doc/', '/doc//'),
  (path) => encodeURIComponent(path).replaceAll('%2F', '/'),
  (path) => `/doc/${encodeURIComponent(decodeURIComponent(path.split('/')[2] ?? ''))}/x.txt`,
]

describe.each(expressVersions)('static folders on %s', (name, express) => {
  const settings = [true, false].flatMap((isSensitive) =>
    [true, false].map((isMounted) => ({ isSensitive, isMounted })),
  )
  test.each(settings)(
    'a static folder serves a file only after its guard has run: %j',
    async ({ isSensitive, isMounted }) => {
      const mapping = await load('GET /doc/ staticDir:docs')
      const app: express5.Express = express()
      app.set('case sensitive routing', isSensitive)
      const mount = isMounted ? '/m' : ''
      for (const [index, folder] of folders.entries()) {
        const text = mapping.router.reverse('staticDir:docs', { resource: folder }).url
        app.use(toGuardPath(mount + text, name === 'Express 4'), (_request, response, next) => {
          response.appendHeader('X-Guard', String(index))
          next()
        })
      }
      const middleware = mapping.middleware as unknown as RequestHandler
      if (isMounted) app.use('/m', middleware)
      else app.use(middleware)
      app.use((_request: Request, response: Response) => void response.status(404).end())
      app.use((_error: Error, _request: Request, response: Response, _next: NextFunction) => {
        response.status(400).end()
      })
      const client = new RawClient((await serve(app)).port)
      let served = 0
      const property = fc.asyncProperty(
        fc.nat({ max: folders.length - 1 }),
        fc.constantFrom(...changes),
        async (index, change) => {
          const { url } = mapping.router.reverse('staticDir:docs', { resource: `${folders[index]}/x.txt` })
          const line = `HEAD ${mount}${change(url)} HTTP/1.1`
          // After a malformed request, the server closes the connection.
          const head = (await client.ask(line)) || (await client.ask(line))
          const length = head.startsWith('HTTP/1.1 200')
            ? Number(/^Content-Length: (.*)$/im.exec(head)?.[1])
            : 0
          if (change === changes[0]) expect([url, head, length]).toEqual([url, head, index + 1])
          if (length === 0) return
          served++
          const guards = [...head.matchAll(/^X-Guard: (.*)$/gim)].map(([, guard]) => folders[Number(guard)])
          expect([url, change(url), guards]).toEqual([
            url,
            change(url),
            expect.arrayContaining([folders[length - 1]]),
          ])
        },
      )
      await fc.assert(property, { numRuns: runs, examples: [[1, (path: string) => path]] })
      client.close()
      expect(served).toBeGreaterThan(0)
    },
    3_600_000,
  )

  test('a static folder serves each file only under the URL that reverse builds', async () => {
    const mapping = await load('GET /doc staticDir:docs')
    const app = express()
    app.use('/doc/intern', (_request: Request, response: Response) => void response.status(401).end())
    app.use(mapping.middleware)
    const server = await serve(app)
    const statusOf = async (target: string): Promise<string> =>
      (await server.askRaw(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).slice(9, 12)
    for (const folder of folders) {
      const { url } = mapping.router.reverse('staticDir:docs', { resource: `${folder}/x.txt` })
      expect([url, await statusOf(url)]).toEqual([url, '200'])
      expect(mapping.router.match({ method: 'GET', path: url })?.args).toEqual({
        resource: `${folder}/x.txt`,
      })
    }
    for (const resource of ['intern/', 'intern', 'intern/x.txt'])
      expect(await statusOf(mapping.router.reverse('staticDir:docs', { resource }).url)).toBe('401')
    for (const target of [
      '/doc/intern%2Fx.txt',
      '/doc/intern%2f',
      '/doc/intern%5Cx.txt',
      '/doc/%69ntern/',
      '/doc/a%5Cb/x.txt',
    ])
      expect([target, await statusOf(target)]).toEqual([target, '404'])
    for (const resource of ['/x', 'a//b', '../x', 'a/..', 'a\\b', '//'])
      expect(() => mapping.router.reverse('staticDir:docs', { resource })).toThrow('"resource"')
  })

  describe.each([
    'GET / staticDir:docs\nGET /users user.list\nPOST /posts user.list',
    'GET /users user.list\nPOST /posts user.list\nGET / staticDir:docs',
  ])('static folder with the lines %j', (routes) => {
    let server: TestServer
    beforeEach(async () => {
      const mapping = await load(`${routes}\n* /any/ staticDir:docs\nGET /pass user.pass`)
      const app = express()
      app.use(devTools({ mapping }))
      app.use(mapping.middleware, redirectToCanonical({ ignoreCase: true }), methodNotAllowed())
      server = await serve(app)
    })

    test.each([
      ['GET /Users', 308, { location: '/users' }],
      ['GET /users/', 308, { location: '/users' }],
      ['GET /intern', 308, { location: '/intern/' }],
      ['GET /nowhere', 404, {}],
      ['GET /nowhere/', 404, {}],
      ['POST /nope', 404, {}],
      ['OPTIONS /nope', 404, {}],
      ['DELETE /users', 405, { allow: 'GET, HEAD' }],
      ['OPTIONS /users', 204, { allow: 'GET, HEAD' }],
      ['GET /posts', 405, { allow: 'POST' }],
      ['OPTIONS /posts', 204, { allow: 'POST' }],
      ['POST /intern/x.txt', 405, { allow: 'GET, HEAD' }],
      ['OPTIONS /intern/', 204, { allow: 'GET, HEAD' }],
      ['POST /intern%2Fx.txt', 404, {}],
      ['POST /.env', 404, {}],
      ['POST /any/nope', 404, {}],
      ['POST /any/intern/x.txt', 405, { allow: 'GET, HEAD' }],
      ['POST /any/f%C3%A9g/x.txt?a', 405, { allow: 'GET, HEAD' }],
      ['GET /pass', 404, {}],
    ])('beside a static folder, %s is answered with %i and %j', async (line, status, headers) => {
      expect(await server.ask(line)).toMatchObject({ status, headers })
    })

    test('the page of devTools for a missing file shows the lines that nearly match', async () => {
      const { status, body } = await server.ask('GET /userz', { headers: { accept: 'text/html' } })
      expect([status, body]).toEqual([404, expect.stringContaining('/users')])
    })
  })

  test('a static folder with use= answers a present and a missing file with the same status', async () => {
    const mapping = new RouterHandlerMapping({
      routeFiles: () => '+ use=closed\nGET /doc staticDir:docs',
      cwd,
      middleware: { closed: (_request, response) => void response.writeHead(401).end() },
    })
    await mapping.load()
    const app = express()
    app.use(mapping.middleware, redirectToCanonical(), methodNotAllowed())
    const server = await serve(app)
    const answers = async (method: string): Promise<number[]> =>
      Promise.all(
        ['/doc/intern/x.txt', '/doc/nope'].map(
          async (path) => (await server.ask(`${method} ${path}`)).status,
        ),
      )
    expect(await answers('POST')).toEqual([405, 405])
    expect(await answers('GET')).toEqual([401, 401])
  })
})

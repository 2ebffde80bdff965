import { afterEach, describe, expect, test } from '@jest/globals'
import {
  devTools,
  methodNotAllowed,
  RouterHandlerMapping,
  RouterModelAttribute,
  type DevToolsOptions,
} from '@mvc-router/router-core/express'
import type { Application, NextFunction, Request, Response } from 'express'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

afterEach(closeAll)

const described = [
  'ETag',
  'Last-Modified',
  'Accept-Ranges',
  'Location',
  'Content-Language',
  'Access-Control-Allow-Origin',
]

const browser = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } }

/** An address of this computer that is not a loopback address. */
const networkAddress = Object.values(networkInterfaces())
  .flat()
  .find((candidate) => candidate?.family === 'IPv4' && !candidate.internal)?.address

const routes = `
GET      /                           siteController.home
+ name=book use=signedIn
GET      /books/{<[0-9]+>id}         siteController.book
POST     /books                      siteController.home
GET      /linked                     siteController.linked
GET      /view                       siteController.view
GET      /gone                       siteController.gone
GET      /fails                      siteController.fails
GET      /books/{id}/{<[a-z]+>tab}   siteController.book
GET      /books/7/old                siteController.book
`

describe.each(expressVersions)('devTools on %s', (_name, express) => {
  let text: string
  let mapping: RouterHandlerMapping
  let app: Application

  const siteController = {
    home: (_request: Request, response: Response): void => void response.send('home'),
    book: (_request: Request, response: Response): void => void response.send('book'),
    linked: (): string => mapping.reverse('siteController.hmoe').url,
    view: (_request: Request, response: Response): void => response.render('page.broken'),
    gone: (_request: Request, response: Response): void => void response.status(404).send('no such book'),
    fails: (): never => {
      throw new Error('it failed')
    },
  }

  async function start(
    options: Partial<DevToolsOptions> = {},
    prepare: (application: Application) => void = () => {},
  ): Promise<TestServer> {
    text = routes
    mapping = new RouterHandlerMapping({
      routeFiles: () => text,
      controllers: { siteController },
      middleware: { signedIn: (_request, _response, next) => next() },
      onWarning: () => {},
    })
    mapping.on('reload-error', () => {})
    await mapping.load()
    app = express()
    app.set('trust proxy', true)
    app.set('views', 'packages/router-core/test/express/views')
    app.engine('broken', (_file, model, done) => {
      try {
        const { route } = model as { route: (action: string) => unknown }
        done(null, String(route('siteController.bok')))
      } catch (error) {
        done(error as Error)
      }
    })
    app.use(devTools({ mapping, ...options }))
    app.use(new RouterModelAttribute({ mapping }).middleware)
    prepare(app)
    app.use(mapping.middleware, methodNotAllowed())
    app.get('/json', (_request, response) => void response.status(404).json({ error: 'not here' }))
    app.get('/written', (_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' })
      response.write('in ')
      response.end('parts')
    })
    app.get('/written-json', (_request, response) => {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":"not here"}')
    })
    app.get('/written-back', (_request, response) => {
      response.write('in ', () => response.end('parts'))
    })
    app.get('/waits', (_request, response) => {
      response.status(404).write('in ', () => response.end('parts'))
    })
    app.get('/described', (_request, response) => {
      for (const name of described) response.setHeader(name, 'x')
      response.statusMessage = 'Gone away'
      response.status(404).type('html').setHeader('X-Kept', 'yes').send('own')
    })
    app.get('/written-out', (_request, response) => {
      const { route } = response.locals as { route: (action: string) => unknown }
      response.send(String(route('siteController.hom')))
    })
    app.get('/handled', (_request, response) =>
      response.render('page.broken', {}, (error) => response.status(error ? 500 : 200).send('handled')),
    )
    app.use((_request: Request, response: Response) => void response.status(404).send('own 404'))
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send(`own 500: ${error.message}`)
    })
    return serve(app)
  }

  test('/__routes shows the lines with their middleware, modifiers and warnings, without any script', async () => {
    const server = await start()
    const { status, headers, body } = await server.ask('GET /__routes')
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('9 lines, tried from the first to the last')
    expect(body.replaceAll('<wbr>', '')).toContain('/books/{&lt;[0-9]+&gt;id}')
    for (const shown of ['signedIn', 'name=book', 'This line can never run', 'as JSON'])
      expect(body).toContain(shown)
    expect(body.match(/name=book/g)).toHaveLength(1)
    expect(body).not.toMatch(/<script|javascript:| on\w+=/i)
    expect((await server.ask('HEAD /__routes')).body).toBe('')
    expect(await server.ask('POST /__routes')).toMatchObject({ status: 404 })
  })

  test('/__routes.json has the routes, warnings, match and URL, and so has /__routes for Accept: application/json', async () => {
    const server = await start()
    const query = 'method=get&path=/books/x&action=siteController.book&args=id%3D7'
    const asked = await server.ask(`GET /__routes.json?${query}`)
    expect(asked.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(asked.body)).toMatchObject({
      routes: { length: 9, 1: { path: '/books/{<[0-9]+>id}', middleware: ['signedIn'], line: 4 } },
      warnings: [{ code: 'E_ROUTE_SHADOWED' }],
      error: null,
      match: {
        request: { method: 'GET', path: '/books/x' },
        answer: null,
        lines: { 1: { line: 4, reasons: [{ type: 'constraint' }] } },
      },
      reverse: { url: '/books/7', method: 'GET', route: { line: 4 } },
    })
    const negotiated = await server.ask(`GET /__routes?${query}`, { headers: { accept: 'application/json' } })
    expect(negotiated.body).toBe(asked.body)
  })

  test('/__routes.json has the reasons of each line, and the errors of paths, actions and route files', async () => {
    const server = await start()
    const ask = async (query: string): Promise<Record<string, unknown>> =>
      JSON.parse((await server.ask(`GET /__routes.json?${query}`)).body) as Record<string, unknown>
    const { match } = await ask('method=post&path=books&host=shop.example&accept=application/json')
    expect(match).toMatchObject({
      request: {
        method: 'POST',
        path: '/books',
        host: 'shop.example',
        headers: { accept: 'application/json' },
      },
      answer: { action: 'siteController.home', args: {}, route: { method: 'POST', path: '/books', line: 5 } },
      lines: {
        0: {
          file: 'routeFiles()',
          line: 2,
          action: 'siteController.home',
          reasons: [{ type: 'path' }, { type: 'method' }],
        },
        2: { line: 5, reasons: [] },
      },
    })
    expect(match).not.toHaveProperty('error')
    expect(await ask('path=/books/%25zz')).toMatchObject({
      match: { answer: null, error: expect.stringContaining('escape') },
    })
    expect(await ask('action=siteController.bok')).toMatchObject({
      reverse: { error: expect.stringContaining('No route has the action "siteController.bok"') },
    })
    expect(await ask('')).not.toHaveProperty('match')
    text = 'GET /new\n'
    await mapping.reload()
    expect(await ask('')).toMatchObject({
      routes: { length: 9 },
      error: { message: expect.stringContaining('Expected an action'), errors: [{ line: 1 }] },
    })
  })

  test('/__routes shows formats, modifiers, a URL of a POST line, and the lines that nearly match', async () => {
    const server = await start()
    text =
      '+ deprecated tag=old\nPOST(json) /a/{<[0-9]+>id} siteController.home\nGET(json) /b siteController.book(n:1)\n'.replace(
        'n:1',
        "n:'1'",
      )
    await mapping.reload()
    const page = async (query: string): Promise<string> => (await server.ask(`GET /__routes?${query}`)).body
    const body = await page(
      'method=post&path=/a/x&accept=application/json&action=siteController.home&args=id%3D7',
    )
    expect(body).toContain('<td>POST(json)</td>')
    expect(body).toContain('<td>deprecated tag=old</td>')
    expect(body).not.toContain('<th>Middleware</th>')
    expect(body).toContain('<code>POST /a/7</code> from routeFiles():2')
    expect(body).toContain('No line answers <code>POST /a/x</code>')
    expect(body).toMatch(
      /<td class="bad"><p>.* does not satisfy \[0-9\]\+<\/p><\/td>\s*<td>routeFiles\(\):2<\/td>/,
    )
    expect(body).toMatch(/<td class="bad">\s*<p>.*\[0-9\]/)
    expect(body).toMatch(/<td class="quiet">\s*<p>segment 1 .*; the method is GET/)
    const answered = await page('path=/b&accept=application/json')
    expect(answered).toContain('<code>siteController.book</code>, format json')
    expect(answered).toMatch(/<li><code>n = 1<\/code><\/li>/)
    expect(answered).toMatch(/<td class="good"><p>answers<\/p><\/td>/)
  })

  test('/__routes shows which line answers, why other lines do not, and why a URL cannot be built', async () => {
    const server = await start()
    const { body } = await server.ask(
      'GET /__routes?path=http://shop.example/books/7/old%3Fa=1&action=siteController.bok',
    )
    expect(body).toContain('<code>GET /books/7/old?a=1</code> is answered by routeFiles():10')
    expect(body).toContain('would answer, but line 10 of routeFiles() comes first')
    expect(body).toContain('the path goes on with')
    expect(body).toContain('did you mean siteController.book,')
    expect((await server.ask('GET /__routes?path=/books/%25zz')).body).toContain(
      'is answered with status 400',
    )
  })

  test('/__routes skips a dynamic line if the path names no action, as a request does', async () => {
    const server = await start()
    text = 'GET /do/{action} siteController.{action}\nGET /do/{page} siteController.book\n'
    await mapping.reload()
    const page = async (path: string): Promise<string> =>
      (await server.ask(`GET /__routes?path=${path}`)).body
    expect(await page('/do/home')).toContain('<code>GET /do/home</code> is answered by routeFiles():1')
    for (const path of ['/do/hmoe', '/do/%2568ome'])
      expect(await page(path)).toContain('</code> is answered by routeFiles():2')
    expect(await page('/do/hmoe')).toContain('the path fits, but there is no action siteController.hmoe')
    text = 'GET /do/{action} siteController.{action}\n'
    await mapping.reload()
    expect(await page('/do/hmoe')).toMatch(
      /These lines nearly answer[^]*there is no action siteController\.hmoe/,
    )
  })

  test.each([
    ['path=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&method=%3Cb%3E&host=%3Ci%3E&accept=%22%3E'],
    ['action=%3Cscript%3E&args=__proto__%3D1%26constructor%3D%3Cb%3E%26%3D'],
    ['action=siteController.book&args=id%3D1%26toString%3D%3Cscript%3E%26id%3D%00'],
    [`path=/${'a/'.repeat(3000)}`],
    ['path=%00&method=%00'],
    ['path=//evil.example/x&action=//x'],
  ])('/__routes and its JSON answer the hostile query %# with 200 and escaped text', async (query) => {
    const server = await start()
    for (const page of ['/__routes', '/__routes.json']) {
      const { status, body } = await server.ask(`GET ${page}?${query}`)
      expect(status).toBe(200)
      if (page === '/__routes') expect(body).not.toMatch(/<script|<b>alert|<i>/)
      else JSON.parse(body)
    }
  })

  test('/__routes escapes the text of route files in the table and in errors', async () => {
    const server = await start()
    text = `GET /{<"><script>|[^/]+>x} siteController.home(a:'<script>')\n`
    await mapping.reload()
    const { body } = await server.ask('GET /__routes?path=/x')
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toContain('<script>')
    text = 'GET /{<script>x siteController.home\n'
    await mapping.reload()
    for (const target of ['/__routes', '/a/b'])
      expect((await server.ask(`GET ${target}`)).body).not.toContain('<script>')
  })

  test('the page for a missing route shows the broken line of the route file', async () => {
    const server = await start()
    text = `${routes}GET /{new siteController.home\n`
    await mapping.reload()
    const page = await server.ask('GET /new')
    expect(page.status).toBe(500)
    expect(page.body).toContain('  GET /{new siteController.home\n')
    expect(page.body).toContain('The last good routes serve')
    expect((await server.ask('GET /__routes')).body).toContain('  GET /{new siteController.home\n')
    expect(await server.ask('GET /')).toMatchObject({ status: 200, body: 'home' })
  })

  test('a page with the lines that nearly match replaces the 404 page of the application', async () => {
    const server = await start()
    const page = await server.ask('GET /books/x', browser)
    expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.headers['content-length']).toBe(String(Buffer.byteLength(page.body)))
    expect(page.headers).not.toHaveProperty('etag')
    expect(page.body).toContain('<h1>No line answers GET /books/x</h1>')
    expect(page.body).toContain('the variable &quot;id&quot; does not satisfy [0-9]+')
    expect(page.body).toContain('/__routes?method=GET&amp;path=%2Fbooks%2Fx')
    expect(page.body).toContain('href="/books/x?__routes=off"')
    expect((await server.ask('GET /books/x?a=1', browser)).body).toContain(
      'href="/books/x?a=1&amp;__routes=off"',
    )
    expect((await server.ask('GET http://localhost/books/x', browser)).body).not.toContain('__routes=off')
    expect(page.body).not.toContain('own 404')
    expect((await server.ask('GET /books/x?__routes=off', browser)).body).toBe('own 404')
    expect(await server.ask('HEAD /books/x', browser)).toMatchObject({ status: 404, body: '' })
    expect((await server.ask('GET /written', browser)).body).toContain('No line answers')
  })

  test('the page drops the status message and headers that describe the replaced page', async () => {
    const server = await start()
    text = 'GET /{new siteController.home'
    await mapping.reload()
    const request =
      'GET /described HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n'
    const [head = ''] = (await server.askRaw(request)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/)
    expect(head).toMatch(/\r\nX-Kept: yes\r\n/)
    for (const name of described) expect(head).not.toMatch(new RegExp(`\\r\\n${name}: x`, 'i'))
    expect((await server.ask('GET /described?__routes=off', browser)).headers).toMatchObject(
      Object.fromEntries(described.map((name) => [name.toLowerCase(), 'x'])),
    )
  })

  test('the page replaces an answer that is written in several parts', async () => {
    const server = await start()
    expect((await server.ask('GET /waits', browser)).body).toContain('No line answers')
  })

  test('a client that accepts anything gets the 404 page of the application, or the page of devTools if the application has no 404 page', async () => {
    const server = await start()
    expect((await server.ask('GET /books/x')).body).toBe('own 404')
    expect((await server.ask('GET /books/x', { headers: { accept: '*/*' } })).body).toBe('own 404')
    const bare = express()
    bare.use(devTools({ mapping }), mapping.middleware)
    const { status, body } = await (await serve(bare)).ask('GET /books/x')
    expect(status).toBe(404)
    expect(body).toContain('No line answers GET /books/x')
  })

  test('the page for 405 names the methods of the path', async () => {
    const page = await (await start()).ask('PUT /books', browser)
    expect(page).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    expect(page.body).toContain('The path has lines for POST')
    expect(page.body).not.toContain('__routes=off')
  })

  test('devTools does not change answers of actions, JSON, answers for an image, or errors that no link caused', async () => {
    const server = await start()
    expect(await server.ask('GET /')).toMatchObject({ status: 200, body: 'home' })
    expect(await server.ask('GET /gone')).toMatchObject({ status: 404, body: 'no such book' })
    expect(await server.ask('GET /fails')).toMatchObject({ status: 500, body: 'own 500: it failed' })
    for (const path of ['/json', '/written-json'])
      expect((await server.ask(`GET ${path}`, browser)).body).toBe('{"error":"not here"}')
    expect((await server.ask('GET /written-back', browser)).body).toBe('in parts')
    for (const accept of ['application/json', 'image/avif,image/webp,*/*;q=0.8'])
      expect((await server.ask('GET /nothing', { headers: { accept } })).body).toBe('own 404')
  })

  test('the page shows why an action or a view could not build a link, even if the application handles the error', async () => {
    const server = await start()
    for (const path of ['/linked', '/view', '/handled', '/written-out']) {
      const page = await server.ask(`GET ${path}`)
      expect([path, page.status]).toEqual([path, 500])
      expect(page.body).toContain('<h1>A link cannot be built</h1>')
      expect(page.body).toMatch(/did you mean siteController\.(?:home|book)/)
      expect(page.body).not.toMatch(/node_modules| at Object/)
    }
  })

  test('an error of a view reaches the error handler of the router that rendered the view', async () => {
    const server = await start({}, (application) => {
      const inner = express.Router()
      inner.get('/view', (_request, response) => response.render('page.throws'))
      inner.get('/on', (_request, _response, next) => next())
      inner.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
        response.status(500).send(`inner: ${error.message}`)
      })
      application.engine('throws', (_file, _model, done) => done(new Error('the engine failed')))
      application.use('/inner', inner)
      application.get('/inner/on', (_request, response) => response.render('page.throws'))
    })
    expect((await server.ask('GET /inner/view')).body).toMatch(/^inner: /)
    expect((await server.ask('GET /inner/on')).body).toMatch(/^own 500: /)
  })

  test('links of /__routes have the mount path of the application', async () => {
    await start()
    const outer = express()
    outer.use('/shop', app)
    const server = await serve(outer)
    const { body } = await server.ask('GET /shop/__routes?action=siteController.book&args=id%3D7')
    expect(body).toContain('<form action="/shop/__routes#try"')
    expect(body).toContain('<a href="/shop/books/7">')
    expect((await server.ask('GET /shop/books/x', browser)).body).toContain('href="/shop/__routes?method=GET')
  })

  describe('devTools switched off', () => {
    const expectOff = async (server: TestServer, headers: Record<string, string> = {}): Promise<void> => {
      for (const target of ['/__routes', '/__routes.json', '/books/x'])
        expect(
          await server.ask(`GET ${target}`, { headers: { ...browser.headers, ...headers } }),
        ).toMatchObject({
          status: 404,
          body: 'own 404',
        })
      expect((await server.ask('GET /linked', { headers })).body).toMatch(/^own 500: /)
    }

    test.each(['before', 'after'])(
      'devTools is off if NODE_ENV becomes production %s its start',
      async (when) => {
        const environment = process.env['NODE_ENV']
        try {
          if (when === 'before') process.env['NODE_ENV'] = 'production'
          const server = await start()
          process.env['NODE_ENV'] = 'production'
          await expectOff(server)
          if (when === 'before') {
            process.env['NODE_ENV'] = 'development'
            await expectOff(server)
          }
        } finally {
          process.env['NODE_ENV'] = environment
        }
      },
    )

    test('devTools is off if the env of its application is production', async () => {
      const server = await start()
      app.set('env', 'production')
      await expectOff(server)
    })

    test('devTools is off if the env of an outer application is production', async () => {
      await start()
      const outer = express()
      const server = await serve(outer.use(app))
      expect((await server.ask('GET /__routes')).status).toBe(200)
      outer.set('env', 'production')
      await expectOff(server)
    })

    test.each([
      ['a proxy on this computer', { 'X-Forwarded-For': '127.0.0.1' }],
      ['a proxy for another client', { 'X-Forwarded-For': '203.0.113.7, 127.0.0.1' }],
      ['a proxy that names the host', { 'X-Forwarded-Host': 'localhost' }],
      ['a proxy with the header Forwarded', { Forwarded: 'for=127.0.0.1' }],
      ['nginx', { 'X-Real-IP': '127.0.0.1' }],
      ['DNS rebinding', { Host: 'evil.example' }],
      ['a host that begins like an address', { Host: '127.0.0.1.evil.example' }],
      ['a host that ends like localhost', { Host: 'evillocalhost' }],
      ['a host with a user', { Host: 'localhost@evil.example' }],
      ['a host with a path', { Host: 'localhost/x' }],
      ['a page of another origin', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' }],
      ['a page on another port', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }],
      ['an old browser on another origin', { Origin: 'https://evil.example' }],
    ])('devTools is off for %s', async (_client, headers) => {
      await expectOff(await start(), headers)
    })

    const onNetwork = networkAddress === undefined ? test.skip : test
    onNetwork(
      'devTools is off for a client that uses the network address of this computer, even with the host localhost',
      async () => {
        await start()
        const server = createServer(app)
        await new Promise<void>((resolve) => server.listen(0, networkAddress, resolve))
        try {
          const { port } = server.address() as AddressInfo
          const headers = { ...browser.headers, host: 'localhost' }
          const [answer] = (await once(
            get({ host: networkAddress, port, path: '/__routes', headers }),
            'response',
          )) as [IncomingMessage]
          expect(await answer.setEncoding('utf8').toArray()).toEqual(['own 404'])
        } finally {
          server.close()
          server.closeAllConnections()
        }
      },
    )
  })

  test.each(['localhost', 'LOCALHOST:3000', 'shop.localhost:8080', '127.0.0.2', '[::1]:3000', 'localhost.'])(
    'devTools is on for the host %s',
    async (host) => {
      expect((await (await start()).ask('GET /__routes', { headers: { host } })).status).toBe(200)
    },
  )

  test('devTools is on for a link on another site, and that site cannot read the page', async () => {
    const headers = { ...browser.headers, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }
    const page = await (
      await start({}, (application) =>
        application.use((_request: Request, response: Response, next: NextFunction) => {
          response.setHeader('Access-Control-Allow-Origin', '*')
          next()
        }),
      )
    ).ask('GET /books/x', { headers })
    expect(page.body).toContain('No line answers')
    expect(page.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each([
    [{ mapping: undefined }, 'devTools: expected { mapping }'],
    [{ editor: 'code' }, 'editor: expected a URL with {file}'],
    [{ editor: 'javascript:{file}' }, 'editor: expected a URL with {file}'],
  ])('devTools refuses the options %j', async (options, message) => {
    await expect(start(options as unknown as DevToolsOptions)).rejects.toThrow(message)
  })
})

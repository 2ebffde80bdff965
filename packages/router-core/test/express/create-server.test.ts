import { afterEach, describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { IncomingMessage, request as httpRequest, type Server } from 'node:http'
import { request as httpsRequest, Server as TlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { ConnectionOptions } from 'node:tls'
import { promisify } from 'node:util'
import type express5 from 'express'
import type { Express, NextFunction, Request, Response } from 'express'
import {
  createServer,
  RouterModelAttribute,
  stopGracefully,
  type ServerOptions,
} from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

type ExpressModule = typeof express5

/** An application with an example of each feature of Express requests and responses. */
async function createApp(express: ExpressModule): Promise<Express> {
  const app = express()
  app.set('env', 'test')
  Object.assign(app.request, { greeting: 'from the application' })
  const mapping = await loadMapping('GET /mapped/{id} pages.show\nGET /fails pages.fails', {
    controllers: {
      pages: {
        show: (request: Request, response: Response) =>
          response.send(`${request.params['id']} ${response.locals['route']('pages.show', { id: 7 })}`),
        fails: () => Promise.reject(new Error('failed')),
      },
    },
  })
  app.use(express.json(), express.urlencoded({ extended: true }), express.text())
  app.get('/text', (request, response) => void response.send(`text ${greetingOf(request)}`))
  app.get('/json', (_request, response) => void response.json({ a: [1, null, 'ü'] }))
  app.get('/cookie', (_request, response) => void response.cookie('a', 'b c').status(201).end())
  app.get('/redirect', (_request, response) => response.redirect('/text'))
  app.get('/file', (_request, response) => response.sendFile('/package.json', { root: process.cwd() }))
  app.get('/stream', (_request, response) => {
    response.write('one ')
    setImmediate(() => response.end('two'))
  })
  app.get('/trailers', (_request, response) => {
    response.set('Trailer', 'X-End').write('body')
    response.addTrailers({ 'X-End': 'yes' })
    response.end()
  })
  app.get('/early', (_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.send('late')
  })
  app.get('/facts', (request, response) => {
    const { ip, protocol, secure, hostname, path, query, xhr, originalUrl, baseUrl, httpVersion } = request
    response.json({
      facts: { ip, protocol, secure, hostname, path, query, xhr, originalUrl, baseUrl, httpVersion },
      negotiated: [request.accepts('json', 'html'), request.is('json'), request.get('x-a'), request.range(9)],
      own: Object.keys(request).filter((name) => !name.startsWith('_')),
      kinds: [request instanceof IncomingMessage, request.app === app, response.req === request],
      prototypes: [prototypeOf(request) === app.request, prototypeOf(response) === app.response],
      locals: prototypeOf(response.locals),
    })
  })
  app.all('/echo', (request, response) => {
    response.format({
      text: () => response.send(`${request.method} ${JSON.stringify(request.body)}`),
      html: () => response.send(`<p>${JSON.stringify(request.body)}</p>`),
    })
  })
  app.use('/inner', createInnerApp(express))
  app.get('/inner/back', (request, response) => {
    const isOuter = request.app === app && prototypeOf(response) === app.response
    response.send(`back ${isOuter} ${greetingOf(request)}`)
  })
  app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
  // The default page would show a stack, which differs between the two servers.
  app.use((error: Error & { status?: number }, _request: Request, response: Response, next: NextFunction) => {
    if (error.status === 400) response.status(400).send(error.message)
    else next(error)
  })
  return app
}

function createInnerApp(express: ExpressModule): Express {
  const inner = express()
  Object.assign(inner.request, { greeting: 'from within' })
  inner.get('/text', (request, response) => {
    const isInner = request.app === inner && prototypeOf(response) === inner.response
    response.send(`inner ${isInner} ${greetingOf(request)} ${request.baseUrl}`)
  })
  inner.get('/fails', () => {
    throw new Error('failed within')
  })
  return inner
}

const greetingOf = (request: Request): string => (request as unknown as { greeting: string }).greeting
const prototypeOf = (value: object): unknown => Object.getPrototypeOf(value)

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: example.org', ...headers, '', ''].join('\r\n')

const conversations: readonly (readonly [string, string])[] = [
  ...['/text', '/json', '/cookie', '/redirect', '/file', '/stream', '/trailers', '/early', '/facts'].map(
    (path): [string, string] => [`GET ${path}`, get(path, 'Connection: close')],
  ),
  ...['/inner/text', '/inner/back', '/inner/fails', '/mapped/1%202', '/fails', '/nothing', '/%zz'].map(
    (path): [string, string] => [`GET ${path}`, get(path, 'Connection: close')],
  ),
  ['HEAD', get('/json', 'Connection: close').replace('GET', 'HEAD')],
  ['HEAD for a stream', get('/stream', 'Connection: close').replace('GET', 'HEAD')],
  ['OPTIONS', get('/text', 'Connection: close').replace('GET', 'OPTIONS')],
  ['keep-alive', get('/text') + get('/inner/text') + get('/nothing') + get('/text', 'Connection: close')],
  ['pipelined streams', get('/stream') + get('/stream') + get('/stream', 'Connection: close')],
  ['a range', get('/file', 'Range: bytes=2-9', 'Connection: close')],
  ['an unchanged answer', get('/json', 'If-None-Match: *', 'Connection: close')],
  [
    'facts of the request',
    get('/facts?a[b]=c', 'X-A: 1', 'X-A: 2', 'X-Requested-With: XMLHttpRequest', 'Connection: close'),
  ],
  ['an old client', 'GET /text HTTP/1.0\r\n\r\n'],
  ['an old client that keeps alive', 'GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
  [
    'a body in chunks',
    get('/echo', 'Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close').replace(
      'GET',
      'POST',
    ) + '5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n',
  ],
  [
    'a body with Expect: 100-continue',
    get(
      '/echo',
      'Content-Type: text/plain',
      'Content-Length: 2',
      'Expect: 100-continue',
      'Connection: close',
    ).replace('GET', 'PUT') + 'ab',
  ],
  ['an unknown expectation', get('/text', 'Expect: wonders', 'Connection: close')],
  [
    'a body that is no JSON',
    get('/echo', 'Content-Type: application/json', 'Content-Length: 1', 'Connection: close').replace(
      'GET',
      'POST',
    ) + '{',
  ],
  ['no HTTP', 'what is this?\r\n\r\n'],
  ['no host', 'GET /text HTTP/1.1\r\n\r\n'],
  ['a header that is too long', get('/text', `X-A: ${'a'.repeat(20_000)}`)],
]

async function listen(app: Express): Promise<Server> {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const withoutDates = (text: string): string => text.replaceAll(/^(?:Date|Last-Modified): .*$/gm, 'Date')

async function talk(server: Server, bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => (text += String(chunk)))
  socket.write(bytes, 'latin1')
  // The server does not close this connection, so the client closes it.
  if (bytes.includes('keep-alive')) setTimeout(() => socket.end(), 200)
  await once(socket, 'close')
  return withoutDates(text)
}

describe.each(expressVersions)('createServer on %s', (_name, express) => {
  const serveApp = async (options?: ServerOptions): Promise<[Express, Server]> => {
    const app = await createApp(express)
    const server = createServer(app, options)
    await serve(server)
    return [app, server]
  }

  test('createServer answers with the same bytes as app.listen', async () => {
    const [app, server] = await serveApp()
    const listening = await listen(app)
    try {
      for (const [name, bytes] of conversations) {
        const expected = await talk(listening, bytes)
        expect(expected).toMatch(/^HTTP\/1\.1 \d\d\d /)
        expect([name, await talk(server, bytes)]).toEqual([name, expected])
      }
    } finally {
      listening.close()
    }
  })

  test('requests and responses have the prototypes of the application before the application gets them', async () => {
    const [app, server] = await serveApp()
    const seen: unknown[] = []
    server.prependListener('request', (request, response) => {
      seen.push(prototypeOf(request) === app.request, prototypeOf(response) === app.response)
    })
    await talk(server, get('/text') + get('/inner/back') + get('/text', 'Connection: close'))
    expect(seen).toEqual([true, true, true, true, true, true])
  })

  test('a mounted application has its own prototypes, and the outer application gets its prototypes back', async () => {
    const [, server] = await serveApp()
    const answers = await talk(server, get('/inner/text') + get('/inner/back', 'Connection: close'))
    expect(answers).toContain('inner true from within /inner')
    expect(answers).toContain('back true from the application')
  })

  test('an action behind createServer can build links', async () => {
    const [, server] = await serveApp()
    expect(await talk(server, get('/mapped/1', 'Connection: close'))).toContain('1 /mapped/7')
  })

  test('if the client disconnects, the request is destroyed, and its response closes without an end', async () => {
    const app = express()
    const server = createServer(app)
    const { port } = await serve(server)
    const closed = new Promise((resolve) => {
      app.post('/wait', (request, response) => {
        const events: string[] = []
        request.on('error', (error: NodeJS.ErrnoException) => events.push(`error ${error.code}`))
        response.on('close', () => {
          events.push('close')
          setImmediate(() => resolve({ events, destroyed: request.destroyed, ended: response.writableEnded }))
        })
        client.destroy()
      })
    })
    const client = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/wait' })
    client.on('error', () => undefined)
    client.write('half of ')
    expect(await closed).toEqual({
      events: expect.arrayContaining(['close', 'error ECONNRESET']),
      destroyed: true,
      ended: false,
    })
  })

  test('an upgrade request is passed to the listener of "upgrade"', async () => {
    const [, server] = await serveApp()
    server.on('upgrade', (request, socket) => {
      socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${request.headers.upgrade}\r\n\r\n${request.url}`,
      )
    })
    const answer = await talk(server, get('/socket', 'Connection: Upgrade', 'Upgrade: echo'))
    expect(answer).toMatch(/^HTTP\/1\.1 101 [^]*Upgrade: echo[^]*\/socket$/)
  })

  test('stopGracefully closes the server after its last answer', async () => {
    const app = express()
    const server = createServer(app)
    const { port } = await serve(server)
    const stopped = new Promise((resolve) => {
      app.get('/', (_request, response) => {
        resolve(stopGracefully(server))
        setImmediate(() => response.send('the last'))
      })
    })
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('the last')
    expect(await stopped).toBe(true)
    expect(server.listening).toBe(false)
  })

  test('createServer passes its options to node:http', async () => {
    const [, server] = await serveApp({ keepAliveTimeout: 1234, maxHeaderSize: 500 })
    expect(server.keepAliveTimeout).toBe(1234)
    expect(await talk(server, get('/text', `X-A: ${'a'.repeat(600)}`))).toMatch(/^HTTP\/1\.1 431/)
  })

  test('createServer serves TLS with the options of node:https', async () => {
    const app = await createApp(express)
    const psk = Buffer.from('a key of both sides')
    const tls = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const
    const server = createServer(app, { ...tls, pskCallback: () => psk, pskIdentityHint: 'test' })
    expect(server).toBeInstanceOf(TlsServer)
    const { port } = await serve(server)
    const known: ConnectionOptions = {
      ...tls,
      checkServerIdentity: () => undefined,
      pskCallback: () => ({ psk, identity: 'test' }),
    }
    const client = httpsRequest({ ...known, port, host: '127.0.0.1', path: '/facts', agent: false })
    client.end()
    const [response] = (await once(client, 'response')) as [IncomingMessage]
    const [body] = await response.setEncoding('utf8').toArray()
    expect(JSON.parse(String(body))).toMatchObject({
      facts: { protocol: 'https', secure: true },
      prototypes: [true, true],
    })
  })

  test('createServer makes a TLS server if the options have a certificate or SNICallback', () => {
    const app = express()
    expect(createServer(app, { SNICallback: () => undefined })).toBeInstanceOf(TlsServer)
    expect(() => createServer(app, { cert: 'none' })).toThrow(/PEM/)
    expect(() => createServer(app, { pfx: 'none' })).toThrow(/not enough data|asn1|pfx/i)
    expect(createServer(app, {})).not.toBeInstanceOf(TlsServer)
  })

  test('a request has the new prototype if the application replaces app.request later', async () => {
    const [app, server] = await serveApp()
    app.request = Object.assign(Object.create(app.request), { greeting: 'replaced' }) as Request
    expect(await talk(server, get('/text', 'Connection: close'))).toContain('text replaced')
  })
})

// %HasFastProperties is a function of V8, so this test needs a process with --allow-natives-syntax.
test('V8 keeps fast properties for all requests and responses of createServer', async () => {
  const program = `
    import express from ${JSON.stringify(import.meta.resolve('express'))}
    import * as router from ${JSON.stringify(import.meta.resolve('@mvc-router/router-core/express'))}
    const app = express()
    const seen = []
    app.get('/', (request, response) => {
      response.on('close', () => seen.push(%HasFastProperties(request), %HasFastProperties(response)))
      response.cookie('a', 'b').status(201).json({ query: request.query })
    })
    const server = router.createServer(app).listen(0, '127.0.0.1')
    server.on('listening', async () => {
      for (let count = 0; count < 40; count++) await fetch('http://127.0.0.1:' + server.address().port)
      server.closeAllConnections()
      server.close(() => console.log(seen.length, seen.filter(Boolean).length))
    })`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--allow-natives-syntax',
    '--input-type=module',
    '--eval',
    program,
  ])
  expect(stdout).toBe('80 80\n')
})

test.each([
  ['a listener', (_request: unknown, response: NextFunction) => response()],
  ['an object', { request: {}, response: {} }],
  ['undefined', undefined],
])('createServer refuses %s, because it is not an Express application', (_name, application) => {
  expect(() => createServer(application as unknown as Express)).toThrow(/expected an Express application/)
})

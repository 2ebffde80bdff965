import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type CorsOptions, createWebServer, MemoryRepository } from '@mvc-router/rest'
import { testBadInputs } from './bad-input-cases.js'
import { type Answer, type Call, type RunningServer, start } from './http-client.js'
import { User, UserController } from './user-server.js'

const good = 'https://good.com'

/** Starts a server with these CORS parameters, makes calls, and stops the server. */
async function withCors<Result>(
  cors: CorsOptions | Readonly<Record<string, unknown>>,
  use: (server: RunningServer) => Promise<Result>,
): Promise<Result> {
  const app = await createWebServer({
    cors,
    controllers: [new UserController(new MemoryRepository(User))],
    logError: () => undefined,
    middleware: [
      (request, response, next) => {
        if (!request.url.startsWith('/guarded')) return next()
        response.statusCode = 401
        response.end()
      },
      (request, response, next) => {
        if (!request.url.startsWith('/careless')) return next()
        response.writeHead(200, { Vary: 'Cookie' })
        response.end()
      },
    ],
  })
  const server = await start(app)
  try {
    return await use(server)
  } finally {
    await server.close()
  }
}

let server: RunningServer
let close: () => void = () => undefined

beforeAll(async () => {
  await new Promise<void>((ready) => {
    void withCors(
      { allowOrigin: good, supportedHeaders: 'Accept, Content-Type', exposedHeaders: 'Location, ETag' },
      async (running) => {
        server = running
        ready()
        await new Promise<void>((resolve) => (close = resolve))
      },
    )
  })
})
afterAll(() => close())

const preflight = { origin: good, 'access-control-request-method': 'DELETE' }

function expectAllowed({ status, headers }: Answer, origin: string): void {
  expect([status, headers['access-control-allow-origin']]).toEqual([200, origin])
  expect(headers.vary).toMatch(/\bOrigin\b/)
}

function expectRefused({ status, headers, text }: Answer, expected = 403): void {
  expect([status, headers['access-control-allow-origin']]).toEqual([expected, undefined])
  expect(headers.vary).toMatch(/\bOrigin\b/)
  expect(JSON.parse(text)).toMatchObject({ code: expected })
}

const refuses = (origin: string) => async (): Promise<void> =>
  expectRefused(await server.get('/users', { origin }))

/** Expects that a server does not start with these CORS parameters. */
const stops = (cors: Readonly<Record<string, unknown>>) => async (): Promise<void> => {
  await expect(createWebServer({ cors })).rejects.toMatchObject({ code: 'E_CONFIG' })
}

test.each([
  ['allowOrigin', []],
  ['allowOrigin', 'shop.example'],
  ['supportedMethods', 'get'],
  ['supportedHeaders', 'a, *'],
  ['exposedHeaders', 'a:b'],
  ['supportsCredentials', 'yes'],
  ['supportsCredentials', true],
  ['allowSubdomains', 1],
  ['maxAge', '-1'],
])('the error for the CORS parameter %s with the value %j names the parameter', async (name, value) => {
  const option = `cors.${name}`
  const error = { code: 'E_CONFIG', option, message: expect.stringContaining(option) }
  await expect(createWebServer({ cors: { [name]: value } })).rejects.toMatchObject(error)
})

testBadInputs('cors', {
  'cors-001': async () => {
    const answer = await server.get('/users', { origin: good })
    expectAllowed(answer, good)
    expect(answer.headers['access-control-allow-credentials']).toBe('true')
    expect(answer.headers['access-control-expose-headers']).toBe('Location,ETag')
  },
  'cors-002': refuses('https://evil.com'),
  'cors-004': refuses('null'),
  'cors-005': stops({ allowOrigin: 'null' }),
  'cors-007': refuses('https://evilgood.com'),
  'cors-008': refuses('http://good.com'),
  'cors-009': refuses('https://good.com:8443'),
  'cors-010': refuses('https://GOOD.com'),
  'cors-012': stops({ allowOrigin: 'https://good.com/' }),
  'cors-013': async () => {
    const answer = await server.get('/users', { origin: 'https://good.com%0d%0aX: 1' })
    expectRefused(answer)
    expect(answer.headers['x']).toBeUndefined()
    expect(answer.text).not.toContain('good.com')
  },
  'cors-015': async () => {
    await stops({ allowOrigin: '*', supportsCredentials: true })()
    await stops({ allowOrigin: true, supportsCredentials: true })()
    await stops({ supportsCredentials: 'true' })()
  },
  'cors-017': async () => {
    await withCors({ allowOrigin: ['https://a.com', 'https://b.com'] }, async (two) => {
      expectAllowed(await two.get('/users', { origin: 'https://b.com' }), 'https://b.com')
    })
  },
  'cors-018': async () => {
    await withCors(
      { allowOrigin: good, supportedMethods: 'OPTIONS, GET, POST, PUT, DELETE, HEAD' },
      async (some) => {
        const answer = await some.call({ method: 'OPTIONS', path: '/users', headers: preflight })
        expectAllowed(answer, good)
        expect(answer.headers['access-control-allow-methods']).toBe('OPTIONS,GET,POST,PUT,DELETE,HEAD')
        expect(answer.text).toBe('')
      },
    )
  },
  'cors-019': async () => {
    await withCors({ allowOrigin: good, supportedMethods: 'GET' }, async (few) => {
      const refused = await few.call({ method: 'OPTIONS', path: '/users', headers: preflight })
      expectRefused(refused, 405)
      expect(refused.headers.allow).toBe('GET')
      const { status, headers } = await few.post('/users', { name: 'x' }, { origin: good })
      expect([status, headers.allow, headers['access-control-allow-origin']]).toEqual([405, 'GET', good])
      expectRefused(await few.post('/users', { name: 'x' }, { origin: 'https://evil.com' }))
    })
  },
  'cors-020': async () => {
    const answer = await server.raw(
      'OPTIONS /users HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: https://good.com\r\nAccess-Control-Request-Method: FOO\rX\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expectRefused(
      await server.call({
        method: 'OPTIONS',
        path: '/users',
        headers: { ...preflight, 'access-control-request-method': 'FOO' },
      }),
      405,
    )
  },
  'cors-024': async () => {
    const answer = await server.call({ method: 'OPTIONS', path: '/users', headers: { origin: good } })
    expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, HEAD, POST'])
    expect(answer.headers['access-control-allow-origin']).toBe(good)
  },
  'cors-025': async () =>
    expectAllowed(await server.call({ method: 'OPTIONS', path: '/nothing', headers: preflight }), good),
  'cors-026': async () => {
    expectAllowed(await server.call({ method: 'OPTIONS', path: '/guarded', headers: preflight }), good)
    expect((await server.get('/guarded', { origin: good })).status).toBe(401)
  },
  'cors-030': async () => {
    await stops({ allowOrigin: '' })()
    await stops({ allowOrigin: [] })()
    await stops({ allowOrigin: good, supportedMethods: ' , ' })()
  },
  'cors-033': async () => {
    const { status, headers } = await server.get('/users', { origin: `https://${'a'.repeat(16 * 1024)}.com` })
    expect([status, headers['access-control-allow-origin']]).toEqual([431, undefined])
  },
  'cors-034': async () =>
    expectRefused(await server.call({ path: '/users', headers: { origin: [good, good] } })),
})

test('Vary names Origin in every answer, even if a handler sets Vary', async () => {
  expect((await server.get('/careless')).headers.vary).toBe('Cookie, Origin')
  expect((await server.get('/users')).headers.vary).toBe('Accept, Origin')
  expect((await server.get('/nothing')).headers.vary).toMatch(/Origin/)
})

test.each([
  [400, { path: '/users?nothing=1' }],
  [400, { path: '/users/%ff' }],
  [400, { method: 'POST', path: '/users', headers: { 'content-type': 'application/json' }, body: '{' }],
  [404, { path: '/users/999' }],
  [404, { path: '/nothing' }],
  [405, { method: 'PUT', path: '/users' }],
  [406, { path: '/users', headers: { accept: 'image/png' } }],
  [
    413,
    {
      method: 'POST',
      path: '/users',
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(2e6),
    },
  ],
  [415, { method: 'POST', path: '/users', headers: { 'content-type': 'text/csv' }, body: 'x' }],
])('an error %i for an allowed origin has the CORS headers', async (expected, call: Call) => {
  const { status, headers } = await server.call({ ...call, headers: { ...call.headers, origin: good } })
  expect([status, headers['access-control-allow-origin'], headers['access-control-expose-headers']]).toEqual([
    expected,
    good,
    'Location,ETag',
  ])
})

test('a request without Origin or from the same origin gets no CORS headers', async () => {
  expect((await server.get('/users')).headers['access-control-allow-origin']).toBeUndefined()
  const own = await server.get('/users', { host: 'api.example.com', origin: 'http://api.example.com' })
  expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, undefined])
})

const ask = (names: string): Promise<Answer> =>
  server.call({
    method: 'OPTIONS',
    path: '/users',
    headers: { ...preflight, 'access-control-request-headers': names },
  })

test('a preflight that requests a header outside of supportedHeaders is refused', async () => {
  expectAllowed(await ask('accept, CONTENT-TYPE'), good)
  expectRefused(await ask('accept, x-secret'))
})

test('without allowOrigin, every origin is allowed, but no credentials', async () => {
  await withCors({}, async (open) => {
    const answer = await open.get('/users', { origin: 'https://anyone.org' })
    expectAllowed(answer, '*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    const asked = await open.call({
      method: 'OPTIONS',
      path: '/users',
      headers: { ...preflight, 'access-control-request-headers': 'x-anything' },
    })
    expect(asked.headers['access-control-allow-headers']).toBe('x-anything')
  })
})

test('names of CORS parameters may start with cors., and allowSubdomains allows subdomains', async () => {
  await withCors(
    {
      'cors.allowOrigin': 'https://good.com:8443 http://other.org',
      'cors.allowSubdomains': 'true',
      'cors.maxAge': '600',
    },
    async (sub) => {
      expectAllowed(
        await sub.get('/users', { origin: 'https://api.good.com:8443' }),
        'https://api.good.com:8443',
      )
      for (const origin of [
        'https://api.good.com',
        'http://api.good.com:8443',
        'https://evilgood.com:8443',
        'https://evil.org/.good.com:8443',
        'https://.good.com:8443',
      ]) {
        expectRefused(await sub.get('/users', { origin }))
      }
      const { headers } = await sub.call({
        method: 'OPTIONS',
        path: '/users',
        headers: { origin: 'http://a.b.other.org', 'access-control-request-method': 'PATCH' },
      })
      expect([headers['access-control-max-age'], headers['access-control-allow-origin']]).toEqual([
        '600',
        'http://a.b.other.org',
      ])
    },
  )
})

test('the items of a CORS parameter are separated by any number of commas and blanks', async () => {
  await withCors({ allowOrigin: ` ${good}, \n`, supportedMethods: 'GET,,POST ' }, async (listed) => {
    expectAllowed(await listed.get('/users', { origin: good }), good)
    const refused = await listed.call({ method: 'PUT', path: '/users', headers: { origin: good } })
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, POST'])
  })
})

test('the server does not start with invalid CORS parameters', async () => {
  for (const allowOrigin of [
    'good.com',
    'https://good.com:443',
    'https://good.com, *',
    'HTTPS://good.com',
    'https://*.good.com',
    'https://a@b.com',
    5,
    null,
    undefined,
  ]) {
    await stops({ allowOrigin })()
  }
  await stops({ allowOrigin: good, 'cors.allowOrigin': '*' })()
  await stops({ allowOrigin: good, supportedHeaders: null })()
  await stops({ allowOrigins: good })()
  await stops({ allowOrigin: good, supportedMethods: 'GET; POST' })()
  await stops({ allowOrigin: good, supportedMethods: ['get'] })()
  await stops({ allowOrigin: good, supportsCredentials: 'yes' })()
  await stops({ allowOrigin: good, maxAge: -1 })()
})

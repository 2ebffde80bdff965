import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Request, Response } from 'express'
import { methodNotAllowed, RouterHandlerMapping } from '@mvc-router/router-core/express'
import { closeAll, expressVersions, serve, type TestServer } from './serve.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mvc-router-static-'))
  const files: Record<string, string> = {
    'app/routes.conf':
      'GET /public staticDir:public\nGET /robots.txt staticFile:public/robots.txt\nGET /hidden staticFile:public/.well-known\n* /any staticDir:public\nGET /root/ staticDir:public\nGET /missing staticFile:nothing.txt\nGET /site staticDir:site',
    'app/site/index.html': 'home',
    'app/public/robots.txt': 'robots',
    'app/public/a b%20c.txt': 'odd name',
    'app/public/sub/index.html': 'index',
    'app/public/sub/x.css': 'css',
    'app/public/empty/deep.txt': 'deep',
    'app/public/.env': 'secret',
    'app/public/.well-known': 'well known',
    'app/secret.txt': 'secret',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
})
afterAll(async () => {
  await closeAll()
  rmSync(folder, { recursive: true })
})

describe.each(expressVersions)('static targets on %s', (_name, express) => {
  let server: TestServer
  beforeAll(async () => {
    const mapping = new RouterHandlerMapping({ routeFiles: join(folder, 'app/routes.conf') })
    await mapping.load()
    const app = express()
    app.use('/mounted', mapping.middleware, methodNotAllowed())
    app.use(mapping.middleware, methodNotAllowed())
    app.use((_request: Request, response: Response) => void response.status(404).send('nobody'))
    server = await serve(app)
  })

  test.each([
    ['/public/robots.txt', 'robots'],
    ['/public/sub/x.css', 'css'],
    ['/public/sub/', 'index'],
    ['/site/', 'home'],
    ['/mounted/site/', 'home'],
    ['/public/a%20b%2520c.txt', 'odd name'],
    ['/robots.txt', 'robots'],
    ['/hidden', 'well known'],
    ['/any/robots.txt', 'robots'],
    ['/root/robots.txt', 'robots'],
    ['/mounted/public/robots.txt', 'robots'],
  ])('GET, HEAD and a conditional GET of %s serve %j', async (path, body) => {
    const answer = await server.ask(`GET ${path}`)
    expect(answer).toMatchObject({ status: 200, body })
    expect(await server.ask(`HEAD ${path}`)).toMatchObject({
      status: 200,
      body: '',
      headers: { etag: answer.headers.etag },
    })
    expect(
      (await server.ask(`GET ${path}`, { headers: { 'if-none-match': String(answer.headers.etag) } })).status,
    ).toBe(304)
  })

  test('a range is answered with 206 or 416', async () => {
    expect(await server.ask('GET /robots.txt', { headers: { range: 'bytes=1-2' } })).toMatchObject({
      status: 206,
      body: 'ob',
    })
    expect((await server.ask('GET /robots.txt', { headers: { range: 'bytes=99-' } })).status).toBe(416)
  })

  test.each([
    '/public',
    '/public/',
    '/public/sub',
    '/public/empty/',
    '/public/.env',
    '/public/nothing.txt',
    '/public/../secret.txt',
    '/public/%2e%2e/secret.txt',
    '/public/..%2fsecret.txt',
    '/public/sub/..%2f..%2fsecret.txt',
    '/public/..%5csecret.txt',
    '/public//robots.txt',
    '/public/%252e%252e/secret.txt',
    '/missing',
  ])('%s is answered with 404', async (path) => {
    const answer = await server.askRaw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404/)
    expect(answer).not.toContain('secret')
  })

  test('a path with %00 is answered with 400', async () => {
    expect((await server.ask('GET /public/a%00')).status).toBe(400)
  })

  test('methods other than GET and HEAD are answered with 405, also for a line with *', async () => {
    expect(await server.ask('POST /public/robots.txt')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    })
    expect(await server.ask('POST /any/robots.txt')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    })
    expect((await server.ask('POST /any/nothing.txt')).status).toBe(404)
  })

  test('a relative folder in the text of routeFiles() is found in the working directory', async () => {
    const mapping = new RouterHandlerMapping({
      routeFiles: () => `GET /files staticDir:${relative(process.cwd(), join(folder, 'app/public'))}`,
    })
    await mapping.load()
    const app = express()
    app.use(mapping.middleware)
    expect((await (await serve(app)).ask('GET /files/robots.txt')).body).toBe('robots')
  })
})

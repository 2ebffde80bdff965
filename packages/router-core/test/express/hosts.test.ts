import { afterEach, describe, expect, test } from '@jest/globals'
import type { NextFunction, Request, Response } from 'express'
import { RouterHandlerMapping } from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'
import { RawClient } from './raw-client.js'
import { closeAll, expressVersions, serve } from './serve.js'

afterEach(closeAll)

const page = { show: () => 'page' }

describe.each(expressVersions)('on %s', (_name, express) => {
  const start = async (mapping: RouterHandlerMapping, mountPath: string): Promise<RawClient> => {
    const app = express().use(mountPath, mapping.middleware as never)
    app.use((_error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status((_error as { status?: number }).status ?? 500).end()
    })
    return new RawClient((await serve(app)).port)
  }
  const statusOf = (head: string): string | undefined => head.split(' ')[1]

  test('in a mounted application, a target without a path causes no server error', async () => {
    const client = await start(await loadMapping('GET /x page.show', { controllers: { page } }), '/m')
    for (const target of ['http:///m', 'http:///m/x', 'http://?/m', '//', 'http://'])
      expect([target, statusOf(await client.ask(`GET ${target} HTTP/1.1`))]).toEqual([
        target,
        expect.not.stringMatching(/^5/),
      ])
    expect(statusOf(await client.ask('GET /m/x HTTP/1.1'))).toBe('200')
    client.close()
  })

  test('requireAllowedHost answers 400 for each host that is not allowed, even if no line matches', async () => {
    const options = { controllers: { page }, allowedHosts: ['example.org', '.a.org', 'b.org:81'] }
    const client = await start(
      await loadMapping('GET /x page.show', { ...options, requireAllowedHost: true }),
      '/',
    )
    for (const host of ['example.org', 'EXAMPLE.org:8080', 'x.a.org', 'b.org:81'])
      expect([host, statusOf(await client.ask('GET /x HTTP/1.1', host))]).toEqual([host, '200'])
    for (const host of ['evil.org', 'a.org', 'b.org', 'example.org.evil.org', 'a@example.org', ''])
      for (const path of ['/x', '/nowhere'])
        expect([host, statusOf(await client.ask(`GET ${path} HTTP/1.1`, host))]).toEqual([host, '400'])
    client.close()
  })
})

test('requireAllowedHost without allowedHosts is an error', () => {
  expect(() => new RouterHandlerMapping({ routeFiles: 'routes.conf', requireAllowedHost: true })).toThrow(
    'requireAllowedHost: needs the option allowedHosts',
  )
})

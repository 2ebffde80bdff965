import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Watch } from './application.js'
import type { Host, RunningHost } from './hosts.js'
import { problem, type Variant } from './variants.js'

export function describeHost(host: Host): void {
  describe(`On ${host.name}`, () => {
    const watch: Watch = { gone: () => undefined, started: () => undefined }
    let app: RunningHost
    const reported: unknown[] = []
    let report: { mockRestore(): void }

    beforeAll(async () => {
      report = jest.spyOn(console, 'error').mockImplementation((error) => void reported.push(error))
      app = await host.start('usual', watch)
    })
    afterAll(async () => {
      await app.close()
      report.mockRestore()
    })

    const start = (variant: Variant): Promise<RunningHost> => host.start(variant, watch)
    // Bun closes the connection for an unknown method.
    const askBy = (method: string, path: string): Promise<Response | undefined> =>
      app.fetch(path, { method }).catch(() => undefined)
    const textOf = async (path: string, init?: RequestInit): Promise<string> =>
      (await app.fetch(path, init)).text()

    test.each([
      ['/', 'home'],
      ['/users/5', '{"id":5}'],
      ['/users/5?x=1', '{"id":5}'],
      ['/echo/a%20b%2Fc', 'a b/c'],
      ['/here', '{"here":"/users/7"}'],
      ['/bytes', 'hi'],
      ['/stream', 'one two'],
      ['/page/caf%C3%A9', '<p>café <a href="/page/x">café</a></p>\n'],
    ])('%s is answered with %j', async (path, text) => {
      const answer = await app.fetch(path)
      expect([answer.status, await answer.text()]).toEqual([200, text])
    })

    test.each([
      ['/', 'text/html; charset=utf-8'],
      ['/users/5', 'application/json; charset=utf-8'],
      ['/bytes', 'application/octet-stream'],
      ['/page/x', 'text/html; charset=utf-8'],
    ])('%s has the type %s', async (path, type) => {
      expect((await app.fetch(path)).headers.get('content-type')).toBe(type)
    })

    test('a path that no line accepts is answered with 404', async () => {
      const answer = await app.fetch('/nowhere')
      expect([answer.status, await answer.text()]).toEqual([404, host.handlesRest ? 'no page' : 'Not Found'])
    })

    test('a path with a value that a constraint refuses is answered with 404', async () => {
      expect((await app.fetch('/users/x')).status).toBe(404)
    })

    test('next() passes the request to the handlers after the routes', async () => {
      expect((await app.fetch('/pass')).status).toBe(404)
    })

    test('HEAD has the headers of GET and no body', async () => {
      const answer = await app.fetch('/users/5', { method: 'HEAD' })
      expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
        200,
        '8',
        '',
      ])
    })

    test('204 has no body', async () => {
      const answer = await app.fetch('/nothing')
      expect([answer.status, await answer.text()]).toEqual([204, ''])
    })

    test('a JSON body reaches its action', async () => {
      const body = JSON.stringify({ name: 'Zoë' })
      const headers = { 'content-type': 'application/json' }
      expect(await textOf('/echo', { method: 'POST', headers, body })).toBe('{"body":{"name":"Zoë"}}')
    })

    test('a large upload is read as a stream', async () => {
      const headers = { 'content-type': 'application/octet-stream' }
      const body = Buffer.alloc(3_000_000)
      expect(await textOf('/upload', { method: 'PUT', headers, body })).toBe('{"size":3000000}')
    })

    test('cookies are read and set', async () => {
      const answer = await app.fetch('/cookie', { headers: { cookie: 'c=3' } })
      expect([await answer.text(), answer.headers.getSetCookie()]).toEqual(['c=3', ['a=1', 'b=2']])
      expect(await textOf('/echo/x', { headers: { cookie: 'a=1' } })).toBe('x1')
    })

    test.each(['/count?n=', '/count?n=x', '/count?n=1&n=2'])(
      '%s is answered with 400, because n is not a single integer',
      async (path) => {
        expect((await app.fetch(path)).status).toBe(400)
      },
    )

    test.each([
      ['/old', 302, '/users/5'],
      ['/away', 302, '/echo/%C3%A9%2F%C3%BC'],
      ['/old-search?q=a%20b', 302, '/echo/a%20b'],
      ['/old-search?q=a&q=b&__proto__=c', 302, '/echo/a-b'],
    ])('%s redirects with %i to %s', async (path, status, location) => {
      const answer = await app.fetch(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
    })

    test('an action can set the status with response.status()', async () => {
      const answer = await app.fetch('/users', { method: 'POST' })
      expect([answer.status, await answer.json()]).toEqual([201, { created: true }])
    })

    test('a guard of the host gets each request before the routes, with the raw path', async () => {
      expect((await app.fetch('/closed')).status).toBe(403)
      const { headers } = await app.fetch('/echo/%61')
      expect(headers.get('x-guard')).toBe('/echo/%61')
      const file = await app.fetch('/assets/digits.txt')
      expect(file.headers.get('x-guard')).toBe('/assets/digits.txt')
    })

    test('a middleware of a line runs before its action', async () => {
      expect((await app.fetch('/guarded/x')).status).toBe(401)
      expect(await textOf('/guarded/x', { headers: { authorization: 'me' } })).toBe('x')
    })

    test.each(['/sent/before-next', '/sent/behind-next', '/sent/before-a-result', '/sent/before-another'])(
      '%s sends only its first answer, and no other line runs',
      async (path) => {
        const started = jest.fn()
        watch.started = started
        const answer = await app.fetch(path)
        expect([answer.status, await answer.text()]).toEqual([200, 'first'])
        expect(started).not.toHaveBeenCalled()
      },
    )

    test('a line for WebSocket handshakes answers no request, whatever method the client writes', async () => {
      const started = jest.fn()
      watch.started = started
      for (const method of ['WS', 'ws', 'Ws', 'GET', '*'])
        expect((await askBy(method, '/handshake'))?.status ?? 400).toBeGreaterThanOrEqual(400)
      expect(started).not.toHaveBeenCalled()
    })

    test('a method in lower case is refused, or reaches guards and actions in upper case', async () => {
      const answer = await askBy('patch', '/method')
      if (answer?.ok === true) expect(await answer.text()).toBe('PATCH')
      expect(await textOf('/method', { method: 'PATCH' })).toBe('PATCH')
    })

    test('an action does not run after a middleware or an interceptor has answered', async () => {
      const started = jest.fn()
      watch.started = started
      const answer = await app.fetch('/answered')
      expect([answer.status, await answer.text()]).toEqual([403, 'first'])
      const intercepted = await start('intercepted')
      const refused = await intercepted.fetch('/users/5')
      expect([refused.status, await refused.text()]).toEqual([401, 'first'])
      await intercepted.close()
      expect(started).not.toHaveBeenCalled()
    })

    test('a file is answered with 200, a range with 206, an unchanged file with 304, and a missing file with 404', async () => {
      const whole = await app.fetch('/assets/digits.txt')
      expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
      const part = await app.fetch('/assets/digits.txt', { headers: { range: 'bytes=2-4' } })
      expect([part.status, await part.text()]).toEqual([206, '234'])
      // Without Cache-Control, fetch adds "no-cache" to a conditional request.
      const headers = { 'if-none-match': whole.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
      expect((await app.fetch('/assets/digits.txt', { headers })).status).toBe(304)
      expect((await app.fetch('/assets/none.txt')).status).toBe(404)
    })

    test('a view that is rendered too late is dropped, and the earlier answer is sent', async () => {
      expect(await textOf('/overtaken')).toBe('first')
    })

    test.each(['/fail', '/broken-view', '/odd/proxy', '/odd/entity', '/odd/left'])(
      'the error of %s is answered with 500, and the message of the error is not sent',
      async (path) => {
        const answer = await app.fetch(path)
        const text = await answer.text()
        expect([answer.status, text]).toEqual([500, host.handlesRest ? 'sorry' : 'Internal Server Error'])
      },
    )

    test.each(['/refuse', '/refuse-oddly'])(
      'the answer to %s has the status of the thrown error',
      async (path) => {
        expect((await app.fetch(path)).status).toBe(418)
      },
    )

    test('requests after an error are answered', async () => {
      await app.fetch('/fail').then((answer) => answer.text())
      expect(await textOf('/users/5')).toBe('{"id":5}')
    })

    test.each(['/fail-late', '/broken-stream'])(
      'the answer to %s is cut off after its head',
      async (path) => {
        const read = async (): Promise<string> => (await app.fetch(path)).text()
        await expect(read()).rejects.toThrow()
      },
    )

    test('an endless stream ends when its reader leaves', async () => {
      const gone = new Promise<void>((resolve) => (watch.gone = resolve))
      const stop = new AbortController()
      const answer = await app.fetch('/endless', { signal: stop.signal })
      const reader = answer.body?.getReader()
      await reader?.read()
      reader?.cancel().catch(() => undefined)
      stop.abort()
      await gone
    })

    test('an action gets the event close if its request is aborted', async () => {
      const started = new Promise<void>((resolve) => (watch.started = resolve))
      const gone = new Promise<void>((resolve) => (watch.gone = resolve))
      const stop = new AbortController()
      const answer = app.fetch('/slow', { signal: stop.signal })
      answer.catch(() => undefined)
      await started
      stop.abort()
      await expect(answer).rejects.toThrow()
      await gone
    })

    if (host.isElsewhere !== true)
      test('mvcRouter returns the mapping, the router and reverse', () => {
        const { routes } = app
        expect(routes?.reverse('pages.user', { id: 3 }).url).toBe('/users/3')
        expect(routes?.router).toBe(routes?.mapping.router)
      })

    test('in a mounted application, lines match the path after the mount path, and links begin with the mount path', async () => {
      const mounted = await start('mounted')
      try {
        expect(await (await mounted.fetch('/shop/here')).text()).toBe('{"here":"/shop/users/7"}')
        expect(await (await mounted.fetch('/shop')).text()).toBe('home')
        expect(await (await mounted.fetch('/shop/assets/digits.txt')).text()).toBe('0123456789')
        for (const path of ['/shop/nowhere', '/shopping', '/here'])
          expect((await mounted.fetch(path)).status).toBe(404)
      } finally {
        await mounted.close()
      }
    })

    test('the header Allow of a 405 lists the methods of the path', async () => {
      const strict = await start('strict')
      try {
        const answer = await strict.fetch('/users/5', { method: 'DELETE' })
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      } finally {
        await strict.close()
      }
    })

    test('redirectToCanonical redirects a path with an additional last slash', async () => {
      const lenient = await start('lenient')
      try {
        const answer = await lenient.fetch('/shop/users/5/?x=1')
        expect([answer.status, answer.headers.get('location')]).toEqual([308, '/shop/users/5?x=1'])
        expect((await lenient.fetch('/shop/nowhere/')).status).toBe(404)
        expect((await lenient.fetch('/shop/users/5/', { method: 'POST' })).status).toBe(404)
      } finally {
        await lenient.close()
      }
    })

    test('the development pages list the routes and show why a page is not found', async () => {
      const running = await start('development')
      try {
        const headers = { accept: 'text/html' }
        const list = await running.fetch('/__routes', { headers })
        expect([list.status, await list.text()]).toEqual([200, expect.stringContaining('pages.failLate')])
        const missing = await running.fetch('/userz/5', { headers })
        const text = await missing.text()
        expect(missing.status).toBe(404)
        expect(text).toContain(host.sharesResponse === false ? 'no page' : 'the line would answer /users/5')
        expect(await (await running.fetch('/users/5', { headers })).json()).toEqual({ id: 5 })
      } finally {
        await running.close()
      }
    })

    test('the errorHandler of the routes answers only errors', async () => {
      const running = await start('answering')
      try {
        const answer = await running.fetch('/fail')
        expect([answer.status, await answer.text()]).toEqual([599, 'answered secret words'])
        expect(running.errors).toEqual([])
        expect((await running.fetch('/refuse')).status).toBe(418)
        expect(await (await running.fetch('/sent/before-failure')).text()).toBe('first')
        expect((await running.fetch('/nowhere')).status).toBe(404)
      } finally {
        await running.close()
      }
    })

    test.each(['throwing', 'rejecting'] as const)('the host answers after a %s errorHandler', async (how) => {
      const running = await start(how)
      try {
        const answer = await running.fetch('/fail')
        expect(answer.status).toBeGreaterThanOrEqual(500)
        expect(await answer.text()).not.toContain('secret words')
        if (host.handlesRest && host.isElsewhere !== true) expect(running.errors).toEqual([problem])
      } finally {
        await running.close()
      }
    })

    if (host.isElsewhere !== true)
      test('a changed route file is used after a reload, without a restart', async () => {
        const folder = await mkdtemp(join(tmpdir(), 'hosts-'))
        const file = join(folder, 'routes.conf')
        await writeFile(file, 'GET /one pages.home')
        const running = await host.start('usual', watch, file)
        try {
          expect((await running.fetch('/one')).status).toBe(200)
          await writeFile(file, 'GET /two pages.home')
          expect(await running.routes?.mapping.reload()).toBe(true)
          expect((await running.fetch('/one')).status).toBe(404)
          expect((await running.fetch('/two')).status).toBe(200)
        } finally {
          await running.close()
          await rm(folder, { recursive: true })
        }
      })

    if (!host.name.startsWith('Express'))
      test('without a renderer, a request for a view is answered with 500, and the error names the view', async () => {
        const bare = await start('bare')
        try {
          reported.length = 0
          expect((await bare.fetch('/page/x')).status).toBe(500)
          const [error] = host.handlesRest ? bare.errors : reported
          if (host.isElsewhere !== true) expect(String(error)).toContain('Nothing renders the view "page" on')
        } finally {
          await bare.close()
        }
      })
  })
}

import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'

/** A host in process, or behind a port. */
export interface FetchHost {
  ask(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** A server on this computer; its connections are kept alive. */
export function hostAt(port: number, close: () => Promise<void>): FetchHost & { readonly port: number } {
  return {
    port,
    close,
    ask: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
  }
}

/** The cases that every host of the Fetch API answers alike. */
export function describeFetchHost(
  name: string,
  start: () => Promise<FetchHost & { readonly port?: number }>,
): void {
  describe(`the routes on ${name}`, () => {
    let host: Awaited<ReturnType<typeof start>>
    beforeAll(async () => {
      host = await start()
    })
    afterAll(() => host.close())

    const ask: FetchHost['ask'] = (path, init) => host.ask(path, init)
    const bodyOf = async (path: string, init?: RequestInit): Promise<string> => (await ask(path, init)).text()
    const untilEnded = async (...ends: readonly string[]): Promise<void> => {
      for (;;) {
        const ended = (await (await ask('/ended')).json()) as string[]
        if (ends.every((end) => ended.includes(end))) return
        await sleep(10)
      }
    }

    test('an action answers, and links to others', async () => {
      const response = await ask('/users/5?x=1')
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await response.json()).toEqual({ id: '5', url: '/users/7' })
    })

    test('redirections go to other lines', async () => {
      const toAction = await ask('/go')
      expect([toAction.status, toAction.headers.get('location')]).toEqual([302, '/users/3'])
      const toPath = await ask('/users/new')
      expect([toPath.status, toPath.headers.get('location')]).toEqual([302, '/users/1'])
    })

    test('views are rendered, and their errors are errors of the request', async () => {
      const page = await ask('/page')
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await page.text()).toBe('<p>Hello, Ada</p>')
      const missing = await ask('/no-view')
      expect([missing.status, await missing.text()]).toEqual([500, 'There is no view missing'])
    })

    test('HEAD has the head of GET and no body', async () => {
      const response = await ask('/page', { method: 'HEAD' })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('')
    })

    test('cookies arrive, several as well', async () => {
      const response = await ask('/cookies', { headers: { Cookie: 'c=3' } })
      expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
      expect(await response.text()).toBe('c=3')
    })

    test('bodies stream in and out', async () => {
      const body = 'ä'.repeat(400_000)
      expect(await bodyOf('/echo', { method: 'POST', body })).toBe(body)
      expect(await bodyOf('/length', { method: 'POST', body })).toBe('{"bytes":800000}')
      expect(await bodyOf('/length', { method: 'POST' })).toBe('{"bytes":0}')
    })

    test('statuses and headers of an entity arrive', async () => {
      const response = await ask('/made', { method: 'PUT' })
      expect([response.status, response.headers.get('location')]).toEqual([201, '/made/1'])
      expect((await ask('/gone')).status).toBe(410)
    })

    test('files have ranges', async () => {
      const response = await ask('/files/digits.txt', { headers: { Range: 'bytes=3-5' } })
      expect([response.status, response.headers.get('content-range')]).toEqual([206, 'bytes 3-5/17'])
      expect(await response.text()).toBe('345')
      expect((await ask('/files/nothing.txt')).status).toBe(404)
    })

    test('wrong methods are 405, and the host answers the rest', async () => {
      const wrong = await ask('/users/5', { method: 'DELETE' })
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      for (const path of ['/nothing', '/passed-on']) {
        const response = await ask(path)
        expect([response.status, await response.text()]).toEqual([404, 'The host has no such page'])
      }
    })

    test('middleware of a line runs in front of its action', async () => {
      expect((await ask('/members')).status).toBe(401)
      expect(await bodyOf('/members', { headers: { Authorization: 'Bearer a' } })).toBe('members only')
    })

    test('errors are for the host to answer', async () => {
      const response = await ask('/fails')
      expect([response.status, await response.text()]).toEqual([503, 'It failed'])
    })

    test('an error behind the head cuts the answer off', async () => {
      await expect(bodyOf('/fails-late')).rejects.toThrow()
      await expect(bodyOf('/broken-stream')).rejects.toThrow()
      expect(await bodyOf('/page')).toBe('<p>Hello, Ada</p>')
    })

    test('a reader who leaves ends an endless answer', async () => {
      const response = await ask('/endless')
      const reader = response.body?.getReader()
      for (let index = 0; index < 20; index++) await reader?.read()
      await reader?.cancel()
      await untilEnded('endless closed')
    })

    test('a client who leaves aborts its request', async () => {
      const abort = new AbortController()
      setTimeout(() => abort.abort(), 50)
      await ask('/wait', { signal: abort.signal }).catch(() => undefined)
      await untilEnded('wait aborted', 'wait closed')
    })

    test('a path with dots leads past no middleware', async () => {
      if (host.port === undefined) return
      for (const path of ['/users/../members', '/%6Dembers', '//members'])
        expect([401, 404]).toContain(await statusOf(host.port, path))
    })
  })
}

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path }, (response: IncomingMessage) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

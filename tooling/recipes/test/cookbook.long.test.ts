import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startReadmeApplication, type ReadmeApplication } from '@mvc-router/link-conformance'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Starts the application of a page before the tests of a `describe`, and stops it afterwards. */
function applicationOf(document: string): { readonly origin: string } {
  let application: ReadmeApplication | undefined
  beforeAll(async () => {
    application = await startReadmeApplication('tooling/recipes', document)
  })
  afterAll(async () => application?.stop())
  return {
    get origin() {
      return application?.origin ?? ''
    },
  }
}

describe('docs/forms.md', () => {
  const application = applicationOf('docs/forms.md')

  /** Sends requests with the last received cookie, like a browser. */
  function visitor(): {
    readonly get: (path: string) => Promise<Response>
    readonly token: (path: string) => Promise<string>
    readonly post: (path: string, body: URLSearchParams | FormData) => Promise<Response>
  } {
    let cookie = ''
    const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
      const headers = cookie === '' ? {} : { cookie }
      const response = await fetch(application.origin + path, { ...init, headers, redirect: 'manual' })
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return response
    }
    return {
      get: ask,
      token: async (path) =>
        /name="token" value="([^"]+)"/.exec(await (await ask(path)).text())?.[1] ?? 'no token',
      post: (path, body) => ask(path, { method: 'POST', body }),
    }
  }

  test('a form without its token is answered with 403 and a message', async () => {
    const answer = await visitor().post('/login', new URLSearchParams({ name: 'Ada' }))
    expect([answer.status, await answer.text()]).toEqual([
      403,
      'The form is too old. Go back, reload it, and send it again.',
    ])
  })

  test('a form with an error is answered with 422 and the form with a message', async () => {
    const { token, post } = visitor()
    const answer = await post('/login', new URLSearchParams({ name: ' ', token: await token('/login') }))
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('aria-describedby="error"')
  })

  test('a visitor signs in and adds a picture', async () => {
    const { get, token, post } = visitor()
    expect((await get('/photos')).headers.get('location')).toBe('/login')
    const signedIn = await post('/login', new URLSearchParams({ name: 'Ada', token: await token('/login') }))
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/photos'])
    const form = new FormData()
    form.set('photo', new Blob(['picture']), 'sea.png')
    expect((await post('/photos', form)).status).toBe(403)
    form.set('token', await token('/photos'))
    expect((await post('/photos', form)).status).toBe(303)
    expect(await (await get('/photos')).text()).toContain('<li>sea.png</li>')
  })

  test('an upload that is too large gets its own message', async () => {
    const { token, post } = visitor()
    await post('/login', new URLSearchParams({ name: 'Ada', token: await token('/login') }))
    const form = new FormData()
    form.set('photo', new Blob(['x'.repeat(1_000_001)]), 'sea.png')
    expect(await (await post('/photos', form)).text()).toBe('The picture is too large.')
  })
})

describe('docs/error-pages.md', () => {
  const application = applicationOf('docs/error-pages.md')
  const rows = [
    ...readFileSync('docs/error-pages.md', 'utf8').matchAll(/^\| `(GET|POST) (\S+)` \| (\d+) \|/gm),
  ].map(([, method = '', path = '', status = '']) => ({ method, path, status }))

  test.each(rows)('$method $path is answered with $status', async ({ method, path, status }) => {
    const answer = await fetch(application.origin + path, { method })
    const text = await answer.text()
    expect(String(answer.status)).toBe(status)
    expect(text).not.toContain('database')
    expect(text.includes('To the first page')).toBe(!['405', '410'].includes(status))
  })

  test('the page has a table of more than five answers', () => {
    expect(rows.length).toBeGreaterThan(5)
  })
})

describe('docs/behind-a-proxy.md', () => {
  const application = applicationOf('docs/behind-a-proxy.md')

  test('absolute URLs have the host and the prefix of the proxy', async () => {
    const { origin } = application
    expect(await (await fetch(`${origin}/shop/mail`)).text()).toBe('https://shop.example.org/shop/mail')
  })
})

describe('docs/serverless.md', () => {
  test('the handler answers an event of API Gateway', async () => {
    const folder = mkdtempSync(join('tooling/recipes/dist-test', 'readme-'))
    try {
      const page = readFileSync('docs/serverless.md', 'utf8')
      for (const [, file = '', text = ''] of page.matchAll(/^`([\w.]+)`\n\n```\w*\n([^]*?)^```$/gm))
        writeFileSync(join(folder, file), text)
      const { handler } = (await import(pathToFileURL(join(folder, 'handler.js')).href)) as {
        readonly handler: (event: object, context: object) => Promise<{ statusCode: number; body: string }>
      }
      const { statusCode, body } = await handler(eventOf('/books/5'), {})
      expect([statusCode, JSON.parse(body)]).toEqual([200, { id: '5', url: '/books/7' }])
      expect((await handler(eventOf('/books/ann'), {})).statusCode).toBe(404)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** An event of an HTTP API of API Gateway, in the format 2.0. */
function eventOf(rawPath: string): object {
  return {
    version: '2.0',
    rawPath,
    rawQueryString: '',
    headers: { host: 'example.org' },
    requestContext: { http: { method: 'GET', path: rawPath, sourceIp: '127.0.0.1' } },
    isBase64Encoded: false,
  }
}

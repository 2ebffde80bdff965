import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startReadmeApplication, type ReadmeApplication } from '@mvc-router/link-conformance'

let application: ReadmeApplication
beforeAll(async () => {
  application = await startReadmeApplication('tooling/recipes', 'packages/router-core/docs/fastify.md')
})
afterAll(async () => application?.stop())

const ask = async (path: string, init?: RequestInit): Promise<Response> =>
  fetch(application.origin + path, { redirect: 'manual', ...init })

test('the pages have links, and a form creates a user', async () => {
  const page = await (await ask('/user')).text()
  expect(page).toContain('<a href="/user/1">Ada</a>')
  expect(page).toContain('<form action="/user/" method="post">')
  expect(await (await ask('/user/2?x=y')).json()).toEqual({ id: 2, name: 'Grace' })

  const created = await ask('/user/', { method: 'POST', body: new URLSearchParams() })
  expect([created.status, created.headers.get('location')]).toEqual([303, '/user/'])
  expect(await (await ask('/user/')).text()).toContain('<a href="/user/3">Somebody</a>')
})

test.each([
  ['GET', '/nothing', 404],
  ['GET', '/user/x', 404],
  ['GET', '/user/%zz', 400],
  ['HEAD', '/user/', 200],
  ['DELETE', '/user/', 405],
])('%s %s is answered with %i', async (method, path, status) => {
  expect((await ask(path, { method })).status).toBe(status)
})

test('an answer of 405 lists the allowed methods', async () => {
  expect((await ask('/user/1', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD')
})

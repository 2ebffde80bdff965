import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createApp as createAfter } from '@mvc-router/example-migration/after'
import { createApp as createBefore } from '@mvc-router/example-migration/before'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

describe.each([
  ['before', createBefore],
  ['after', createAfter],
])('the application %s the migration', (_, createApp) => {
  let server: Server
  let base: string

  beforeAll(async () => {
    const app = await createApp()
    server = app.listen(0)
    await once(server, 'listening')
    base = `http://localhost:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
  })

  const get = (path: string): Promise<Response> => fetch(base + path, { redirect: 'manual' })
  const post = (path: string, fields: Record<string, string> = {}): Promise<Response> =>
    fetch(base + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const linksOf = async (path: string): Promise<string[]> =>
    [...(await (await get(path)).text()).matchAll(/(?:href|action)="([^"]*)"/g)].map(([, url = '']) => url)

  test.each([
    ['/', 302],
    ['/projects', 200],
    ['/projects/apollo', 200],
    ['/projects/gemini', 404],
    ['/projects/apollo/tickets/1', 200],
    ['/projects/apollo/tickets/99', 404],
    ['/projects/apollo/tickets/x', 404],
    ['/nothing', 404],
  ])('answers %s with %i', async (path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  test('links to the same pages', async () => {
    expect(await linksOf('/projects')).toEqual(['/projects/apollo', '/projects/soyuz'])
    expect(await linksOf('/projects/apollo')).toEqual([
      '/projects',
      '/projects/apollo?state=open',
      '/projects/apollo/tickets/1',
      '/projects/apollo/tickets/2',
      '/projects/apollo/tickets',
    ])
    expect(await linksOf('/projects/apollo/tickets/1')).toEqual([
      '/projects/apollo',
      '/projects/apollo/tickets/1/close',
    ])
  })

  test('adds and closes tickets', async () => {
    const added = await post('/projects/soyuz/tickets', { title: 'Hatch squeaks' })
    expect([added.status, added.headers.get('location')]).toEqual([303, '/projects/soyuz/tickets/1'])
    const closed = await post('/projects/soyuz/tickets/1/close')
    expect([closed.status, closed.headers.get('location')]).toEqual([303, '/projects/soyuz'])
    expect(await (await get('/projects/soyuz/tickets/1')).text()).toContain('closed')
    expect((await post('/projects/gemini/tickets', { title: 'x' })).status).toBe(404)
  })
})

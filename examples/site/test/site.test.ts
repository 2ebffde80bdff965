import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSite, type Site } from '@mvc-router/example-site'

let server: Server
let base: string

beforeAll(async () => {
  const { app } = await createSite({ reportFailure: () => {} })
  server = app.listen(0)
  await once(server, 'listening')
  base = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

const statusOf = async (path: string): Promise<number> =>
  (await fetch(base + path, { redirect: 'manual' })).status

describe('the bookshop', () => {
  test.each([
    ['/', 200],
    ['/books/', 200],
    ['/books', 200],
    ['/books?search=brandt&sort=price&page=1', 200],
    ['/books?page=99', 200],
    ['/books?page=0', 400],
    ['/books?sort=constructor', 400],
    ['/books/poetry/', 200],
    ['/books/poetry/50-off-everything-but-love', 200],
    ['/books/travel/50-off-everything-but-love', 404],
    ['/books/constructor', 404],
    ['/catalogue', 301],
    ['/account', 302],
    ['/orders/1001', 404],
    ['/help/delivery', 200],
    ['/help/nothing', 404],
    ['/assets/site.css', 200],
    ['/assets/../routes.conf', 404],
    ['/favicon.ico', 200],
    ['/nothing', 404],
    ['/trouble', 500],
    ['/%zz', 400],
  ])('answers %s with %i', async (path, status) => {
    expect(await statusOf(path)).toBe(status)
  })

  test('says nothing of what fell over', async () => {
    const page = await (await fetch(`${base}/trouble`)).text()
    expect(page).toContain('Something fell over')
    expect(page).not.toMatch(/shelf fell|at .*\.ts/)
  })

  test('answers a wrong method with 405 and the methods that are allowed', async () => {
    const answer = await fetch(`${base}/cart`, { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('keeps the filter in the links to other pages', async () => {
    const page = await (await fetch(`${base}/books?sort=newest`)).text()
    expect(page).toContain('href="/books/?page=2&amp;sort=newest"')
  })
})

describe.skip('the route file of a running site', () => {
  test('is read again when it changes; a broken one leaves the last good one serving', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bookshop-'))
    for (const name of ['routes.conf', 'account.conf', 'views', 'public']) {
      await cp(join('examples/site', name), join(folder, name), { recursive: true })
    }
    const { app, mapping } = await createSite({ folder, autoReloadEnabled: true })
    const running = app.listen(0)
    await once(running, 'listening')
    const url = `http://localhost:${(running.address() as AddressInfo).port}`
    const linksOf = async (): Promise<string> => (await fetch(`${url}/`)).text()
    try {
      expect(await linksOf()).toContain('href="/about"')
      await edit(mapping, folder, 'reload', (text) => text.replace('/about ', '/who-we-are '))
      expect(await linksOf()).toContain('href="/who-we-are"')
      expect((await fetch(`${url}/who-we-are`)).status).toBe(200)
      const error = await edit(mapping, folder, 'reload-error', (text) =>
        text.replace('/who-we-are ', '/{who '),
      )
      expect(String(error)).toContain('Expected "}"')
      expect(await linksOf()).toContain('href="/who-we-are"')
    } finally {
      running.close()
      running.closeAllConnections()
      await mapping.close()
      await rm(folder, { recursive: true })
    }
  })
})

/** Edits routes.conf as editors do, by a rename, and waits for what comes of it. */
async function edit(
  mapping: Site['mapping'],
  folder: string,
  event: 'reload' | 'reload-error',
  change: (text: string) => string,
): Promise<unknown> {
  const happened = once(mapping, event)
  const file = join(folder, 'routes.conf')
  await writeFile(`${file}.new`, change(await readFile(file, 'utf8')))
  await rename(`${file}.new`, file)
  const [outcome] = (await happened) as unknown[]
  return outcome
}

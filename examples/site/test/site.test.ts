import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { hostNames } from '@mvc-router/example-site'
import { serveSite, type RunningSite } from './serve-site.js'

let site: RunningSite

const statusOf = async (path: string): Promise<number> =>
  (await fetch(site.origin + path, { redirect: 'manual' })).status

describe.each(hostNames)('the bookshop on %s', (host) => {
  beforeAll(async () => {
    site = await serveSite({}, host)
  })
  afterAll(async () => site.close())

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
    ['/?engine=constructor', 200],
    ['/engine/constructor', 302],
    ['/nothing', 404],
    ['/trouble', 500],
    ['/%zz', 400],
  ])('the bookshop answers %s with %i', async (path, status) => {
    expect(await statusOf(path)).toBe(status)
  })

  test('the page of a failure does not show the error', async () => {
    const page = await (await fetch(`${site.origin}/trouble`)).text()
    expect(page).toContain('Something fell over')
    expect(page).not.toMatch(/shelf fell|at .*\.ts/)
  })

  test('a script that puts a book into the cart gets the number of books as JSON', async () => {
    const add = async (path: string, cookie = ''): Promise<Response> =>
      fetch(site.origin + path, { method: 'POST', headers: { accept: 'application/json', cookie } })
    const first = await add('/cart/items/salt-ashes')
    expect([first.status, await first.json()]).toEqual([200, { count: 1 }])
    const [cookie = ''] = first.headers.getSetCookie()
    expect(await (await add('/cart/items/salt-ashes', cookie)).json()).toEqual({ count: 2 })
    expect((await add('/cart/items/nothing', cookie)).status).toBe(404)
  })

  test('a body in an unknown charset is answered with 415 and a page', async () => {
    const answer = await fetch(`${site.origin}/account/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=ebcdic' },
      body: 'name=Ada',
    })
    expect(answer.status).toBe(415)
    expect(await answer.text()).toContain('<h1>That did not work</h1>')
  })

  test('an order can be seen only by its customer', async () => {
    const put = await fetch(`${site.origin}/cart/items/salt-ashes`, { method: 'POST', redirect: 'manual' })
    const [cookie = ''] = put.headers.getSetCookie()
    const placed = await fetch(`${site.origin}/orders`, { method: 'POST', headers: { cookie } })
    expect([placed.status, new URL(placed.url).pathname]).toEqual([200, '/orders/1001'])
    expect(await statusOf('/orders/1001')).toBe(404)
  })

  test('signed links of an order open without a session, but a changed link does not open', async () => {
    const put = await fetch(`${site.origin}/cart/items/salt-ashes`, { method: 'POST', redirect: 'manual' })
    const [cookie = ''] = put.headers.getSetCookie()
    const order = await (await fetch(`${site.origin}/orders`, { method: 'POST', headers: { cookie } })).text()
    const links = [...order.matchAll(/href="([^"]*signature=[^"]*)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    )
    expect(links).toEqual([
      expect.stringMatching(/^\/orders\/\d+\/confirmed\?expires=/),
      expect.stringMatching(/^\/orders\/\d+\/unsubscribed\?signature=/),
    ])
    for (const link of links) {
      expect(await statusOf(link)).toBe(200)
      expect(await statusOf(link.replace(/\d+/, '1'))).toBe(403)
      expect(await statusOf(link.replace(/\?.*/, ''))).toBe(403)
    }
    const [confirm = '', unsubscribe = ''] = links
    expect(await statusOf(unsubscribe.replace('unsubscribed', 'confirmed'))).toBe(403)
    expect(await statusOf(confirm.replace(/expires=\d+/, 'expires=9999999999'))).toBe(403)
  })

  test('a wrong method is answered with 405 and the allowed methods', async () => {
    const answer = await fetch(`${site.origin}/cart`, { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('links to other pages of the catalogue keep the order of the books', async () => {
    const page = await (await fetch(`${site.origin}/books?sort=newest`)).text()
    expect(page).toContain('href="/books?sort=newest&amp;page=2"')
  })
})

test('the client module of the bookshop is up to date with "npm run client"', async () => {
  const { scripts } = JSON.parse(await readFile('examples/site/package.json', 'utf8')) as {
    scripts: { client: string }
  }
  const [, ...args] = scripts.client.replaceAll("'", '').split(' ')
  const command = fileURLToPath(new URL('../../../packages/cli/dist/bin.js', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args, '--check'], {
    cwd: 'examples/site',
    encoding: 'utf8',
  })
  expect({ status, stderr, stdout }).toMatchObject({ status: 0, stderr: '' })
})

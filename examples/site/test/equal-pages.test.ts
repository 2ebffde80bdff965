import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { readPage } from './read-page.js'
import { serveSite, type RunningSite } from './serve-site.js'

let site: RunningSite
beforeAll(async () => {
  site = await serveSite()
})
afterAll(async () => site.close())

/** The requests of a visit: the path, the status after redirections, and the fields of a form. */
const walk: readonly (readonly [path: string, status: number, form?: Record<string, string>])[] = [
  ['/', 200],
  ['/books/', 200],
  ['/books/?page=2&sort=price', 200],
  ['/books/?search=%22%3E%3Cb%3E%26%27', 200],
  ['/books/?sort=nothing', 400],
  ['/books/science-fiction/', 200],
  ['/books/poetry/50-off-everything-but-love', 200],
  ['/books/novels/salt-ashes', 200],
  ['/about', 200],
  ['/help/delivery', 200],
  ['/nothing', 404],
  ['/trouble', 500],
  ['/cart/', 200],
  ['/cart/items/salt-ashes', 200, {}],
  ['/cart/items/mud-a-love-story', 200, {}],
  ['/cart/items/mud-a-love-story', 200, {}],
  ['/orders', 200, {}],
  ['/account', 200],
  ['/account/login', 400, { name: ' ' }],
  ['/account/login', 200, { name: '<i>Ada & Co</i>' }],
  ['/cart/items/salt-ashes', 200, {}],
  ['/orders', 200, {}],
  ['/account', 200],
]

async function walkThrough(engine: string): Promise<{ status: number; lines: string[] }[]> {
  const { headers } = await fetch(`${site.origin}/?engine=${engine}`)
  const [cookie = ''] = headers.getSetCookie()

  async function open(path: string, form?: Record<string, string>): Promise<Response> {
    const request = form && { method: 'POST', body: new URLSearchParams(form) }
    const answer = await fetch(site.origin + path, { ...request, headers: { cookie }, redirect: 'manual' })
    const location = answer.headers.get('location')
    return location === null ? answer : open(location)
  }

  const pages = []
  for (const [path, , form] of walk) {
    const answer = await open(path, form)
    pages.push({ status: answer.status, lines: withoutOwn(readPage(await answer.text())) })
  }
  return pages
}

test.each(walk.filter(([, , form]) => form === undefined).map(([path]) => path))(
  'the headings of %s skip no level, and each button has a type',
  async (path) => {
    const lines = readPage(await (await fetch(site.origin + path)).text())
    const levels = lines.flatMap((line) => /^<h([1-6])/.exec(line)?.[1] ?? []).map(Number)
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
    expect(lines.filter((line) => line.startsWith('<button') && !/ type=(submit|button)/.test(line))).toEqual(
      [],
    )
  },
)

/** Removes the parts that differ between visitors: order numbers, signatures, and the mark of the chosen engine. */
function withoutOwn(lines: string[]): string[] {
  return lines.map((line) =>
    line
      .replace(/(Order |\/orders\/)\d+/, '$1N')
      .replace(/expires=\d+&signature=[\w-]+/, 'expires=N&signature=S')
      .replace(/signature=[\w-]{43}$/, 'signature=S')
      .replace(' aria-current=true', ''),
  )
}

test.each(['handlebars', 'eta', 'ejs', 'jsx'])('%s writes the same pages as Nunjucks', async (engine) => {
  const pages = await walkThrough(engine)
  expect(pages.map(({ status }) => status)).toEqual(walk.map(([, status]) => status))
  expect(pages).toEqual(await walkThrough('nunjucks'))
})

test.each(['nunjucks', 'handlebars', 'eta', 'ejs', 'jsx'])(
  'the footer marks the chosen engine %s',
  async (engine) => {
    const chosen = await fetch(`${site.origin}/engine/${engine}`, { redirect: 'manual' })
    const [cookie = ''] = chosen.headers.getSetCookie()
    const lines = readPage(await (await fetch(`${site.origin}/about`, { headers: { cookie } })).text())
    expect(lines.filter((line) => line.includes('aria-current=true'))).toEqual([
      `<a aria-current=true href=/engine/${engine}`,
    ])
  },
)

test('if the shop is mounted at a path, the links of every engine begin with that path', async () => {
  const server = express()
    .use('/shop', (request, response) => void site.server.emit('request', request, response))
    .listen(0)
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  try {
    for (const engine of ['nunjucks', 'handlebars', 'eta', 'ejs', 'jsx']) {
      for (const path of ['/shop/books/poetry/what-the-river-kept', '/shop/nothing']) {
        const lines = readPage(await (await fetch(`${origin}${path}?engine=${engine}`)).text())
        const urls = lines.flatMap((line) => / (?:href|action)=(\S*)/.exec(line)?.[1] ?? [])
        expect(urls.length).toBeGreaterThan(13)
        expect([engine, path, urls.filter((url) => !url.startsWith('/shop/'))]).toEqual([engine, path, []])
      }
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

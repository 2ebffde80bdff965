import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { source as axeSource } from 'axe-core'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const folder = 'site/dist'
const timeout = 600_000

interface Question {
  readonly asks: string
  readonly search: string
  readonly page: string
}
const questions = JSON.parse(readFileSync('site/questions.json', 'utf8')) as readonly Question[]

let files: readonly string[] = []
let server: Server
let origin = ''

beforeAll(async () => {
  execFileSync('npm', ['run', 'site:build'], { stdio: 'pipe' })
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`)
  server = createServer(({ url = '' }, response) => {
    const path = fileAt(new URL(url, 'http://localhost').pathname)
    if (path === undefined)
      return response
        .writeHead(404, { 'content-type': 'text/html' })
        .end(readFileSync(join(folder, '404.html')))
    response.setHeader('content-type', types.get(extname(path)) ?? 'text/plain')
    return response.end(readFileSync(join(folder, path)))
  }).listen(0)
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
}, timeout)

afterAll(() => {
  server?.close()
  server?.closeAllConnections()
})

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
])

function fileAt(path: string): string | undefined {
  const file = path.endsWith('/') ? `${path}index.html` : path
  return files.includes(file) ? file : undefined
}

function pagesOfSite(): readonly string[] {
  return files.filter((file) => file.endsWith('.html') && file !== '/404.html')
}

describe('the site of the pages', () => {
  test('the site has a target for every link and every fragment', () => {
    const textOf = new Map(pagesOfSite().map((page) => [page, readFileSync(join(folder, page), 'utf8')]))
    const dead = [...textOf].flatMap(([page, text]) =>
      [...text.matchAll(/ (?:href|src)="([^"]*)"/g)]
        .map(([, target = '']) => new URL(target.replaceAll('&amp;', '&'), `http://site${page}`))
        .filter(({ host, pathname, hash }) => {
          if (host !== 'site') return false
          const file = fileAt(decodeURI(pathname))
          if (file === undefined) return true
          const id = decodeURIComponent(hash.slice(1))
          return id !== '' && !textOf.get(file)?.includes(` id="${id}"`)
        })
        .map(({ pathname, hash }) => `${page}: ${pathname}${hash}`),
    )
    expect(dead).toEqual([])
    expect([...textOf.values()].join('').match(/ href="/g)?.length).toBeGreaterThan(1000)
  })

  test('the site has a list of pages for language models, and every listed page exists', () => {
    const list = readFileSync(join(folder, 'llms.txt'), 'utf8')
    const linked = [...list.matchAll(/\]\((\/[^)]+\.md)\)/g)].map(([, path = '']) => path)
    expect(linked.length).toBeGreaterThan(50)
    expect(linked.filter((path) => !files.includes(path))).toEqual([])
  })
})

if (process.env['REQUIRE_SERVICES'] === '1' || existsSync(executablePath))
  describe('the site in a browser', inBrowser)
else
  test.skip(`the site in a browser: skipped, because there is no ${executablePath} (CHROMIUM names another)`, () =>
    undefined)

function inBrowser(): void {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  }, timeout)
  afterAll(async () => browser?.close())

  const looks = [1280, 360].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
  )
  test.each(looks)('ten pages are accessible at $width px, $colorScheme', async ({ width, colorScheme }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
    const page = await context.newPage()
    const found: string[] = []
    for (const path of tenPages) {
      await page.goto(origin + path)
      await page.waitForFunction(() => document.readyState === 'complete')
      found.push(...(await violationsOf(page)).map((violation) => `${path}: ${violation}`))
    }
    await context.close()
    expect(found).toEqual([])
  })

  test.each([360, 640, 780, 960, 1100, 1280])('no page scrolls sideways at %i px', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } })
    const widths: string[] = []
    for (const path of [...tenPages, '/compared/', '/nowhere']) {
      await page.goto(origin + path)
      widths.push(`${path}: ${await page.evaluate(() => document.documentElement.scrollWidth)}`)
    }
    await page.close()
    expect(widths.filter((line) => !line.endsWith(`: ${width}`))).toEqual([])
  })

  test.each(questions)('the first result for "$search" answers "$asks"', async ({ search, page: wanted }) => {
    const page = await browser.newPage()
    await page.goto(`${origin}/start/`)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('input.search-input').fill(search)
    const first = page.locator('ul.results a.result').first()
    await first.waitFor()
    // The list changes while the words are typed.
    await page.waitForFunction(
      (words) => document.querySelector<HTMLInputElement>('input.search-input')?.value === words,
      search,
    )
    const target = new URL((await first.getAttribute('href')) ?? '', origin).pathname.replace('.html', '')
    await page.close()
    expect(target).toBe(wanted)
  })
}

const tenPages = [
  '/',
  '/start/',
  '/start/tutorial.html',
  '/guide/route-file.html',
  '/guide/nunjucks.html',
  '/cookbook/localized-urls.html',
  '/rest/overview.html',
  '/tools/check.html',
  '/reference/router-core.html',
  '/messages/',
]

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id} ${target.join(' ')} ${html.slice(0, 120)}`),
    )
  })
}

interface Axe {
  run(
    context: Document,
  ): Promise<{ violations: { id: string; nodes: { target: string[]; html: string }[] }[] }>
}

declare global {
  interface Window {
    readonly axe: Axe
  }
}

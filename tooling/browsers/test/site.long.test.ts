import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { source as axeSource } from 'axe-core'
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { clickEverything } from './click-everything.js'
import { hostNames } from '../../../examples/site/dist/create-site.js'
import { serveSite, type RunningSite } from '../../../examples/site/dist-test/serve-site.js'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const timeout = 600_000

if (process.env['REQUIRE_SERVICES'] === '1' || existsSync(executablePath))
  describe('the bookshop in a browser', inBrowser)
else
  test.skip(`the bookshop in a browser: skipped, because there is no ${executablePath} (CHROMIUM names another)`, () =>
    undefined)

/** The results of a visit and of all clicks with one engine. */
interface Use {
  /** The path and the heading of each page that the visitor sees. */
  readonly visit: readonly string[]
  /** The requests of the links and buttons on each page, by path of the page. */
  readonly clicks: ReadonlyMap<string, readonly string[]>
}

function inBrowser(): void {
  let site: RunningSite
  let browser: Browser
  let nunjucks: Use

  beforeAll(async () => {
    site = await serveSite()
    browser = await chromium.launch({
      executablePath,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
    nunjucks = await useShop('nunjucks')
  }, timeout)

  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  test('a visitor searches, fills a cart, takes a book out, orders and signs in', () => {
    expect(nunjucks.visit).toEqual([
      '/books/?sort=newest: Catalogue',
      '/books/?sort=price: Catalogue',
      '/books/?search=salt+%26&sort=price: Catalogue',
      '/books/novels/salt-ashes: Salt & Ashes',
      '/cart/: Your cart',
      '/cart/: Your cart',
      '/books/: Catalogue',
      '/books/novels/: novels',
      '/books/novels/salt-ashes: Salt & Ashes',
      '/cart/: Your cart',
      '/orders/N: Thank you',
      '/account/login: Sign in',
      '/account: Good to see you, Ada',
      '/orders/N: Thank you',
      '/books/: Catalogue',
      '/books/poetry/what-the-river-kept: What the River Kept',
      '/cart/: Your cart',
    ])
  })

  test('links lead to the pages of all 20 books, and each link and button sends a request', () => {
    expect(nunjucks.clicks.get('/cart/')).toEqual([
      'What the River Kept: GET /books/poetry/what-the-river-kept',
      'Take out: POST /cart/items/what-the-river-kept?X-HTTP-Method-Override=DELETE',
      'Order: POST /orders',
    ])
    const books = [...nunjucks.clicks.keys()].filter((path) => /^\/books\/[a-z-]+\/.+/.test(path))
    expect(books).toHaveLength(20)
  })

  // A browser takes a minute for all pages of one engine. equal-pages.test.ts compares all pages of all engines.
  test.each(['handlebars', 'eta', 'ejs', 'jsx'])(
    'with %s, the same visit shows the same pages, and clicks send the same requests',
    async (engine) => {
      const { visit, clicks } = await useShop(engine, ['/', '/books/novels/salt-ashes', '/cart/'])
      expect(visit).toEqual(nunjucks.visit)
      expect(clicks.size).toBe(5)
      for (const [path, leadsTo] of clicks) expect([path, leadsTo]).toEqual([path, nunjucks.clicks.get(path)])
    },
    timeout,
  )

  test.each(hostNames.filter((host) => host !== 'express'))(
    'a visit to the shop on %s shows the same pages as on Express',
    async (host) => {
      const shop = await serveSite({}, host)
      const page = await browser.newPage({ baseURL: shop.origin })
      await page.route('**/assets/*.js', async (route) => route.abort())
      try {
        expect(await goShopping(page)).toEqual(nunjucks.visit)
      } finally {
        await page.close()
        await shop.close()
      }
    },
    timeout,
  )

  // The other visits block the script.
  test.each(['nunjucks', 'handlebars', 'eta', 'ejs', 'jsx'])(
    'with %s and its script, a book goes into the cart without a page load',
    async (engine) => {
      const page = await browser.newPage({ baseURL: site.origin })
      try {
        await page.goto(`/books/novels/salt-ashes?engine=${engine}`)
        await page.evaluate(() => void (document.body.dataset['stayed'] = 'yes'))
        const put = page.getByRole('button', { name: 'Put into the cart' })
        const cart = page.getByRole('navigation').getByRole('link', { name: /^Cart/ })
        await put.click()
        await page.getByRole('status').filter({ hasText: 'It is in your cart.' }).waitFor()
        expect(await cart.textContent()).toBe('Cart (1)')
        await put.click()
        await cart.filter({ hasText: 'Cart (2)' }).waitFor()
        expect(await page.locator('body').getAttribute('data-stayed')).toBe('yes')
        expect(await findBarriers(page)).toEqual([])

        // If the request of the script fails, the browser sends the form.
        await page.route(/\/cart\/items\//, async (route) =>
          route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
        )
        await put.click()
        await page.waitForURL('**/cart/')
        expect(await cart.textContent()).toBe('Cart (3)')
      } finally {
        await page.close()
      }
    },
    timeout,
  )

  test.each(['light', 'dark'] as const)(
    'the development pages are accessible on a phone with %s colours',
    async (colorScheme) => {
      const shop = await serveSite({ hasDevelopmentPages: true })
      const page = await browser.newPage({
        baseURL: shop.origin,
        colorScheme,
        viewport: { width: 375, height: 800 },
      })
      const refused: string[] = []
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text())
      })
      try {
        for (const path of [
          '/__routes',
          '/__routes?path=/books/poetry',
          '/__routes?path=/x&action=a.b',
          '/books/Poetry',
          '/nothing',
        ]) {
          await page.goto(path)
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          const font = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
          // Playwright adds axe to the page, so the page's content security policy does not block axe.
          expect([path, width, await findBarriers(page)]).toEqual([path, 375, []])
          expect(font).toContain('system-ui')
        }
        await page.goto('/__routes')
        await page.getByLabel('Path').fill('/books/poetry')
        await page.getByRole('button', { name: 'Try' }).click()
        await page.getByText('is answered by').waitFor()
        expect(refused).toEqual([])
      } finally {
        await page.close()
        await shop.close()
      }
    },
    timeout,
  )

  test.each(['light', 'dark'] as const)(
    'the shop is accessible on a phone with %s colours, and its links are high enough for a finger',
    async (colorScheme) => {
      const page = await browser.newPage({
        baseURL: site.origin,
        colorScheme,
        viewport: { width: 360, height: 800 },
      })
      try {
        for (const path of [
          '/',
          '/books/novels/',
          '/books/novels/salt-ashes',
          '/cart/',
          '/account/login',
          '/nothing',
        ]) {
          await page.goto(path)
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          expect([path, width, await findBarriers(page)]).toEqual([path, 360, []])
          const heights = await page
            .locator('header a, footer a, .empty a')
            .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
          expect(Math.min(...heights)).toBeGreaterThan(32)
        }
      } finally {
        await page.close()
      }
    },
    timeout,
  )

  /** @param list the pages on which a customer clicks everything; the default is all pages that links lead to */
  async function useShop(engine: string, list?: readonly string[]): Promise<Use> {
    const context = await browser.newContext({
      baseURL: site.origin,
      viewport: { width: 1200, height: 1800 },
    })
    context.setDefaultTimeout(30_000)
    await context.route('**/assets/*.js', async (route) => route.abort())
    try {
      const page = await context.newPage()
      await page.goto(`/?engine=${engine}`)
      const asGuest = await clickPages(page, ['/account/login', '/cart/', '/nothing'])
      const visit = await goShopping(page)
      const asCustomer = await clickPages(page, list)
      await page.goto('/account')
      await page.getByRole('button', { name: 'Sign out' }).click()
      expect(await page.getByRole('navigation').getByRole('link', { name: 'Sign in' }).count()).toBe(1)
      return { visit, clicks: new Map([...asGuest, ...asCustomer]) }
    } finally {
      await context.close()
    }
  }
}

/** Visits the shop like a customer. Returns the path and the heading of each page. */
async function goShopping(page: Page): Promise<string[]> {
  const visit: string[] = []
  await page.goto('/')
  await follow('See all books')
  await follow('price')
  await page.getByLabel('Title or author').fill('salt &')
  await press('Show')
  await follow('Salt & Ashes')
  await press('Put into the cart')
  await press('Take out')
  await follow('Find something to read')
  await follow('novels')
  await follow('Salt & Ashes')
  await press('Put into the cart')
  await press('Order')
  await follow('Sign in')
  await page.getByLabel('Name').fill('Ada')
  await press('Sign in')
  await follow(/^Order \d+$/)
  await follow('Back to the shelves')
  await page.goto('/books/poetry/')
  await follow('What the River Kept')
  await press('Put into the cart')
  return visit

  async function follow(name: string | RegExp): Promise<void> {
    await page.getByRole('link', { name, exact: true }).click()
    await see()
  }

  async function press(name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).click()
    await see()
  }

  async function see(): Promise<void> {
    const { pathname, search } = new URL(page.url())
    visit.push(withoutNumber(`${pathname}${search}: ${await page.locator('h1').textContent()}`))
  }
}

/**
 * Opens pages and clicks everything on them. Without a list, it begins with the front page and follows all links. The
 * menus are the same on all pages, so they are clicked only on the first page.
 */
async function clickPages(page: Page, list?: readonly string[]): Promise<Map<string, string[]>> {
  const clicks = new Map<string, string[]>()
  const paths = new Set(list ?? ['/'])
  for (const path of paths) {
    const answer = await page.goto(path)
    expect([path, answer?.status()]).toEqual([path, statuses.get(path) ?? 200])
    expect([path, await findBarriers(page)]).toEqual([path, []])
    const leadsTo = await clickEverything(page, clicks.size === 0 ? 'body' : 'main')
    clicks.set(withoutNumber(path), leadsTo.map(withoutNumber))
    if (list !== undefined) continue
    for (const line of leadsTo) {
      const [, target = '/'] = /: GET (.+)$/.exec(line) ?? []
      // Other engines have their own tests. An empty search or another order only shows the same list.
      if (!/^\/engine\/|search=&|sort=/.test(target)) paths.add(target)
    }
  }
  return clicks
}

/** The rules of accessibility that the page breaks, found by axe. */
async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { help: string }[] }> } }
    return (await axe.run()).violations.map(({ help }) => help)
  })
}

const statuses = new Map([
  ['/nothing', 404],
  ['/trouble', 500],
])

/** Replaces the numbers of orders, because they differ between visitors. */
function withoutNumber(text: string): string {
  return text.replaceAll(/(Order |\/orders\/)\d+/g, '$1N')
}

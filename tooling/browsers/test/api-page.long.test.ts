import { expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  MemoryRepository,
  RepositoryBasedRestController,
  type EntityOf,
} from '@mvc-router/rest'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const hasBrowser = process.env['REQUIRE_SERVICES'] === '1' || existsSync(executablePath)

const Book = defineEntity({ name: 'Book', key: { id: 'integer' }, fields: { title: 'string' } })

class BookController extends RepositoryBasedRestController<EntityOf<typeof Book>, number> {
  readonly requestMapping = '/books'
}

const inBrowser = hasBrowser ? test : test.skip
inBrowser('the page of an API has no row for HEAD, and is not wider than a phone', async () => {
  const app = await createWebServer({ controllers: [new BookController(new MemoryRepository(Book))] })
  const server = app.listen(0)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 900 } })
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/api/docs`)
    const rows = page.locator('.opblock-summary-method:visible')
    await rows.first().waitFor()
    expect(new Set(await rows.allTextContents())).toEqual(new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
    expect(await page.locator('.opblock-head').count()).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
})

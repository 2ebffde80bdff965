import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { source as axeSource } from 'axe-core'
import { writeStarter } from 'create-mvc-router'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import {
  serveStarter,
  type RunningStarter,
} from '../../../packages/create-mvc-router/dist-test/serve-starter.js'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

if (process.env['REQUIRE_SERVICES'] === '1' || existsSync(executablePath))
  describe('a new application in a browser', inBrowser)
else
  test.skip(`a new application in a browser: skipped, because there is no ${executablePath} (CHROMIUM names another)`, () =>
    undefined)

interface Rules {
  readonly axe: { run(): Promise<{ readonly violations: readonly { readonly id: string }[] }> }
}

function inBrowser(): void {
  const work = mkdtempSync(join(tmpdir(), 'starter-'))
  let application: RunningStarter
  let browser: Browser

  beforeAll(async () => {
    const folder = join(work, 'shop')
    writeStarter(folder, { engine: 'nunjucks', host: 'express', language: 'js', rest: false, css: true })
    symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
    const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' }
    application = await serveStarter(folder, [process.execPath, 'src/server.js'], env)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  })

  afterAll(async () => {
    await browser?.close()
    await application?.stop()
    rmSync(work, { recursive: true })
  })

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)(
    'every page is accessible and not wider than a window of %i points, with %s colours',
    async (width, colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 700 }, colorScheme })
      try {
        await page.goto(application.url)
        const faults = [await faultsOf(page)]
        await page.getByRole('link', { name: 'Notes', exact: true }).click()
        faults.push(await faultsOf(page))
        await page.getByLabel('Title').fill(' ')
        await page.getByRole('button', { name: 'Save the note' }).click()
        await page.getByText('Please write a title.').waitFor()
        faults.push(await faultsOf(page))
        await page.getByLabel('Title').fill(`Bread ${'x'.repeat(70)}`)
        await page.getByRole('button', { name: 'Save the note' }).click()
        await page.getByRole('button', { name: 'Remove' }).waitFor()
        faults.push(await faultsOf(page))
        await page.goto(`${application.url}/nowhere`)
        await page.getByText('There is nothing at this address.').waitFor()
        faults.push(await faultsOf(page))
        expect(faults).toEqual(faults.map(() => []))
      } finally {
        await page.close()
      }
    },
  )
}

/** The rules of axe that the page breaks, and `scrolls sideways` if the page is too wide. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState()
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as Rules).axe.run()
    const root = document.documentElement
    const scrolls = root.scrollWidth > root.clientWidth ? ['scrolls sideways'] : []
    return [...violations.map(({ id }) => id), ...scrolls]
  })
}

import { describe, expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import * as fc from 'fast-check'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { clientRoutes } from '../../../packages/cli/dist-test/client-routes.js'
import { jsonArguments } from '../../../packages/cli/dist-test/client-values.js'
import { runBin } from '../../../packages/cli/dist-test/run-bin.js'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const title = 'in Chromium, a client builds the same URLs as the server'

if (process.env['REQUIRE_SERVICES'] === '1' || existsSync(executablePath))
  describe('the client module', inBrowser)
else
  test.skip(`${title}: skipped, because there is no ${executablePath} (CHROMIUM names another)`, () =>
    undefined)

function inBrowser(): void {
  test(title, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mvc-router-client-'))
    writeFileSync(join(folder, 'routes.conf'), clientRoutes)
    expect(runBin(['client', '--out', 'routes.js'], folder).status).toBe(0)
    const server = createServer((request, response) => {
      const isModule = request.url === '/routes.js'
      response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html')
      response.end(isModule ? readFileSync(join(folder, 'routes.js')) : '<!doctype html>')
    }).listen(0)
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const page = await browser.newPage()
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
      const router = Router.parse(clientRoutes)
      const names = [...new Set(router.routes.map(({ action }) => action))]
      const calls = fc.sample(fc.tuple(fc.constantFrom(...names), jsonArguments), 100_000)
      const built = await page.evaluate(
        async (asked) => {
          const client = (await import('/routes.js' as string)) as Record<string, unknown>
          return asked.map(([name, args]) => {
            const action = name
              .split('.')
              .reduce<unknown>((group, key) => (group as typeof client)[key], client)
            try {
              return (action as { url(given: unknown): string }).url(JSON.parse(args))
            } catch {
              return 'refused'
            }
          })
        },
        calls.map(([name, args]) => [name, JSON.stringify(args)] as const),
      )
      const expected = calls.map(([name, args]) => {
        try {
          return router.reverse(name, JSON.parse(JSON.stringify(args)) as typeof args).url
        } catch {
          return 'refused'
        }
      })
      const different = calls.filter((_, index) => built[index] !== expected[index])
      expect(different).toEqual([])
      expect(built.filter((url) => url !== 'refused').length).toBeGreaterThan(10_000)
    } finally {
      await browser.close()
      server.close()
      rmSync(folder, { recursive: true })
    }
  })
}

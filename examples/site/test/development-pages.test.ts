import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineNames } from '../dist/engines.js'
import { serveSite, type RunningSite } from './serve-site.js'

let folder: string
let site: RunningSite
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookshop-'))
  for (const name of ['routes.conf', 'account.conf', 'views', 'public'])
    await cp(join('examples/site', name), join(folder, name), { recursive: true })
  const routes = join(folder, 'routes.conf')
  // The layouts of all engines link to this action.
  await writeFile(routes, (await readFile(routes, 'utf8')).replace(/^GET +\/trouble .*$/m, ''))
  site = await serveSite({ folder, hasDevelopmentPages: true })
})
afterAll(async () => {
  await site?.close()
  await rm(folder, { recursive: true })
})

/** The place of the link in the layout of each engine. */
const places: Readonly<Record<string, RegExp>> = {
  nunjucks: /views\/nunjucks\/layout\.njk:33:19/,
  handlebars: /views\/handlebars\/layouts\/main\.hbs:33:16/,
  eta: /views\/eta\/layout\.eta:33:19/,
  ejs: /views\/ejs\/footer\.ejs:14:7/,
  jsx: /jsx\/layout\.(?:tsx|js):\d+:\d+/,
}

describe('the development pages of the bookshop', () => {
  test.each([...engineNames])(
    'the development page, not the error page of the shop, shows a broken link in %s',
    async (engine) => {
      const answer = await fetch(`${site.origin}/about?engine=${engine}`)
      const page = await answer.text()
      expect(answer.status).toBe(500)
      expect(page).toContain('<h1>A link cannot be built</h1>')
      expect(page).toContain('No route has the action &quot;pageController.trouble&quot;')
      expect(page).toMatch(places[engine] ?? /^$/)
      expect(page).toMatch(/<pre[^>]*>[^<]*pageController\.trouble(?:[^<]*\n)[^<]*\^/)
      expect(page).not.toContain('fell over')
    },
  )

  test('the error page of the shop is shown with ?__routes=off', async () => {
    const page = await (
      await fetch(`${site.origin}/nothing?__routes=off`, { headers: { accept: 'text/html' } })
    ).text()
    expect(page).not.toContain('No line answers')
  })

  test('the development page of a 404 shows the lines that nearly match', async () => {
    const whole = await serveSite({ hasDevelopmentPages: true })
    const answer = await fetch(`${whole.origin}/books/Poetry`, { headers: { accept: 'text/html' } })
    const page = await answer.text()
    await whole.close()
    expect(answer.status).toBe(404)
    expect(page).toContain('<h1>No line answers GET /books/Poetry</h1>')
    expect(page).toContain('the variable &quot;genre&quot; does not satisfy [a-z-]+')
    expect(page).toMatch(/<a href="vscode:\/\/file[^"]*\/routes\.conf:7:1">routes\.conf:7<\/a>/)
  })
})

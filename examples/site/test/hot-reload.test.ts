import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSite, type RunningSite } from './serve-site.js'

let folder: string
let site: RunningSite
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookshop-'))
  for (const name of ['routes.conf', 'account.conf', 'views', 'public']) {
    await cp(join('examples/site', name), join(folder, name), { recursive: true })
  }
  site = await serveSite({ folder, autoReloadEnabled: true, hasDevelopmentPages: true })
})
afterAll(async () => {
  await site?.close()
  await rm(folder, { recursive: true })
})

describe('the route file of a running site', () => {
  test('a changed route file is read again, and the links of every engine change with it', async () => {
    expect(await linkToAbout('nunjucks')).toBe('/about')
    await edit('reload', (text) => text.replace('/about ', '/who-we-are '))
    for (const engine of ['nunjucks', 'handlebars', 'eta', 'ejs', 'jsx'])
      expect([engine, await linkToAbout(engine)]).toEqual([engine, '/who-we-are'])
    expect((await fetch(`${site.origin}/who-we-are`)).status).toBe(200)
    expect((await fetch(`${site.origin}/about`)).status).toBe(404)
  })

  test('a broken route file is reported, and the routes before the change still serve', async () => {
    const error = await edit('reload-error', (text) => text.replace('/who-we-are ', '/{who '))
    expect(String(error)).toContain('Expected "}"')
    expect(await linkToAbout('nunjucks')).toBe('/who-we-are')
    const page = await (await fetch(`${site.origin}/who`)).text()
    expect(page).toMatch(/Expected &quot;}&quot;[^]*<pre class="bad">routes\.conf:/)
    await edit('reload', (text) => text.replace('/{who ', '/about '))
    expect(await linkToAbout('nunjucks')).toBe('/about')
  })
})

async function linkToAbout(engine: string): Promise<string | undefined> {
  const page = await (await fetch(`${site.origin}/?engine=${engine}`)).text()
  return /<a href="([^"]*)">About<\/a>/.exec(page)?.[1]
}

/** Edits routes.conf as editors do, by a rename, and waits for the event. */
async function edit(event: 'reload' | 'reload-error', change: (text: string) => string): Promise<unknown> {
  const happened = once(site.mapping, event)
  const file = join(folder, 'routes.conf')
  await writeFile(`${file}.new`, change(await readFile(file, 'utf8')))
  await rename(`${file}.new`, file)
  const [outcome] = (await happened) as unknown[]
  return outcome
}

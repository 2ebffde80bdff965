import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startReadmeApplication, type ReadmeApplication } from '@mvc-router/link-conformance'
import { Router } from '@mvc-router/router-core'

describe('the bookshop in two languages', () => {
  let application: ReadmeApplication
  beforeAll(async () => {
    application = await startReadmeApplication('tooling/recipes', 'docs/localized-urls.md')
  })
  afterAll(async () => application?.stop())

  /** Returns the links of a page as pairs of a text and a URL. */
  async function linksOf(path: string, status = 200): Promise<string[][]> {
    const answer = await fetch(application.origin + path)
    expect([path, answer.status]).toEqual([path, status])
    return [...(await answer.text()).matchAll(/href="([^"]*)">([^<]*)/g)].map(([, url = '', text = '']) => [
      text,
      url,
    ])
  }

  test.each([
    ['de', 'en', 'Bücher', 'English', 'Salz und Asche'],
    ['en', 'de', 'Books', 'Deutsch', 'Salt &amp; Ashes'],
  ])(
    'the links of /%s/ keep the language, and one link leads to the page in /%s/',
    async (locale, other, books, name, title) => {
      expect(await linksOf(`/${locale}/`)).toEqual([
        [books, `/${locale}/`],
        [name, `/${other}/`],
        [title, `/${locale}/books/salt-ashes`],
        [expect.any(String), `/${locale}/books/the-lighthouse`],
      ])
      const [, change, back] = await linksOf(`/${locale}/books/salt-ashes`)
      expect(change).toEqual([name, `/${other}/books/salt-ashes`])
      expect(back?.[1]).toBe(`/${locale}/`)
    },
  )

  test('the links lead to all six pages, and every link leads to a page', async () => {
    const open = new Set(['/de/'])
    for (const path of open) for (const [, url = ''] of await linksOf(path)) open.add(url)
    expect([...open].toSorted()).toEqual(
      ['de', 'en'].flatMap((locale) => [
        `/${locale}/`,
        `/${locale}/books/salt-ashes`,
        `/${locale}/books/the-lighthouse`,
      ]),
    )
  })

  test.each([
    ['de-AT,de;q=0.9,en;q=0.5', '/de/'],
    ['fr', '/en/'],
  ])('the root redirects a browser with the languages %s to %s', async (language, target) => {
    const headers = { 'accept-language': language }
    const answer = await fetch(`${application.origin}/`, { headers, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, target])
  })

  test.each(['/fr/', '/de/books/nothing', '/de/books/__proto__', '/nothing'])(
    '%s is answered with 404 and a page with links',
    async (path) => {
      expect((await linksOf(path, 404)).at(-1)?.[1]).toMatch(/^\/(?:de|en)\/$/)
    },
  )
})

test('reversing an action with a translated path uses the locale in the arguments', () => {
  const router = Router.parse(`
GET    /de/buecher/{slug}     bookController.show(locale:'de')
GET    /en/books/{slug}       bookController.show(locale:'en')
`)
  const current = router.match({ method: 'GET', path: '/de/buecher/x' })
  expect(router.reverse('bookController.show', { ...current?.args, locale: 'en' }).url).toBe('/en/books/x')
})

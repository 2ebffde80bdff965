import { describe, expect, jest, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import * as fc from 'fast-check'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { hostileValues, linkCases, linkRoutes, refusedLinkCases } from './link-cases.js'
import type { ArgumentForm, LinkEngine, LinkPlace, LinkTemplate } from './link-engine.js'
import { randomNames, randomArguments, randomNamedArguments } from './random-arguments.js'
import { readHref, readLink } from './read-link.js'

type Arguments = Readonly<Record<string, unknown>>
type Request = Parameters<Router['forRequest']>[0]

/** Names of options and properties that an engine or this router could read from a prototype by mistake. */
const pollutedNames = [
  'escapeFunction',
  'outputFunctionName',
  'client',
  'route',
  'reverse',
  'current',
  'host',
  'id',
  'slug',
  'page',
  'toRouteParam',
  'toHTML',
]

const allPlaces: readonly LinkPlace[] = ['text', 'double-quoted', 'single-quoted', 'unquoted']

/** Describes the link tests of all view packages: a browser must read the router's URL in the rendered page. */
export function describeLinkConformance(engine: LinkEngine): void {
  const { places = allPlaces, forms = ['named', 'object'], needsModelAttribute = false } = engine
  const runs = Math.min(engine.runs ?? 10_000, Number(process.env['FUZZ_RUNS'] ?? 40))
  const router = Router.parse(linkRoutes)
  const compile = engine.start(router)
  const templates = new Map<string, ReturnType<typeof compile>>()

  async function render(template: LinkTemplate, args: Arguments, request?: Request): Promise<string> {
    const key = JSON.stringify(template)
    const renderLink = templates.get(key) ?? compile(template)
    templates.set(key, renderLink)
    const bound = request === undefined ? undefined : router.forRequest(request)
    const hasAttribute = bound !== undefined || needsModelAttribute
    const route = hasAttribute ? createModelAttribute(bound ?? router) : undefined
    return await renderLink({ args, route, wait: () => Promise.resolve() })
  }

  async function link(template: LinkTemplate, args: Arguments, request?: Request): Promise<string> {
    const html = await render(template, args, request)
    const url = readLink(html, template.place)
    // A URL without these characters cannot end a string or a script in an author's page.
    if (template.place === 'text') expect(html.slice('<p>'.length, -'</p>'.length)).not.toMatch(/[<>"'`\\\s]/)
    return url
  }

  /** The URLs of all cases. Other attributes do not count, because Preact prints prototype properties. */
  async function linksOfAllCases(): Promise<(string | undefined)[]> {
    const urls: (string | undefined)[] = []
    for (const { action, args, request } of linkCases) {
      const html = await render(templateOf(action, args, forms[0] ?? 'named', 'double-quoted'), args, request)
      urls.push(readHref(html))
    }
    return urls
  }

  describe(`links in ${engine.name}`, () => {
    describe.each(forms)('with arguments in the form "%s"', (form) => {
      test.each(linkCases)('a link for $name has the right URL', async ({ action, args, request, url }) => {
        for (const place of places) {
          await expect(link(templateOf(action, args, form, place), args, request)).resolves.toBe(url)
        }
      })

      test.each(refusedLinkCases)('a link for $name is an error', async ({ action, args, message }) => {
        for (const place of places) {
          await expect(link(templateOf(action, args, form, place), args)).rejects.toThrow(message)
        }
      })

      test.each(hostileValues)(
        'a link with the hostile value %j has the URL of the router',
        async (hostile) => {
          const cases = [
            { action: 'bookController.show', args: { slug: hostile } },
            { action: 'userController.listAll', args: { q: hostile, tag: [hostile, hostile] } },
          ]
          for (const { action, args } of cases) {
            const { url } = router.reverse(action, args)
            for (const place of places) {
              await expect(link(templateOf(action, args, form, place), args)).resolves.toBe(url)
            }
          }
        },
      )

      test('a link does not change its arguments', async () => {
        const args = Object.freeze({ slug: 'mvc', tag: Object.freeze(['a', 'b']) })
        await link(templateOf('bookController.show', args, form, 'double-quoted'), args)
        expect(args).toEqual({ slug: 'mvc', tag: ['a', 'b'] })
      })

      test(`a link has the URL of the router for ${runs} random sets of arguments`, async () => {
        const property = fc.asyncProperty(
          form === 'named' ? randomNamedArguments : randomArguments,
          fc.constantFrom(...places),
          async (args, place) => {
            const template: LinkTemplate = { action: 'bookController.show', form, names: randomNames, place }
            const url = attempt(() => router.reverse('bookController.show', args).url)
            if (url === undefined) await expect(link(template, args)).rejects.toThrow()
            else expect(await link(template, args)).toBe(url)
          },
        )
        await fc.assert(property, { numRuns: Math.ceil(runs / forms.length) })
      }, 120_000)
    })

    if (forms.includes('object'))
      test('a link takes no argument from a prototype', async () => {
        const args: Arguments = Object.create({ id: 5 })
        const template = templateOf('userController.showUser', {}, 'object', 'double-quoted')
        await expect(link(template, args)).rejects.toThrow(/\bid\b/)
      })

    test('a polluted Object.prototype does not change a link', async () => {
      const expected = await linksOfAllCases()
      const warnings = jest.spyOn(console, 'error').mockImplementation(() => {}) // React warns
      for (const name of pollutedNames) Object.assign(Object.prototype, { [name]: 'polluted' })
      try {
        await expect(linksOfAllCases()).resolves.toEqual(expected)
      } finally {
        for (const name of pollutedNames) Reflect.deleteProperty(Object.prototype, name)
        warnings.mockRestore()
      }
    })

    test(`each of ${runs} concurrent requests gets its own link`, async () => {
      const storage = new AsyncLocalStorage<ReturnType<Router['forRequest']>>()
      const compileHere = engine.start({
        reverse: (action, args) => router.reverse(action, args),
        get current() {
          return storage.getStore()
        },
      })
      const [form] = forms
      const renderHere = compileHere({
        action: 'tenantController.dashboard',
        form: form ?? 'named',
        names: ['tenant', 'n'],
        place: 'double-quoted',
      })
      async function request(n: number): Promise<string> {
        const bound = router.forRequest({ mountPath: `/mount${n % 7}`, host: `tenant${n % 3}.example.com` })
        const usesAttribute = needsModelAttribute || n % 2 === 0
        const route = usesAttribute ? createModelAttribute(bound) : undefined
        return storage.run(bound, async () => {
          await waitSomeTurns()
          return renderHere({ args: { tenant: `tenant${n % 5}`, n }, route, wait: waitSomeTurns })
        })
      }

      const pages = await Promise.all(Array.from({ length: runs }, (_, n) => request(n)))
      const links = pages.map((page) => readLink(page, 'double-quoted'))
      expect(links).toEqual(
        links.map((_, n) => {
          const origin = n % 5 === n % 3 ? '' : `http://tenant${n % 5}.example.com`
          return `${origin}/mount${n % 7}/dashboard?n=${n}`
        }),
      )
    }, 120_000)
  })
}

function templateOf(action: string, args: Arguments, form: ArgumentForm, place: LinkPlace): LinkTemplate {
  return { action, form, names: form === 'named' ? Object.keys(args) : [], place }
}

async function waitSomeTurns(): Promise<void> {
  for (let turns = Math.floor(Math.random() * 4); turns > 0; turns--) await setImmediate()
}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

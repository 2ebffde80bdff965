import { describe, expect, test } from '@jest/globals'
import { Router, type ModelAttribute } from '@mvc-router/router-core'
import { createModelAttribute, type TemplateRouter } from '@mvc-router/router-core/templates'
import * as fc from 'fast-check'
import type { RenderLink } from './link-engine.js'
import { readLink } from './read-link.js'

/** A template engine that links to the current page with another query. */
export interface PageEngine {
  readonly name: string
  /** Compiles `<a href="LINK">link</a>`. LINK sets `page` to `args.page` and removes `q`. */
  start(router: TemplateRouter): RenderLink
}

/** Describes the tests that each engine's links to the current page must pass. */
export function describePageConformance(engine: PageEngine): void {
  const { name } = engine
  const router = Router.parse('GET /books/{<.*>path} bookController.list')
  const pageOf = (url: string): ModelAttribute =>
    createModelAttribute(router, () => ({ action: 'bookController.list', args: {}, url }))
  const reverse: TemplateRouter['reverse'] = (action, args) => router.reverse(action, args)
  const withCurrent = (page: ModelAttribute | undefined): TemplateRouter => ({
    reverse,
    current: page && { reverse, with: page.with },
  })

  describe(`links to the current page in ${name}`, () => {
    test('a link to the current page has the URL of route.with, for random targets and values', async () => {
      let current: ModelAttribute | undefined
      const render = engine.start({
        reverse: (action, args) => router.reverse(action, args),
        get current() {
          return withCurrent(current).current
        },
      })
      const query = fc.array(
        fc.constantFrom('&', '=', 'q', 'page', 'a', '%22', '%', "'", '"', '<', '+', '\u00e9'),
      )
      const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null))
      await fc.assert(
        fc.asyncProperty(
          query,
          fc.oneof(value, fc.array(value)),
          fc.boolean(),
          async (pieces, page, isShown) => {
            const attribute = pageOf(`/books/x?${pieces.join('')}`)
            current = attribute
            const expected = attribute.with({ page, q: null })
            const html = await render({
              args: { page },
              route: isShown ? attribute : undefined,
              wait: () => Promise.resolve(),
            })
            expect(readLink(html, 'double-quoted')).toBe(expected)
          },
        ),
      )
    })

    test('a link to the current page is an error outside of a request', async () => {
      const render = engine.start(withCurrent(undefined))
      const data = { args: { page: 2 }, route: undefined, wait: () => Promise.resolve() }
      await expect((async () => render(data))()).rejects.toThrow(/no line answers this page/)
    })
  })
}

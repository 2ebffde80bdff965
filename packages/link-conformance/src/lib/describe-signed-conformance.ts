import { expect, test } from '@jest/globals'
import { Router } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import * as fc from 'fast-check'
import type { PageEngine } from './describe-page-conformance.js'
import { readLink } from './read-link.js'

/** Describes the test of `<a href="LINK">link</a>`. LINK is a signed link to `mail.stop` with the `id` of `args`. */
export function describeSignedConformance(engine: PageEngine): void {
  const { name } = engine
  test(`a signed link in ${name} has the URL of router.signed for random values`, async () => {
    const signingKeys = ['0123456789abcdef0123456789abcdef']
    const router = Router.parse('+ signed\nGET /stop/{id} mail.stop', { signingKeys })
    const attribute = createModelAttribute(router)
    const render = engine.start(router)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (id) => {
        let expected: string
        try {
          expected = router.signed('mail.stop', { id }).url
        } catch {
          return
        }
        const html = await render({ args: { id }, route: attribute, wait: () => Promise.resolve() })
        expect(readLink(html, 'double-quoted')).toBe(expected)
      }),
    )
  })
}

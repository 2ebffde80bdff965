import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { Router, type ModelAttribute } from '@mvc-router/router-core'
import { createModelAttribute } from '@mvc-router/router-core/templates'
import * as fc from 'fast-check'

/** A template engine whose filters, helpers or expressions read links. */
export interface TextEngine {
  readonly name: string
  /** Functions by name that make a template set the variable `link` to a link to `shop.item` with `args`. */
  readonly links: Readonly<Record<string, (template: string) => string>>
  /** Templates that use the variable `link`. */
  readonly uses: readonly string[]
  readonly compile: (template: string, router: Router) => (data: TextData) => string
}

/** The data of a template. `link` is missing if the template builds the link itself. */
export interface TextData {
  readonly route: ModelAttribute
  readonly args: Readonly<Record<string, string>>
  readonly link?: string
}

/** The router's URLs have escapes, several query arguments, and characters that HTML escapes. */
const router = Router.parse("GET /it's/{<[^./]+>item} shop.item")
const text = fc.string({ unit: 'grapheme', minLength: 1 })
const linkArguments = fc
  .record({ item: text, a: text, b: text }, { requiredKeys: ['item'] })
  .filter(({ item }) => !/[./]/.test(item))

/** Describes the tests that a link in a variable acts like its URL as a string, and is escaped once. */
export function describeTextConformance({ name, links, uses, compile }: TextEngine): void {
  const runs = Number(process.env['FUZZ_RUNS'] ?? 20)

  describe.each(Object.keys(links))(`links of ${name} in a variable, set by %s`, (way) => {
    // Some filters use random numbers.
    beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.4))
    afterEach(() => void jest.restoreAllMocks())

    test.each(uses)('%s prints the same for a link and for its URL as a string', (use) => {
      const ofLink = compile(links[way]?.(use) ?? '', router)
      const ofText = compile(use, router)
      fc.assert(
        fc.property(linkArguments, (args) => {
          const data = { route: createModelAttribute(router), args }
          const link = router.reverse('shop.item', args).url
          expect(outcome(() => ofLink(data))).toBe(outcome(() => ofText({ ...data, link })))
        }),
        { numRuns: runs },
      )
    })
  })
}

/** The output, or the name of the thrown error. */
function outcome(render: () => string): string {
  try {
    return render()
  } catch (error) {
    return `throws ${(error as Error).name}`
  }
}

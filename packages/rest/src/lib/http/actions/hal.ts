import type { Reverser } from '@mvc-router/router-core'
import type { Page } from '../../view/page.js'
import type { PageLinks } from './page-links.js'

/** A link of HAL. */
interface HalLink {
  readonly href: string
}

/** Writes data as `application/hal+json`, with `_links` by the reverse router. */
export class HalBuilder {
  readonly #controllerName: string
  readonly #hasCollection: boolean

  constructor(controllerName: string, hasCollection: boolean) {
    this.#controllerName = controllerName
    this.#hasCollection = hasCollection
  }

  /** A resource with its `self`, where that is known, and its `collection`. */
  resource(data: unknown, self: string | undefined, reverser: Reverser): unknown {
    // What a module writes as a text has no place for links.
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
    const links: Record<string, HalLink> = {}
    if (self !== undefined) links['self'] = { href: self }
    if (this.#hasCollection)
      links['collection'] = { href: reverser.reverse(`${this.#controllerName}.findAll`).url }
    return { ...data, _links: links }
  }

  /** A page; its content is embedded under the relation `item` of RFC 6573. */
  page(page: Page<unknown>, items: readonly unknown[], links: PageLinks, self: string): unknown {
    const { content: _content, ...figures } = page
    return { _links: { self: { href: self }, ...halLinks(links) }, _embedded: { item: items }, ...figures }
  }

  /** A list without a page. */
  list(items: readonly unknown[], self: string): unknown {
    return { _links: { self: { href: self } }, _embedded: { item: items } }
  }
}

function halLinks(links: PageLinks): Readonly<Record<string, HalLink>> {
  return Object.fromEntries(
    Object.entries(links).flatMap(([relation, href]) => (href === undefined ? [] : [[relation, { href }]])),
  )
}

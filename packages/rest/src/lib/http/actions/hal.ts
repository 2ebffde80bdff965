import type { Reverser } from '@mvc-router/router-core'
import { halLinks, Link } from '@mvc-router/router-core/hypermedia'
import { linkUrl } from '@mvc-router/router-core/templates'
import type { Page } from '../../view/page.js'

/** Writes data as `application/hal+json`, with `_links` by the reverse router. */
export class HalBuilder {
  readonly #listAction: string
  readonly #hasCollection: boolean

  constructor(controllerName: string, hasCollection: boolean) {
    this.#listAction = `${controllerName}.findAll`
    this.#hasCollection = hasCollection
  }

  /** A resource with its `self`, where that is known, and its `collection`. */
  resource(data: unknown, self: string | undefined, reverser: Reverser): unknown {
    // A text from a module has no place for links.
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
    const links: Link[] = []
    if (self !== undefined) links.push(new Link('self', self))
    if (this.#hasCollection) links.push(new Link('collection', linkUrl(reverser, this.#listAction)))
    return { ...data, _links: halLinks(...links) }
  }

  /** A page; its content is embedded under the relation `item` of RFC 6573. */
  page(page: Page<unknown>, items: readonly unknown[], links: readonly Link[], self: string): unknown {
    const { content: _content, ...figures } = page
    return { _links: halLinks(new Link('self', self), ...links), _embedded: { item: items }, ...figures }
  }

  /** A list without a page. */
  list(items: readonly unknown[], self: string): unknown {
    return { _links: halLinks(new Link('self', self)), _embedded: { item: items } }
  }
}

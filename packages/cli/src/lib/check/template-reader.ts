import { UrlFinder } from '../adopt/find/url-finder.js'
import type { FoundUrls } from '../adopt/urls/written-url.js'
import {
  LinkFinder,
  MissingEngineException,
  type LinkFinderOptions,
  type TemplateEngine,
} from '../links/find-links.js'
import type { FoundLinks } from '../links/template-link.js'
import type { SourceText } from '../terminal/source-text.js'

/** What a template or a program contains, before any route file is asked. */
export interface ReadTemplate extends FoundLinks {
  readonly source: SourceText
  /** The URLs that are written out; undefined for a file that cannot be read. */
  readonly urls: FoundUrls | undefined
  /** Its engine is not installed, so nothing of it is known. */
  readonly missing?: MissingEngineException
}

/** Reads the templates and programs of one project: their links, with the methods that browsers will use, and their URLs. */
export class TemplateReader {
  readonly #links: LinkFinder
  readonly #urls: UrlFinder

  constructor(options: LinkFinderOptions) {
    this.#links = new LinkFinder(options)
    this.#urls = new UrlFinder(this.#links, options.nunjucks)
  }

  read(source: SourceText, engine: TemplateEngine): ReadTemplate {
    try {
      const found = this.#links.find(source, engine)
      const urls = found.problems.length > 0 ? undefined : this.#urls.find(source, engine)
      return { ...found, source, urls, links: withMethods(found.links, urls) }
    } catch (error) {
      if (!(error instanceof MissingEngineException)) throw error
      return { links: [], problems: [], unread: [], source, urls: undefined, missing: error }
    }
  }
}

/** The links, those in attributes with the method that the browser will use: the form's, the anchor's. */
function withMethods(links: FoundLinks['links'], urls: FoundUrls | undefined): FoundLinks['links'] {
  const places = urls?.links ?? []
  return links.map((link) => {
    const place = places.find(({ start, end }) => link.offset >= start && link.offset < end)
    return place?.method === undefined ? link : { ...link, method: place.method }
  })
}

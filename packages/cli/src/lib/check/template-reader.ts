import { UrlFinder, type FileUrls } from '../adopt/find/url-finder.js'
import { LinkFinder, type LinkFinderOptions, type TemplateEngine } from '../links/find-links.js'
import type { FoundLinks } from '../links/template-link.js'
import type { SourceText } from '../terminal/source-text.js'
import { withMethods } from './link-methods.js'

/** What a template or a program contains, before any route file is asked. */
export interface ReadTemplate extends FoundLinks {
  readonly source: SourceText
  /** The URLs that are written out; undefined for a file that cannot be read. */
  readonly urls: FileUrls | undefined
}

/** Reads the templates and programs of one project: their links, with the methods that browsers will use, and their URLs. */
export class TemplateReader {
  readonly #links: LinkFinder
  readonly #urls: UrlFinder

  constructor(options: LinkFinderOptions) {
    this.#links = new LinkFinder(options)
    this.#urls = new UrlFinder(this.#links, options.nunjucks)
  }

  /** @throws MissingEngineException */
  read(source: SourceText, engine: TemplateEngine): ReadTemplate {
    const found = this.#links.find(source, engine)
    const urls = found.problems.length > 0 ? undefined : this.#urls.find(source, engine)
    return { ...found, source, urls, links: withMethods(found.links, urls?.links ?? []) }
  }
}

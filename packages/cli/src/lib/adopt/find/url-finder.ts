import type { LinkFinder, TemplateEngine } from '../../links/find-links.js'
import type { NunjucksOptions } from '../../links/nunjucks-links.js'
import type { SourceText } from '../../terminal/source-text.js'
import { ejsDialect } from '../dialects/ejs-dialect.js'
import { etaDialect } from '../dialects/eta-dialect.js'
import { findHtmlUrls } from './find-html-urls.js'
import { findProgramUrls, mayHoldUrls } from './find-program-urls.js'
import { findPugUrls } from './find-pug-urls.js'
import { handlebarsDialect } from '../dialects/handlebars-dialect.js'
import { nunjucksDialect } from '../dialects/nunjucks-dialect.js'
import type { TemplateDialect } from '../dialects/template-dialect.js'
import type { FoundUrls } from '../urls/written-url.js'

/** Finds the URLs that are written out in the templates and programs of a project. */
export class UrlFinder {
  readonly #links: LinkFinder
  readonly #dialects: Readonly<Record<'nunjucks' | 'handlebars' | 'eta' | 'ejs', TemplateDialect>>

  constructor(links: LinkFinder, nunjucks?: NunjucksOptions) {
    this.#links = links
    this.#dialects = {
      nunjucks: nunjucksDialect(nunjucks),
      handlebars: handlebarsDialect,
      eta: etaDialect,
      ejs: ejsDialect,
    }
  }

  /**
   * Undefined for a file that cannot be read.
   *
   * @throws MissingEngineException
   */
  find(source: SourceText, engine: TemplateEngine): FoundUrls | undefined {
    const { text, file } = source
    if (engine === 'script') return mayHoldUrls(text) ? findProgramUrls(source) : { urls: [], links: [] }
    if (engine === 'pug') return findPugUrls(source, this.#links.pug(file))
    const dialect = this.#dialects[engine]
    const found = findHtmlUrls(text, dialect)
    return found && { ...found, prepare: () => dialect.prepare?.(text) ?? [] }
  }
}

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
import type { TextEdit } from '../../terminal/text-edits.js'
import type { FoundUrls } from '../urls/written-url.js'

/** The URLs of one file, and what it needs once links have taken their place. */
export interface FileUrls extends FoundUrls {
  readonly prepare: () => readonly TextEdit[]
}

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
  find(source: SourceText, engine: TemplateEngine): FileUrls | undefined {
    const { text, file } = source
    if (engine === 'script') return mayHoldUrls(text) ? findProgramUrls(source) : nothing
    if (engine === 'pug') return withNothingElse(findPugUrls(source, this.#links.pug(file)))
    const dialect = this.#dialects[engine]
    const found = findHtmlUrls(text, dialect)
    return found && { ...found, prepare: () => dialect.prepare?.(text) ?? [] }
  }
}

const nothing: FileUrls = { urls: [], links: [], prepare: () => [] }

function withNothingElse(found: FoundUrls | undefined): FileUrls | undefined {
  return found && { ...found, prepare: () => [] }
}

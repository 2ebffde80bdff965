import type { FoundUrls } from '../engines/written-url.js'
import {
  EngineProject,
  MissingEngineException,
  type EngineOptions,
  type TemplateEngine,
} from '../engines/template-engine.js'
import type { FoundLinks } from '../engines/template-link.js'
import type { SourceText } from '../terminal/source-text.js'

/** Content of a template or a program, read before any route file. */
export interface ReadTemplate extends FoundLinks {
  readonly source: SourceText
  /** The URLs that are written out; undefined for a file that cannot be read. */
  readonly urls: FoundUrls | undefined
  /** Its engine is not installed, so nothing of it is known. */
  readonly missing?: MissingEngineException
}

/** Reads the templates and programs of one project: their links, with the methods that browsers will use, and their URLs. */
export class TemplateReader {
  readonly #project: EngineProject

  constructor(options: EngineOptions) {
    this.#project = new EngineProject(options)
  }

  read(source: SourceText, engine: TemplateEngine): ReadTemplate {
    try {
      const found = engine.links(source, this.#project)
      const urls = found.problems.length > 0 ? undefined : engine.urls(source, this.#project)
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

import { resolve } from 'node:path'
import { foreignTags } from '../engines/foreign-tags.js'
import type { FoundUrls } from '../engines/written-url.js'
import {
  MissingEngineException,
  type EngineProject,
  type TemplateEngine,
} from '../engines/template-engine.js'
import type { TemplateFiles } from '../engines/template-files.js'
import type { FoundLinks } from '../engines/template-link.js'
import { findMiddlewareNames, noNames, type MiddlewareNames } from './middleware-names.js'
import { forgetSyntax } from '../terminal/syntax-of.js'
import { readText } from '../terminal/read-text.js'
import { SourceText } from '../terminal/source-text.js'
import { findControllers, type ProgramControllers } from './find-controllers.js'

/** The content of a template or program. It does not depend on route files. */
export interface ReadTemplate extends FoundLinks {
  readonly source: SourceText
  /** Undefined for an unreadable file. */
  readonly urls: FoundUrls | undefined
  /** Present if the engine is missing. Then the content is unknown. */
  readonly missing?: MissingEngineException
}

/** A template or program, saved or unsaved. It is parsed once, when its content is needed. */
export class ProjectFile {
  readonly path: string
  readonly engine: TemplateEngine
  readonly source: SourceText
  /** The byte order mark, or ''. */
  readonly mark: string
  readonly #project: EngineProject
  readonly #onParse: ((name: string) => void) | undefined
  #content: FileContent | undefined
  #lowerText: string | undefined

  /** @param onParse called when the file is parsed */
  constructor(
    path: string,
    name: string,
    text: string,
    engine: TemplateEngine,
    project: EngineProject,
    onParse?: (name: string) => void,
  ) {
    this.path = path
    this.engine = engine
    this.mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
    this.source = new SourceText(text.slice(this.mark.length), name)
    this.#project = project
    this.#onParse = onParse
  }

  /** Reads a file. Returns undefined if it is not UTF-8. */
  static async read(
    { path, engine }: TemplateFiles['files'][number],
    project: EngineProject,
  ): Promise<ProjectFile | undefined> {
    const { cwd } = project.options
    const text = await readText(cwd, path)
    return text === undefined ? undefined : new ProjectFile(resolve(cwd, path), path, text, engine, project)
  }

  get template(): ReadTemplate {
    return this.#parsed.template
  }

  get links(): ReadTemplate['links'] {
    return this.template.links
  }

  /** True if the text contains the name in any case. A file without the name needs no parsing. */
  mentions(name: string): boolean {
    return this.#lower.includes(name.toLowerCase())
  }

  /** True if the name occurs without a dot after it: `types` then takes 2 s and not 4 s for 500 programs. */
  mayDeclare(name: string): boolean {
    const text = this.#lower
    const lowerName = name.toLowerCase()
    let start = text.indexOf(lowerName)
    while (start >= 0 && text[start + lowerName.length] === '.')
      start = text.indexOf(lowerName, start + lowerName.length)
    return start >= 0
  }

  get #lower(): string {
    return (this.#lowerText ??= this.source.text.toLowerCase())
  }

  get controllers(): ProgramControllers | undefined {
    return this.engine.isProgram && this.mentions('controller') ? this.#parsed.controllers : undefined
  }

  get middleware(): MiddlewareNames {
    return this.engine.isProgram && this.mentions('middleware') ? this.#parsed.middleware : noNames
  }

  /** Parses a program once for all its content. */
  get #parsed(): FileContent {
    return (this.#content ??= this.#parse())
  }

  #parse(): FileContent {
    const { source, engine } = this
    this.#onParse?.(source.file)
    try {
      const template = readTemplate(source, engine, this.#project)
      if (!engine.isProgram) return { template, controllers: undefined, middleware: noNames }
      return { template, controllers: findControllers(source), middleware: findMiddlewareNames(source) }
    } finally {
      forgetSyntax(source)
    }
  }
}

interface FileContent {
  readonly template: ReadTemplate
  readonly controllers: ProgramControllers | undefined
  readonly middleware: MiddlewareNames
}

function readTemplate(source: SourceText, engine: TemplateEngine, project: EngineProject): ReadTemplate {
  try {
    const found = engine.links(source, project)
    if (found.problems.length > 0) return { ...found, source, urls: undefined }
    const urls = engine.urls(source, project)
    const problems = foreignTags(source, engine, found.links)
    return { ...found, problems, source, urls, links: withMethods(found.links, urls) }
  } catch (error) {
    if (!(error instanceof MissingEngineException)) throw error
    return { links: [], problems: [], unread: [], source, urls: undefined, missing: error }
  }
}

function withMethods(links: FoundLinks['links'], urls: FoundUrls | undefined): FoundLinks['links'] {
  const places = urls?.links ?? []
  return links.map((link) => {
    const place = places.find(({ start, end }) => link.offset >= start && link.offset < end)
    return place?.method === undefined ? link : { ...link, method: place.method }
  })
}

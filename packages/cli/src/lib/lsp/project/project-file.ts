import type { ReadTemplate, TemplateReader } from '../../check/template-reader.js'
import type { TemplateEngine } from '../../links/find-links.js'
import { findMiddlewareNames, noNames, type MiddlewareNames } from '../../links/middleware-names.js'
import { forgetSyntax } from '../../script/syntax-of.js'
import { SourceText } from '../../terminal/source-text.js'
import { findControllers, type ProgramControllers } from './find-controllers.js'

/** How the files of a project are read. */
export interface ProjectReader {
  readonly templates: TemplateReader
  /** Told of each file that is parsed. */
  readonly onParse: (name: string) => void
}

/** A template or a program, saved or not. It is parsed when somebody asks what stands in it, and once. */
export class ProjectFile {
  readonly path: string
  readonly engine: TemplateEngine
  readonly source: SourceText
  readonly #reader: ProjectReader
  #content: FileContent | undefined
  #lowerText: string | undefined

  /** @param name as messages show it */
  constructor(path: string, name: string, text: string, engine: TemplateEngine, reader: ProjectReader) {
    this.path = path
    this.engine = engine
    this.source = new SourceText(text.startsWith('\uFEFF') ? text.slice(1) : text, name)
    this.#reader = reader
  }

  get template(): ReadTemplate {
    return this.#parsed.template
  }

  get links(): ReadTemplate['links'] {
    return this.template.links
  }

  /** Whether the text has the name somewhere, in any case: most files need not be parsed to know that they do not link to it. */
  mentions(name: string): boolean {
    return this.#lower.includes(name.toLowerCase())
  }

  /** Whether the name stands somewhere without a dot behind it, as that of a method's owner has: `bookController.show`. */
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
    return this.engine === 'script' && this.mentions('controller') ? this.#parsed.controllers : undefined
  }

  get middleware(): MiddlewareNames {
    return this.engine === 'script' && this.mentions('middleware') ? this.#parsed.middleware : noNames
  }

  /** Of a program, one parser's work is what all three are read from. */
  get #parsed(): FileContent {
    return (this.#content ??= this.#parse())
  }

  #parse(): FileContent {
    const { source, engine } = this
    this.#reader.onParse(source.file)
    try {
      const template = this.#reader.templates.read(source, engine)
      if (engine !== 'script') return { template, controllers: undefined, middleware: noNames }
      return { template, controllers: findControllers(source), middleware: findMiddlewareNames(source) }
    } finally {
      forgetSyntax(source)
    }
  }
}

/** What stands in a file. */
interface FileContent {
  readonly template: ReadTemplate
  readonly controllers: ProgramControllers | undefined
  readonly middleware: MiddlewareNames
}

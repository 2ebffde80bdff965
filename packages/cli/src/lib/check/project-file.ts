import type { ReadTemplate, TemplateReader } from './template-reader.js'
import type { TemplateEngine } from '../engines/template-engine.js'
import { findMiddlewareNames, noNames, type MiddlewareNames } from './middleware-names.js'
import { forgetSyntax } from '../terminal/syntax-of.js'
import { SourceText } from '../terminal/source-text.js'
import { findControllers, type ProgramControllers } from '../programs/find-controllers.js'

/** How the files of a project are read. */
export interface ProjectReader {
  readonly templates: TemplateReader
  /** Called with each file that is parsed. */
  readonly onParse?: (name: string) => void
}

/** A template or a program, saved or not. It is parsed when somebody asks what is in it, and once. */
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

  /** True if the text has the name somewhere, in any case: most files need not be parsed to know that they do not link to it. */
  mentions(name: string): boolean {
    return this.#lower.includes(name.toLowerCase())
  }

  /** True if the name occurs without a dot behind it; a method's owner has one: `bookController.show`. */
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

  /** All three are read from one parse of a program. */
  get #parsed(): FileContent {
    return (this.#content ??= this.#parse())
  }

  #parse(): FileContent {
    const { source, engine } = this
    this.#reader.onParse?.(source.file)
    try {
      const template = this.#reader.templates.read(source, engine)
      if (!engine.isProgram) return { template, controllers: undefined, middleware: noNames }
      return { template, controllers: findControllers(source), middleware: findMiddlewareNames(source) }
    } finally {
      forgetSyntax(source)
    }
  }
}

/** Content of a file. */
interface FileContent {
  readonly template: ReadTemplate
  readonly controllers: ProgramControllers | undefined
  readonly middleware: MiddlewareNames
}

import type { ReadTemplate, TemplateReader } from '../check/template-reader.js'
import { MissingEngineException, type TemplateEngine } from '../links/find-links.js'
import { findMiddlewareNames, type MiddlewareNames } from '../links/middleware-names.js'
import { SourceText } from '../terminal/source-text.js'
import { findControllers, type ProgramControllers } from './find-controllers.js'

/** A template or a program, saved or not. It is read when somebody asks what stands in it, and once. */
export class ProjectFile {
  readonly path: string
  readonly engine: TemplateEngine
  readonly source: SourceText
  readonly #reader: TemplateReader
  #template: ReadTemplate | MissingEngineException | undefined
  #controllers: ProgramControllers | undefined
  #middleware: MiddlewareNames | undefined
  #lowerText: string | undefined

  /** @param name as messages show it */
  constructor(path: string, name: string, text: string, engine: TemplateEngine, reader: TemplateReader) {
    this.path = path
    this.engine = engine
    this.source = new SourceText(text.startsWith('\uFEFF') ? text.slice(1) : text, name)
    this.#reader = reader
  }

  get template(): ReadTemplate | MissingEngineException {
    return (this.#template ??= this.#read())
  }

  get links(): ReadTemplate['links'] {
    const { template } = this
    return template instanceof MissingEngineException ? [] : template.links
  }

  /** Whether the text has the name somewhere, in any case: most files need not be read to know that they do not link to it. */
  mentions(name: string): boolean {
    this.#lowerText ??= this.source.text.toLowerCase()
    return this.#lowerText.includes(name.toLowerCase())
  }

  get controllers(): ProgramControllers | undefined {
    if (this.engine !== 'script') return undefined
    return (this.#controllers ??= findControllers(this.source.text, this.source.file))
  }

  get middleware(): MiddlewareNames {
    this.#middleware ??=
      (this.engine === 'script' ? findMiddlewareNames(this.source.text, this.source.file) : undefined) ??
      nothing
    return this.#middleware
  }

  #read(): ReadTemplate | MissingEngineException {
    try {
      return this.#reader.read(this.source, this.engine)
    } catch (error) {
      if (error instanceof MissingEngineException) return error
      throw error
    }
  }
}

const nothing: MiddlewareNames = { names: [], isOpen: false }

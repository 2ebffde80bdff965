import { scriptExtensions } from '../script/script-files.js'
import type { SourceText } from '../terminal/source-text.js'
import { UsageException } from '../terminal/usage-exception.js'
import { findEjsLinks } from './ejs-links.js'
import { findEtaLinks } from './eta-links.js'
import { findHandlebarsLinks, type HandlebarsModule } from './handlebars-links.js'
import { loadEngine, type LoadedEngine } from './load-engine.js'
import { findNunjucksLinks, type NunjucksModule, type NunjucksOptions } from './nunjucks-links.js'
import { findPugLinks } from './pug-links.js'
import type { PugModules } from './pug-source.js'
import { findScriptLinks } from './script/script-links.js'
import type { FindLinksOptions, FoundLinks } from './template-link.js'

/** The template engines whose links `check` and `types` can find. */
export const templateEngines = ['nunjucks', 'handlebars', 'eta', 'ejs', 'pug', 'script'] as const

/** How a file is read; `script` is JavaScript and TypeScript, with JSX and without. */
export type TemplateEngine = (typeof templateEngines)[number]

/** The engines of file name extensions, with the dot. */
export const enginesByExtension: ReadonlyMap<string, TemplateEngine> = new Map([
  ...['.njk', '.nunjucks', '.nunjs', '.nj'].map((extension) => [extension, 'nunjucks'] as const),
  ...['.hbs', '.handlebars'].map((extension) => [extension, 'handlebars'] as const),
  ['.eta', 'eta'],
  ['.ejs', 'ejs'],
  ['.pug', 'pug'],
  ['.jade', 'pug'],
  ...scriptExtensions.map((extension) => [extension, 'script'] as const),
])

/** How the links of one project are found. */
export interface LinkFinderOptions extends FindLinksOptions {
  /** Where the project's own template engines are looked for. */
  readonly cwd: string
  readonly nunjucks?: NunjucksOptions | undefined
}

/** Finds links in the templates of one project; loads its engines when the first template asks for them. */
export class LinkFinder {
  readonly #options: LinkFinderOptions
  readonly #engines = new Map<string, LoadedEngine | undefined>()

  constructor(options: LinkFinderOptions) {
    this.#options = options
  }

  /** @throws MissingEngineException when the engine is not installed, and without it nothing can be read */
  find(source: SourceText, engine: TemplateEngine): FoundLinks {
    switch (engine) {
      case 'nunjucks': {
        const nunjucks = this.#need('nunjucks', source.file) as NunjucksModule
        return findNunjucksLinks(source, nunjucks, this.#options, this.#options.nunjucks)
      }
      case 'handlebars':
        return findHandlebarsLinks(
          source,
          this.#need('handlebars', source.file) as HandlebarsModule,
          this.#options,
        )
      case 'eta':
        return findEtaLinks(source, this.#load('eta'), this.#options)
      case 'ejs':
        return findEjsLinks(source, this.#load('ejs'), this.#options)
      case 'pug':
        return findPugLinks(source, this.pug(source.file), this.#options)
      case 'script':
        return findScriptLinks(source, this.#options)
    }
  }

  /** @throws MissingEngineException */
  pug(file: string): PugModules {
    const { compileClient } = this.#need('pug', file) as Pick<PugModules, 'compileClient'>
    return { lex: this.#need('pug-lexer', file, 'pug') as PugModules['lex'], compileClient }
  }

  /** @param through the engine that it comes with */
  #need(name: string, file: string, through?: string): unknown {
    const engine = this.#load(name, through)
    if (engine === undefined) throw new MissingEngineException(through ?? name, file)
    return engine.module
  }

  #load(name: string, through?: string): LoadedEngine | undefined {
    if (!this.#engines.has(name)) this.#engines.set(name, loadEngine(name, this.#options.cwd, through))
    return this.#engines.get(name)
  }
}

/** A template's engine is not installed, so it could not be read. */
export class MissingEngineException extends UsageException {
  readonly file: string

  constructor(engine: string, file: string) {
    super(`${file} can only be read with ${engine}`, `npm install --save-dev ${engine}`)
    this.file = file
  }
}

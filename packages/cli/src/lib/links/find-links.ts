import type { SourceText } from '../terminal/source-text.js'
import { UsageException } from '../terminal/usage-exception.js'
import { findEjsLinks } from './ejs-links.js'
import { findEtaLinks } from './eta-links.js'
import { findHandlebarsLinks, type HandlebarsModule } from './handlebars-links.js'
import { loadEngine } from './load-engine.js'
import { findNunjucksLinks, type NunjucksModule, type NunjucksOptions } from './nunjucks-links.js'
import { findScriptLinks } from './script-links.js'
import type { FindLinksOptions, FoundLinks } from './template-link.js'

export const templateEngines = ['nunjucks', 'handlebars', 'eta', 'ejs', 'script'] as const

/** How a file is read; `script` is JavaScript and TypeScript, with JSX and without. */
export type TemplateEngine = (typeof templateEngines)[number]

/** The engines of file name extensions, with the dot. */
export const enginesByExtension: ReadonlyMap<string, TemplateEngine> = new Map([
  ...['.njk', '.nunjucks', '.nunjs', '.nj'].map((extension) => [extension, 'nunjucks'] as const),
  ...['.hbs', '.handlebars'].map((extension) => [extension, 'handlebars'] as const),
  ['.eta', 'eta'],
  ['.ejs', 'ejs'],
  ...['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'].map(
    (extension) => [extension, 'script'] as const,
  ),
])

export interface LinkFinderOptions extends FindLinksOptions {
  /** Where the project's own template engines are looked for. */
  readonly cwd: string
  readonly nunjucks?: NunjucksOptions | undefined
}

/** Finds links in the templates of one project; loads its engines when the first template asks for them. */
export class LinkFinder {
  readonly #options: LinkFinderOptions
  #nunjucks: NunjucksModule | undefined
  #handlebars: HandlebarsModule | undefined

  constructor(options: LinkFinderOptions) {
    this.#options = options
  }

  /** @throws UsageException when the engine is not installed */
  find(source: SourceText, engine: TemplateEngine): FoundLinks {
    switch (engine) {
      case 'nunjucks':
        this.#nunjucks ??= this.#load('nunjucks', source) as NunjucksModule
        return findNunjucksLinks(source, this.#nunjucks, this.#options, this.#options.nunjucks)
      case 'handlebars':
        this.#handlebars ??= this.#load('handlebars', source) as HandlebarsModule
        return findHandlebarsLinks(source, this.#handlebars, this.#options)
      case 'eta':
        return findEtaLinks(source, this.#options)
      case 'ejs':
        return findEjsLinks(source, this.#options)
      case 'script':
        return findScriptLinks(source, this.#options)
    }
  }

  #load(name: string, { file }: SourceText): unknown {
    const engine = loadEngine(name, this.#options.cwd)
    if (engine !== undefined) return engine
    throw new UsageException(`${file} can only be read with ${name}`, `npm install --save-dev ${name}`)
  }
}

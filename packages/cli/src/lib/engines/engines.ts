import { engineNames } from './engine-names.js'
import { ejsEngine } from './ejs/ejs-engine.js'
import { etaEngine } from './eta/eta-engine.js'
import { handlebarsEngine } from './handlebars/handlebars-engine.js'
import { liquidEngine } from './liquid/liquid-engine.js'
import { nunjucksEngine } from './nunjucks/nunjucks-engine.js'
import { pugEngine } from './pug/pug-engine.js'
import { scriptEngine } from './script/script-engine.js'
import type { SourceText } from '../terminal/source-text.js'
import { UsageException } from '../terminal/usage-exception.js'
import { EngineProject, type EngineOptions, type TemplateEngine } from './template-engine.js'
import type { FoundLinks } from './template-link.js'

/** The engines by name, for `--engine`. */
export const templateEngines: ReadonlyMap<string, TemplateEngine> = new Map(
  [nunjucksEngine, handlebarsEngine, etaEngine, ejsEngine, liquidEngine, pugEngine, scriptEngine].map(
    (engine) => [engine.name, engine],
  ),
)

/** The engines by file extension, with the dot. */
export const enginesByExtension: ReadonlyMap<string, TemplateEngine> = new Map(
  [...templateEngines.values()].flatMap((engine) =>
    engine.extensions.map((extension) => [extension, engine] as const),
  ),
)

/** Finds the links of a text: `new LinkFinder({ cwd, attributeName }).find(source, 'nunjucks')`. */
export class LinkFinder {
  readonly #project: EngineProject

  constructor(options: EngineOptions) {
    this.#project = new EngineProject(options)
  }

  /**
   * @param name a key of `templateEngines`
   * @throws UsageException for another name
   * @throws MissingEngineException if the engine is missing or too old
   */
  find(source: SourceText, name: string): FoundLinks {
    return engineNamed(name).links(source, this.#project)
  }
}

/** @throws UsageException whose message begins with `where` */
export function engineNamed(name: string, where = ''): TemplateEngine {
  const engine = templateEngines.get(name)
  if (engine !== undefined) return engine
  throw new UsageException(`${where}"${name}" is none of ${engineNames.join(', ')}`)
}

import { foldersAbove, readJson } from '@mvc-router/import/script'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { SourceText } from '../terminal/source-text.js'
import { UsageException } from '../terminal/usage-exception.js'
import type { TemplateEngineName } from './engine-names.js'
import type { FindLinksOptions, FoundLinks } from './template-link.js'
import type { FoundUrls } from './written-url.js'

/**
 * Reads and changes the templates of an engine, or programs. Commands use the list of engines, and do not depend on a
 * certain engine.
 */
export interface TemplateEngine {
  readonly name: TemplateEngineName
  /** With the dot, in lower case. */
  readonly extensions: readonly string[]
  /** True for programs, which also declare controllers and middleware. */
  readonly isProgram?: true
  /** How the named arguments of a tag are written: `, id=1`, ` id=1`, `, id: 1`. Absent if an object holds them. */
  readonly keywords?: { readonly separator: ',' | ' '; readonly sign: '=' | ': ' }
  /** True if links may be elements, whose arguments are attributes. */
  readonly hasElements?: true
  /** The tags of its templates, which other engines may have as well. Absent if only the extension shows the engine. */
  readonly marks?: RegExp
  /** Matches tags that no other engine has. */
  readonly ownMarks?: RegExp
  /** The call in the application that makes the links work, and the package that exports the called name. */
  readonly registration: string
  /**
   * The links of a text.
   *
   * @throws MissingEngineException
   */
  links(source: SourceText, project: EngineProject): FoundLinks
  /**
   * The URLs that are written out, each with a function that writes the link for it; undefined for an unreadable text.
   *
   * @throws MissingEngineException
   */
  urls(source: SourceText, project: EngineProject): FoundUrls | undefined
}

/** Options for reading the templates of a project. */
export interface EngineOptions extends FindLinksOptions {
  /** The folder where the search for the project's own template engines begins. */
  readonly cwd: string
  readonly nunjucks?: NunjucksOptions | undefined
}

/** The delimiters of Nunjucks templates, if they are not the usual ones. */
export interface NunjucksOptions {
  readonly tags?: Readonly<
    Partial<Record<'blockStart' | 'blockEnd' | 'variableStart' | 'variableEnd', string>>
  >
}

/** A template engine as a module. */
export interface LoadedEngine {
  readonly module: unknown
  /** Its major version; 0 if it is unknown. */
  readonly major: number
  /** True if the engine is installed in the project, false if it is installed beside this package. */
  readonly isOfProject: boolean
}

/** A project's settings and its own template engines, which are loaded when the first template needs them. */
export class EngineProject {
  readonly options: EngineOptions
  readonly #modules = new Map<string, LoadedEngine | undefined>()

  constructor(options: EngineOptions) {
    this.options = options
  }

  /** Undefined for a package that is not installed. */
  load(name: string, through?: string): LoadedEngine | undefined {
    if (!this.#modules.has(name)) this.#modules.set(name, loadEngine(name, this.options.cwd, through))
    return this.#modules.get(name)
  }

  /**
   * @param needed.from the first major version that can be used
   * @param needed.through the package that depends on it
   * @throws MissingEngineException
   */
  need(name: string, file: string, { from = 0, through }: { from?: number; through?: string } = {}): unknown {
    const engine = this.load(name, through)
    if (engine === undefined || engine.major < from)
      throw new MissingEngineException(through ?? name, file, engine !== undefined)
    return engine.module
  }
}

/** Thrown if the engine of a template is not installed, or too old to read it. */
export class MissingEngineException extends UsageException {
  readonly file: string

  constructor(engine: string, file: string, isOld: boolean) {
    super(
      `${file} can only be read with ${isOld ? 'a later version of ' : ''}${engine}`,
      `npm install --save-dev ${engine}${isOld ? '@latest' : ''}`,
    )
    this.file = file
  }
}

/**
 * The project's own template engine, so that templates are read as in the application; else the engine beside this
 * package. Undefined if there is no engine.
 *
 * @param through a package that may depend on the engine, such as `pug` on `pug-lexer`
 */
function loadEngine(name: string, cwd: string, through?: string): LoadedEngine | undefined {
  for (const [from, isOfProject] of [
    [resolve(cwd, 'package.json'), true],
    [import.meta.url, false],
  ] as const) {
    const require = createRequire(from)
    const path = resolveModule(require, name) ?? resolveThrough(require, name, through)
    if (path !== undefined) return { module: require(path), major: majorOf(path), isOfProject }
  }
  return undefined
}

function majorOf(path: string): number {
  const versions = Array.from(
    foldersAbove(path),
    (folder) => readJson(join(folder, 'package.json'))?.['version'],
  )
  return Number.parseInt(versions.find((version) => typeof version === 'string') ?? '0', 10)
}

function resolveThrough(
  require: NodeJS.Require,
  name: string,
  through: string | undefined,
): string | undefined {
  const path = through === undefined ? undefined : resolveModule(require, through)
  return path === undefined ? undefined : resolveModule(createRequire(path), name)
}

function resolveModule(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name)
  } catch {
    return undefined
  }
}

import { foldersAbove, readJson } from '@mvc-router/import/script'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { SourceText } from '../terminal/source-text.js'
import { UsageException } from '../terminal/usage-exception.js'
import type { TemplateEngineName } from './engine-names.js'
import type { FindLinksOptions, FoundLinks } from './template-link.js'
import type { FoundUrls } from './written-url.js'

/** Reads and changes the templates of an engine, or programs. */
export interface TemplateEngine {
  readonly name: TemplateEngineName
  /** With the dot, in lower case. */
  readonly extensions: readonly string[]
  /** True for programs, which also declare controllers and middleware. */
  readonly isProgram?: true
  /** The form of named arguments: `, id=1`, ` id=1`, `, id: 1`. Absent if arguments are in an object. */
  readonly keywords?: { readonly separator: ',' | ' '; readonly sign: '=' | ': ' }
  /** True if elements may be links, with attributes as arguments. */
  readonly hasElements?: true
  /** Matches tags that other engines may also have. Absent if only the extension identifies the engine. */
  readonly marks?: RegExp
  /** Matches tags that no other engine has. */
  readonly ownMarks?: RegExp
  /** The call that an application needs for its links, and the package that exports the function. */
  readonly registration: string
  /**
   * Finds the links of a text.
   *
   * @throws MissingEngineException
   */
  links(source: SourceText, project: EngineProject): FoundLinks
  /**
   * Finds URLs that are not links. Each URL has a function that writes its link. Returns undefined for an unreadable
   * program. Callers first call `links`, and only call `urls` if `links` found no problem.
   *
   * @throws MissingEngineException
   */
  urls(source: SourceText, project: EngineProject): FoundUrls | undefined
}

/** Options for reading the templates of a project. */
export interface EngineOptions extends FindLinksOptions {
  /** The folder from which the project's template engines are resolved. */
  readonly cwd: string
  readonly nunjucks?: NunjucksOptions | undefined
}

/** The delimiters of Nunjucks templates that differ from the defaults. */
export interface NunjucksOptions {
  readonly tags?: Readonly<
    Partial<Record<'blockStart' | 'blockEnd' | 'variableStart' | 'variableEnd', string>>
  >
}

/** An imported template engine. */
export interface LoadedEngine {
  readonly module: unknown
  /** The major version, or 0 if it is unknown. */
  readonly major: number
  /** True for the project's engine, false for the engine of this package. */
  readonly isOfProject: boolean
}

/** The settings of a project and its template engines. An engine is loaded when a template needs it. */
export class EngineProject {
  readonly options: EngineOptions
  readonly #modules = new Map<string, LoadedEngine | undefined>()

  constructor(options: EngineOptions) {
    this.options = options
  }

  /** Returns undefined if the package is not installed. */
  load(name: string, through?: string): LoadedEngine | undefined {
    if (!this.#modules.has(name)) this.#modules.set(name, loadEngine(name, this.options.cwd, through))
    return this.#modules.get(name)
  }

  /**
   * @param needed.from the lowest usable major version
   * @param needed.through the package that depends on the engine
   * @throws MissingEngineException
   */
  need(name: string, file: string, { from = 0, through }: { from?: number; through?: string } = {}): unknown {
    const engine = this.load(name, through)
    if (engine === undefined || engine.major < from)
      throw new MissingEngineException(through ?? name, file, engine !== undefined)
    return engine.module
  }
}

/** Thrown if a template's engine is missing or too old. */
export class MissingEngineException extends UsageException {
  readonly file: string

  constructor(engine: string, file: string, isOld: boolean) {
    super(
      `${file} can only be read with ${isOld ? 'a later version of ' : ''}${engine}`,
      // Without --save-dev, a dependency of the application stays a dependency.
      `npm install ${isOld ? `${engine}@latest` : `--save-dev ${engine}`}`,
    )
    this.file = file
  }
}

/** Loads the project's engine, as the application does, else the engine of this package. */
function loadEngine(name: string, cwd: string, through?: string): LoadedEngine | undefined {
  for (const [from, isOfProject] of [
    [resolve(cwd, 'package.json'), true],
    [import.meta.url, false],
  ] as const) {
    const require = createRequire(from)
    const user = through === undefined ? undefined : resolveModule(require, through)
    const path = resolveModule(require, name) ?? (user && resolveModule(createRequire(user), name))
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

function resolveModule(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name)
  } catch {
    return undefined
  }
}

import { isDeclaration } from '@mvc-router/import/script'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { glob } from 'tinyglobby'
import { LinkChecker } from '../check/check-link.js'
import { engineOf, findTemplateFiles, type TemplateOptions } from '../engines/template-files.js'
import { EngineProject, type TemplateEngine } from '../engines/template-engine.js'
import type { CommandArguments } from '../options/command-options.js'
import { readTemplateArguments } from '../options/template-arguments.js'
import { ConfigurationProblem, isConfigurationName, loadConfiguration } from '../options/configuration.js'
import { ControllerIndex } from '../programs/controller-index.js'
import { ProjectFile } from '../programs/project-file.js'
import { ProjectTable } from '../routes/project-table.js'
import type { RouteDocument } from '../routes/route-document.js'
import type { SourceText } from '../terminal/source-text.js'

/** In bytes. Longer files are probably generated, and are not read. */
const maxFileSize = 2 * 1024 * 1024

/** In milliseconds. After this time, reading pauses for other work. */
const turnTime = 5

/** The content of a project at one time. */
export interface ProjectState {
  readonly project: Project
  readonly table: ProjectTable
  /** Every file that `check` reads, or [] without a route file, because then there are no links. */
  readonly files: readonly ProjectFile[]
  readonly controllers: ControllerIndex
  /** Uses the last table without errors, so an unfinished line does not mark links in every template. */
  readonly linkChecker: LinkChecker | undefined
}

/** A place in a file of a project. */
export interface ProjectPlace extends ProjectState {
  readonly path: string
  readonly source: SourceText
  readonly offset: number
  /** Present in a route file. */
  readonly document: RouteDocument | undefined
  /** Present in a template or program. */
  readonly file: ProjectFile | undefined
}

/**
 * The route files, templates and programs of one folder. Links, lines and middleware have the same findings as in
 * `mvc-router check`, but unsaved texts count. Only changed files are read again.
 */
export class Project {
  readonly folder: string
  /** A mistake in the configuration. While it exists, the last valid settings stay in use. */
  configurationProblem: ConfigurationProblem | undefined
  readonly #given: CommandArguments
  /** The arguments with the configuration of the folder. */
  #args: CommandArguments
  readonly #unsaved: ReadonlyMap<string, string>
  readonly #onParse: (name: string) => void
  #templates: TemplateOptions
  #engineProject: EngineProject
  #ready: Promise<void> | undefined
  #engines: ReadonlyMap<string, TemplateEngine> = new Map()
  readonly #files = new Map<string, ProjectFile>()
  readonly #stale = new Set<string>()
  #paths: Promise<readonly string[]> | undefined
  #declarations: Promise<readonly string[]> | undefined
  /** Undefined after a change of the route files. `loaded` is present as soon as the table is loaded. */
  #table: { readonly loading: Promise<ProjectTable>; loaded?: ProjectTable } | undefined
  #lastTable: ProjectTable | undefined
  #linkChecker: LinkChecker | undefined
  #controllers: ControllerIndex | undefined

  /**
   * @param unsaved texts that editors have not saved, by path
   * @param onParse called for each parsed template and program
   */
  constructor(
    folder: string,
    args: CommandArguments,
    unsaved: ReadonlyMap<string, string>,
    onParse: (name: string) => void,
  ) {
    this.folder = folder
    this.#unsaved = unsaved
    this.#onParse = onParse
    this.#given = args
    this.#args = args.configured({})
    this.#templates = readTemplateArguments(this.#args, folder)
    this.#engineProject = new EngineProject(this.#templates)
  }

  get attributeName(): string {
    return this.#templates.attributeName
  }

  get ambient(): readonly string[] {
    return this.#args.list('ambient')
  }

  async #configure(): Promise<void> {
    await (this.#ready ??= this.#readConfiguration())
  }

  async #readConfiguration(): Promise<void> {
    try {
      const config = await loadConfiguration(this.folder, this.#given.text('config'), { isFresh: true })
      this.#args = this.#given.configured(config)
      this.#templates = readTemplateArguments(this.#args, this.folder)
      this.configurationProblem = undefined
    } catch (error) {
      if (!(error instanceof ConfigurationProblem)) throw error
      this.configurationProblem = error
    }
    this.#engineProject = new EngineProject(this.#templates)
    this.#files.clear()
    this.#paths = undefined
    this.#controllers = undefined
  }

  async state(): Promise<ProjectState> {
    const table = await this.#readTable()
    const files = table.documents.size === 0 ? [] : await this.#readFiles()
    const controllers = (this.#controllers ??= ControllerIndex.of(files))
    return { project: this, table, files, controllers, linkChecker: this.#linkChecker }
  }

  async #readTable(): Promise<ProjectTable> {
    for (;;) {
      await this.#configure()
      const current = (this.#table ??= { loading: this.#loadTable() })
      current.loaded = await current.loading
      if (this.#table === current) return current.loaded
    }
  }

  async #readFiles(): Promise<ProjectFile[]> {
    const paths = await (this.#paths ??= this.#findPaths())
    const files: ProjectFile[] = []
    let end = performance.now() + turnTime
    for (const path of paths) {
      const file = this.fileAt(path)
      if (file !== undefined) files.push(file)
      if (performance.now() < end) continue
      await nextTurn()
      end = performance.now() + turnTime
    }
    return files
  }

  async declarations(): Promise<readonly string[]> {
    const ignore = ['**/node_modules/**', '**/{dist,dist-test,build}/**']
    this.#declarations ??= glob('**/*.d.{ts,mts,cts}', { cwd: this.folder, ignore })
    return (await this.#declarations).map((name) => resolve(this.folder, name))
  }

  /** Returns the text in an editor, else the text on disk. Returns undefined for an unreadable file. */
  textOf(path: string): string | undefined {
    return this.#unsaved.get(path) ?? readFileText(path)
  }

  /** Returns a template or program. Returns undefined for any other file, and for an unreadable file. */
  fileAt(path: string): ProjectFile | undefined {
    const engine = this.engineOf(path)
    if (engine === undefined) return undefined
    const known = this.#files.get(path)
    if (known !== undefined && !this.#stale.has(path)) return known
    this.#stale.delete(path)
    const text = this.textOf(path)
    if (text === undefined || text.length > maxFileSize) {
      this.#files.delete(path)
      return undefined
    }
    if (known !== undefined && known.source.text === text) return known
    const file = new ProjectFile(path, this.nameOf(path), text, engine, this.#engineProject, this.#onParse)
    this.#files.set(path, file)
    if (engine.isProgram) this.#controllers = undefined
    return file
  }

  /** Returns undefined for files that are neither templates nor programs. */
  engineOf(path: string): TemplateEngine | undefined {
    if (isDeclaration(path)) return undefined
    return this.#engines.get(path) ?? engineOf(path, this.#templates.engines)
  }

  nameOf(path: string): string {
    return relative(this.folder, path).replaceAll(sep, '/')
  }

  /** Notes an edited, saved, created or deleted path. Editors report a folder without its files. */
  changed(path: string): void {
    if (isConfigurationName(path)) {
      this.#ready = undefined
      this.#table = undefined
    }
    if (this.engineOf(path) === undefined) {
      this.#declarations = undefined
      const inFolder = [...this.#files.keys()].filter((file) => file.startsWith(path + sep))
      for (const file of inFolder) this.#stale.add(file)
      const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
      if (inFolder.length > 0 || isFolder) this.#paths = undefined
      if (this.#table?.loaded?.isReadFrom(path) !== false) this.#table = undefined
      return
    }
    if (!this.#files.has(path) || !existsSync(path)) this.#paths = undefined
    this.#stale.add(path)
  }

  async #loadTable(): Promise<ProjectTable> {
    const [unsaved, previous] = [this.#unsaved, this.#lastTable]
    const table = await ProjectTable.load(this.folder, this.#args, { unsaved, previous })
    this.#lastTable = table
    if (table.error === undefined) this.#linkChecker = new LinkChecker(table.router, this.ambient)
    return table
  }

  async #findPaths(): Promise<readonly string[]> {
    const { files, project } = await findTemplateFiles(this.#templates)
    this.#engineProject = project
    this.#engines = new Map(files.map(({ path, engine }) => [resolve(this.folder, path), engine]))
    this.#controllers = undefined
    return [...this.#engines.keys()]
  }
}

/** Reads synchronously: 500 files take 20 ms. Promises would take five times as long. */
function readFileText(path: string): string | undefined {
  try {
    return statSync(path).size <= maxFileSize ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

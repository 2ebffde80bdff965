import { isDeclaration } from '../../script/script-files.js'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { glob } from 'tinyglobby'
import { engineOf, findTemplateFiles } from '../../links/template-files.js'
import { TemplateReader } from '../../check/template-reader.js'
import type { TemplateEngine } from '../../links/find-links.js'
import type { TemplateArguments } from '../../options/template-options.js'
import { ControllerIndex } from './controller-index.js'
import { ProjectFile, type ProjectReader } from './project-file.js'
import { ProjectTable, type RouteSettings } from './project-table.js'
import type { RouteDocument } from './route-document.js'

/** What the command line says of every project. */
export interface ProjectSettings {
  readonly routes: RouteSettings
  readonly templates: Omit<TemplateArguments, 'cwd'>
}

/** Longer files are what a program wrote. In bytes. */
const maxFileSize = 2 * 1024 * 1024

/** After so many milliseconds of reading, others have their turn. */
const turnTime = 5

/**
 * The route files, templates and programs of one folder, as `mvc-router check` would see them if everything were saved.
 * Changed files are read again when somebody asks. The others stay as they were read.
 */
export class Project {
  readonly folder: string
  readonly #settings: ProjectSettings
  readonly #unsaved: ReadonlyMap<string, string>
  readonly #reader: ProjectReader
  readonly #files = new Map<string, ProjectFile>()
  readonly #stale = new Set<string>()
  #paths: Promise<readonly string[]> | undefined
  #declarations: Promise<readonly string[]> | undefined
  #table: Promise<ProjectTable> | undefined
  /** The table, where no file has changed that it was read from. */
  #currentTable: ProjectTable | undefined
  #lastTable: ProjectTable | undefined
  #controllers: ControllerIndex | undefined

  /**
   * @param unsaved the texts that editors have not saved, by path: what they are now
   * @param onParse told of each template and program that is parsed
   */
  constructor(
    folder: string,
    settings: ProjectSettings,
    unsaved: ReadonlyMap<string, string>,
    onParse: (name: string) => void,
  ) {
    this.folder = folder
    this.#settings = settings
    this.#unsaved = unsaved
    this.#reader = { templates: new TemplateReader({ ...settings.templates, cwd: folder }), onParse }
  }

  /** The route files as they are now. */
  async table(): Promise<ProjectTable> {
    for (;;) {
      const loading = (this.#table ??= this.#loadTable())
      const table = await loading
      if (this.#table !== loading) continue
      this.#currentTable = table
      return table
    }
  }

  async routeDocument(path: string): Promise<RouteDocument | undefined> {
    return (await this.table()).documents.get(path)
  }

  /** Every template and program that `check` reads. */
  async files(): Promise<ProjectFile[]> {
    const paths = await (this.#paths ??= this.#findPaths())
    const files: ProjectFile[] = []
    let end = performance.now() + turnTime
    for (const path of paths) {
      const file = this.#read(path)
      if (file !== undefined) files.push(file)
      if (performance.now() < end) continue
      await nextTurn()
      end = performance.now() + turnTime
    }
    return files
  }

  /** A template or a program; undefined for what is none, or cannot be read. */
  async fileAt(path: string): Promise<ProjectFile | undefined> {
    return this.#read(path)
  }

  /** The declarations that programs wrote or people did. */
  async declarations(): Promise<readonly string[]> {
    const ignore = ['**/node_modules/**', '**/{dist,dist-test,build}/**']
    this.#declarations ??= glob('**/*.d.{ts,mts,cts}', { cwd: this.folder, ignore })
    return (await this.#declarations).map((name) => resolve(this.folder, name))
  }

  /** As an editor has it, else as it is on disk; undefined for what cannot be read. */
  textOf(path: string): string | undefined {
    return this.#unsaved.get(path) ?? readFileText(path)
  }

  #read(path: string): ProjectFile | undefined {
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
    const file = new ProjectFile(path, this.nameOf(path), text, engine, this.#reader)
    this.#files.set(path, file)
    if (engine === 'script') this.#controllers = undefined
    return file
  }

  async controllers(): Promise<ControllerIndex> {
    const files = await this.files()
    return (this.#controllers ??= new ControllerIndex(files.filter(({ engine }) => engine === 'script')))
  }

  /** Undefined for route files, and for all that is no template and no program. */
  engineOf(path: string): TemplateEngine | undefined {
    return isDeclaration(path) ? undefined : engineOf(path, this.#settings.templates.engines)
  }

  /** As messages show a file. */
  nameOf(path: string): string {
    return relative(this.folder, path).replaceAll(sep, '/')
  }

  /** A file was edited, saved, made or deleted. */
  changed(path: string): void {
    if (this.engineOf(path) === undefined) {
      this.#declarations = undefined
      if (this.#currentTable?.isReadFrom(path) === false) return
      this.#table = undefined
      this.#currentTable = undefined
      return
    }
    if (!this.#files.has(path) || !existsSync(path)) this.#paths = undefined
    this.#stale.add(path)
  }

  async #loadTable(): Promise<ProjectTable> {
    const { routes } = this.#settings
    this.#lastTable = await ProjectTable.load(this.folder, routes, this.#unsaved, this.#lastTable)
    return this.#lastTable
  }

  async #findPaths(): Promise<readonly string[]> {
    const { templates, engines } = this.#settings.templates
    const { files } = await findTemplateFiles(templates, this.folder, engines)
    return files.map(({ path }) => resolve(this.folder, path))
  }
}

/** At once: 500 files take 20 ms so, and five times as long by promises. */
function readFileText(path: string): string | undefined {
  try {
    return statSync(path).size <= maxFileSize ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

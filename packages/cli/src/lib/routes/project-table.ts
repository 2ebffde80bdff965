import {
  Router,
  RouteFileParsingException,
  type Route,
  type RouteFile,
  type RouteFileProblem,
} from '@mvc-router/router-core'
import { loadRouteFiles, routerOfFiles, type LoadedRouteFiles } from '@mvc-router/router-core/tools'
import { relative, resolve, sep } from 'node:path'
import type { CommandArguments } from '../options/command-options.js'
import { SourceText, type SourcePlace } from '../terminal/source-text.js'
import { RouteDocument } from './route-document.js'
import { routeOptions } from './route-options.js'

interface LoadTableOptions {
  /** By default, the files that the arguments name. */
  readonly files?: readonly string[]
  /** The current texts that editors have not saved, by path. */
  readonly unsaved?: ReadonlyMap<string, string>
  /** The table before a change. Its router stays in use if no router can be built from the new lines. */
  readonly previous?: ProjectTable | undefined
}

/** A state of the route files of a project, saved or not. */
export class ProjectTable {
  readonly folder: string
  /** The router of all readable lines. A line that somebody is typing does not remove the others. */
  readonly router: Router
  /** The mistakes in the files. */
  readonly error: RouteFileParsingException | undefined
  /** By path. */
  readonly documents: ReadonlyMap<string, RouteDocument>
  readonly #loaded: LoadedRouteFiles
  #warnings: Promise<readonly RouteFileProblem[]> | undefined

  private constructor(
    folder: string,
    router: Router,
    error: RouteFileParsingException | undefined,
    documents: ReadonlyMap<string, RouteDocument>,
    loaded: LoadedRouteFiles,
  ) {
    this.folder = folder
    this.router = router
    this.error = error
    this.documents = documents
    this.#loaded = loaded
  }

  /** Reads the route files of the arguments, or other files with the same options. */
  static async load(
    folder: string,
    args: CommandArguments,
    { files, unsaved = new Map(), previous }: LoadTableOptions = {},
  ): Promise<ProjectTable> {
    const { files: named, ...options } = routeOptions(args)
    const settings = { ...options, onWarning: (): void => {} }
    const loaded = await loadRouteFiles(files ?? named, { ...settings, cwd: folder, unsaved })
    const documents = [...loaded.texts].map(([path, text]) => {
      const file = relative(folder, path).replaceAll(sep, '/')
      // Editors take the byte order mark out of a text before they count its characters.
      const source = new SourceText(unsaved.has(path) ? text : text.replace(/^\uFEFF/, ''), file)
      return [path, new RouteDocument(path, source, loaded.parsed.get(path)?.entries ?? [])] as const
    })
    const built = build(loaded, settings)
    const isBroken = built instanceof RouteFileParsingException
    const shown = isBroken ? build(withoutProblems(loaded), settings) : built
    const router = shown instanceof Router ? shown : (previous?.router ?? new Router())
    return new ProjectTable(folder, router, isBroken ? built : undefined, new Map(documents), loaded)
  }

  /** Findings that are legal, but probably mistakes. They take the most time, so they are found only on request. */
  async warnings(): Promise<readonly RouteFileProblem[]> {
    return (this.#warnings ??= this.#findWarnings())
  }

  async #findWarnings(): Promise<readonly RouteFileProblem[]> {
    const { router, error } = this
    if (error !== undefined) return []
    if (router.routes.length === 0) return this.#loaded.warnings
    const { findNeverLinkedRoutes } = await import('@mvc-router/router-core/path-languages')
    const ofLines = [...(await router.findWarnings()), ...(await findNeverLinkedRoutes(router.routes))]
    return [...ofLines, ...this.#loaded.warnings]
  }

  /** True if a change of the file or folder at this path could change the table. */
  isReadFrom(path: string): boolean {
    const { texts, stamps, globFolders } = this.#loaded
    const isOver = (file: string): boolean => file.startsWith(path)
    return (
      [...texts.keys(), ...stamps.keys(), ...globFolders].some(isOver) ||
      globFolders.some((folder) => path.startsWith(folder))
    )
  }

  /** @param file as routes and problems name it */
  pathOf(file: string): string {
    return resolve(this.folder, file)
  }

  /** The place of the action of a route, else of its line. Without a text if its module is not a file. */
  placeOf({ file, line }: Route): SourcePlace {
    const document = this.documents.get(this.pathOf(file))
    const entry = document?.entryAt(line)
    if (document === undefined || entry === undefined) return { file, line, column: 1, lineText: '' }
    const { start } = document.actionOf(entry) ?? { start: document.source.offsetAt(line - 1, 0) }
    return { ...document.source.place(start), file }
  }

  /** The routes of an action for reversing, in file order. */
  routesOf(action: string): Route[] {
    return this.router.table.actions
      .candidates(action)
      .flatMap(({ index }) => this.router.routes[index] ?? [])
  }

  /** The routes of a line; several if its file is included several times. @param line from 1 */
  routesAt(path: string, line: number): Route[] {
    return this.router.routes.filter((route) => route.line === line && this.pathOf(route.file) === path)
  }
}

type BuildOptions = Parameters<typeof routerOfFiles>[2]

function build(
  { files, find }: Pick<LoadedRouteFiles, 'files' | 'find'>,
  options: BuildOptions,
): Router | RouteFileParsingException {
  try {
    return routerOfFiles(files, find, options)
  } catch (error) {
    if (error instanceof RouteFileParsingException) return error
    throw error
  }
}

/** The same files with their readable lines alone. */
function withoutProblems({ files, find }: LoadedRouteFiles): Pick<LoadedRouteFiles, 'files' | 'find'> {
  return {
    files: files.map(readable),
    find(include, includedFrom) {
      const found = find(include, includedFrom)
      return 'reason' in found ? { file: include.name, entries: [], problems: [] } : readable(found)
    },
  }
}

function readable(file: RouteFile): RouteFile {
  return { ...file, problems: [] }
}

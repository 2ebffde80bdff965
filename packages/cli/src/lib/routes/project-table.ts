import {
  Router,
  RouteFileParsingException,
  type Route,
  type RouteFile,
  type RouteFileProblem,
} from '@mvc-router/router-core'
import { attempt, loadRouteFiles, routerOfFiles, type LoadedRouteFiles } from '@mvc-router/router-core/tools'
import { relative, resolve, sep } from 'node:path'
import type { CommandArguments } from '../options/command-options.js'
import { SourceText, type SourcePlace } from '../terminal/source-text.js'
import { RouteDocument } from './route-document.js'
import { routeOptions } from './route-options.js'

interface LoadTableOptions {
  /** Default: the files of the arguments. */
  readonly files?: readonly string[]
  readonly unsaved?: ReadonlyMap<string, string>
  /** The table before a change. Its router stays in use if the new lines are invalid. */
  readonly previous?: ProjectTable | undefined
}

/** The route files of a project at one time, saved or unsaved. */
export class ProjectTable {
  readonly folder: string
  /** The router of all readable lines. A mistake in one line does not remove other lines. */
  readonly router: Router
  readonly error: RouteFileParsingException | undefined
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
      // Editors remove the byte order mark before they count characters.
      const source = new SourceText(unsaved.has(path) ? text : text.replace(/^\uFEFF/, ''), file)
      return [path, new RouteDocument(path, source, loaded.parsed.get(path)?.entries ?? [])] as const
    })
    const built = build(loaded, settings)
    const isBroken = built instanceof RouteFileParsingException
    const shown = isBroken ? build(withoutProblems(loaded), settings) : built
    const router = shown instanceof Router ? shown : (previous?.router ?? new Router())
    return new ProjectTable(folder, router, isBroken ? built : undefined, new Map(documents), loaded)
  }

  /** Finds probable mistakes. This is slow, so it happens only on request. */
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

  /** @param file the name in routes and problems */
  pathOf(file: string): string {
    return resolve(this.folder, file)
  }

  /** Returns the place of a route's action, else of its line. `lineText` is '' if the route comes from no file. */
  placeOf({ file, line }: Route): SourcePlace {
    const document = this.documents.get(this.pathOf(file))
    const entry = document?.entryAt(line)
    if (document === undefined || entry === undefined) return { file, line, column: 1, lineText: '' }
    const { start } = document.actionOf(entry) ?? { start: document.source.offsetAt(line - 1, 0) }
    return { ...document.source.place(start), file }
  }

  routesOf(action: string): Route[] {
    return this.router.table.actions
      .candidates(action)
      .flatMap(({ index }) => this.router.routes[index] ?? [])
  }

  /** @param line counts from 1. A line has several routes if its file is included several times. */
  routesAt(path: string, line: number): Route[] {
    return this.router.routes.filter((route) => route.line === line && this.pathOf(route.file) === path)
  }
}

function build(
  { files, find }: Pick<LoadedRouteFiles, 'files' | 'find'>,
  options: Parameters<typeof routerOfFiles>[2],
): Router | RouteFileParsingException {
  return attempt(RouteFileParsingException, () => routerOfFiles(files, find, options))
}

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

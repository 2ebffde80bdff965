import {
  Router,
  RouteFileParsingException,
  type Route,
  type RouteFile,
  type RouteFileProblem,
} from '@mvc-router/router-core'
import { findNeverLinkedRoutes } from '@mvc-router/router-core/path-languages'
import { loadRouteFiles, routerOfFiles, type LoadedRouteFiles } from '@mvc-router/router-core/tools'
import { relative, resolve, sep } from 'node:path'
import { LinkChecker } from '../../check/check-link.js'
import type { CommandArguments } from '../../options/command-options.js'
import { routeOptions } from '../../routes/load-router.js'
import { SourceText } from '../../terminal/source-text.js'
import { RouteDocument } from './route-document.js'

type RouteSettings = ReturnType<typeof routeOptions>

/** A state of the route files of a project, saved or not. */
export class ProjectTable {
  readonly folder: string
  /** The router of all readable lines. A line that somebody is typing does not remove the others. */
  readonly router: Router
  /** Checks links by the last table without an error, so that half a line does not mark links in every template. */
  readonly linkChecker: LinkChecker | undefined
  readonly ambient: readonly string[]
  readonly errors: readonly RouteFileProblem[]
  readonly documents: ReadonlyMap<string, RouteDocument>
  readonly #loaded: LoadedRouteFiles
  #warnings: Promise<readonly RouteFileProblem[]> | undefined

  private constructor(
    folder: string,
    { router, errors }: BuiltRouter,
    documents: ReadonlyMap<string, RouteDocument>,
    loaded: LoadedRouteFiles,
    previous: ProjectTable | undefined,
    ambient: readonly string[],
  ) {
    this.folder = folder
    this.#loaded = loaded
    this.router = router ?? previous?.router ?? new Router()
    this.linkChecker = errors.length === 0 ? new LinkChecker(this.router, ambient) : previous?.linkChecker
    this.ambient = ambient
    this.errors = errors
    this.documents = documents
  }

  /** Reads the files again. */
  static async load(
    folder: string,
    args: CommandArguments,
    unsaved: ReadonlyMap<string, string>,
    previous: ProjectTable | undefined,
  ): Promise<ProjectTable> {
    const { files, ...options } = routeOptions(args)
    const settings = { ...options, onWarning: (): void => {} }
    const loaded = await loadRouteFiles(files, { ...settings, cwd: folder, unsaved })
    const documents = [...loaded.texts].map(([path, text]) => {
      const file = relative(folder, path).replaceAll(sep, '/')
      // Editors take the byte order mark out of a text before they count its characters.
      const source = new SourceText(unsaved.has(path) ? text : text.replace(/^\uFEFF/, ''), file)
      return [path, new RouteDocument(path, source, loaded.parsed.get(path)?.entries ?? [])] as const
    })
    return new ProjectTable(
      folder,
      build(loaded, settings),
      new Map(documents),
      loaded,
      previous,
      args.list('ambient'),
    )
  }

  /** Findings that are legal, but probably mistakes. They take the most time, so they are found only on request. */
  async warnings(): Promise<readonly RouteFileProblem[]> {
    if (this.errors.length > 0) return []
    return (this.#warnings ??= this.#findWarnings())
  }

  async #findWarnings(): Promise<readonly RouteFileProblem[]> {
    const { router } = this
    return [...(await router.findWarnings()), ...(await findNeverLinkedRoutes(router.routes))]
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

  /** The routes that an action reverses to, in file order. */
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

interface BuiltRouter {
  readonly router: Router | undefined
  readonly errors: readonly RouteFileProblem[]
}

function build({ files, find }: LoadedRouteFiles, options: Omit<RouteSettings, 'files'>): BuiltRouter {
  try {
    return { router: routerOfFiles(files, find, options), errors: [] }
  } catch (error) {
    if (!(error instanceof RouteFileParsingException)) throw error
    return { router: buildWithoutErrors({ files, find }, options), errors: error.errors }
  }
}

/** Undefined if the lines are wrong together, although each can be read. */
function buildWithoutErrors(
  { files, find }: Pick<LoadedRouteFiles, 'files' | 'find'>,
  options: Omit<RouteSettings, 'files'>,
): Router | undefined {
  try {
    return routerOfFiles(
      files.map(readable),
      (include, includedFrom) => {
        const found = find(include, includedFrom)
        return 'reason' in found ? { file: include.name, entries: [], problems: [] } : readable(found)
      },
      options,
    )
  } catch (error) {
    if (error instanceof RouteFileParsingException) return undefined
    throw error
  }
}

function readable(file: RouteFile): RouteFile {
  return { ...file, problems: [] }
}

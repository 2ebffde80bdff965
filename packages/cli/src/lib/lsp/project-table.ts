import {
  Router,
  RouteFileParsingException,
  type Route,
  type RouteFile,
  type RouteFileProblem,
} from '@mvc-router/router-core'
import { findNeverLinkedRoutes } from '@mvc-router/router-core/languages'
import { loadRouteFiles, routerOfFiles, type LoadedRouteFiles } from '@mvc-router/router-core/tools'
import { relative, resolve, sep } from 'node:path'
import type { routeOptions } from '../routes/load-router.js'
import { RouteDocument } from './route-document.js'

export type RouteSettings = ReturnType<typeof routeOptions>

/** One state of the route files of a project, saved or not. */
export class ProjectTable {
  readonly folder: string
  /** Of every line that can be read: a line that somebody is typing does not take the others away. */
  readonly router: Router
  /** The last one without an error, by which links are checked: half a line does not paint every template red. */
  readonly checkedRouter: Router | undefined
  readonly errors: readonly RouteFileProblem[]
  readonly documents: ReadonlyMap<string, RouteDocument>
  #warnings: readonly RouteFileProblem[] | undefined

  private constructor(
    folder: string,
    { router, errors }: BuiltRouter,
    documents: ReadonlyMap<string, RouteDocument>,
    previous: ProjectTable | undefined,
  ) {
    this.folder = folder
    this.router = router ?? previous?.router ?? new Router()
    this.checkedRouter = errors.length === 0 ? this.router : previous?.checkedRouter
    this.errors = errors
    this.documents = documents
  }

  /** Reads the files anew; what did not change since the previous state is not parsed for its places again. */
  static async load(
    folder: string,
    { files, ...options }: RouteSettings,
    unsaved: ReadonlyMap<string, string>,
    previous: ProjectTable | undefined,
  ): Promise<ProjectTable> {
    const settings = { ...options, onWarning: (): void => {} }
    const loaded = await loadRouteFiles(files, { ...settings, cwd: folder, unsaved })
    const documents = [...loaded.texts].map(([path, text]) => {
      const known = previous?.documents.get(path)
      if (known?.source.text === text) return [path, known] as const
      const file = relative(folder, path).replaceAll(sep, '/')
      return [path, new RouteDocument(text, path, { ...settings, file })] as const
    })
    return new ProjectTable(folder, build(loaded, settings), new Map(documents), previous)
  }

  /** Legal and probably a mistake. Proving it takes longer than everything else, so it is not done before it is asked for. */
  get warnings(): readonly RouteFileProblem[] {
    if (this.errors.length > 0) return []
    return (this.#warnings ??= [...this.router.warnings, ...findNeverLinkedRoutes(this.router.routes)])
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

  /** The routes of a line; several where its file is included several times. @param line from 1 */
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

/** Undefined where it is the lines together that are wrong. */
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

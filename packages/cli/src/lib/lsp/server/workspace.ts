import { foldersAbove } from '@mvc-router/import/script'
import { getOrInsert } from '@mvc-router/router-core/tools'
import { existsSync } from 'node:fs'
import { join, relative, isAbsolute, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { configurationsIn } from '../../options/configuration.js'
import type { CommandArguments } from '../../options/command-options.js'
import { Project } from '../project.js'

export class Workspace {
  /** True if the command line names the route files. Then each folder of the workspace is one project. */
  readonly isNamed: boolean
  readonly #args: CommandArguments
  readonly #onParse: (name: string) => void
  readonly #projects = new Map<string, Project>()
  readonly #unsaved = new Map<string, string>()
  /** By path, as the client writes them. */
  readonly #uris = new Map<string, string>()
  #folders: readonly string[] = []

  constructor(args: CommandArguments, onParse: (name: string) => void) {
    this.#args = args
    this.#onParse = onParse
    this.isNamed = args.configured({}).list('routes').length > 0
  }

  set folders(folders: readonly string[]) {
    this.#folders = folders.map((folder) => resolve(folder))
  }

  /** Returns the projects of folders with a configuration or `routes.conf`, or of all folders if `isNamed`. */
  openProjects(): Project[] {
    const isProject = (folder: string): boolean =>
      this.isNamed || existsSync(join(folder, 'routes.conf')) || configurationsIn(folder).length > 0
    return this.#folders
      .filter(isProject)
      .flatMap((folder) => this.projectOf(join(folder, 'routes.conf')) ?? [])
  }

  isOpen(path: string): boolean {
    return this.#unsaved.has(path)
  }

  open(uri: string, text: string): Project | undefined {
    const path = toPath(uri)
    if (path === undefined) return undefined
    this.#uris.set(path, uri)
    this.#unsaved.set(path, text)
    return this.changed(path)
  }

  close(uri: string): Project | undefined {
    const path = toPath(uri)
    if (path === undefined) return undefined
    this.#unsaved.delete(path)
    return this.changed(path)
  }

  /** Reports a changed path to every project, and returns the project of the path. */
  changed(path: string): Project | undefined {
    const project = this.projectOf(path)
    for (const each of this.#projects.values()) each.changed(path)
    return project
  }

  /**
   * Uses the nearest folder with a configuration, else the outermost folder with a `routes.conf`, else the workspace
   * folder. The outermost folder counts, because outer route files may include inner files.
   */
  projectOf(path: string): Project | undefined {
    const folder = this.#projectFolder(path)
    if (folder === undefined) return undefined
    const make = (): Project => new Project(folder, this.#args, this.#unsaved, this.#onParse)
    return getOrInsert(this.#projects, folder, make)
  }

  uriOf(path: string): string {
    return this.#uris.get(path) ?? pathToFileURL(path).href
  }

  #projectFolder(path: string): string | undefined {
    const [folder] = this.#folders
      .filter((each) => isBelow(each, path))
      .toSorted((a, b) => b.length - a.length)
    if (this.isNamed) return folder
    const all = [...foldersAbove(path)]
    const above = folder === undefined ? all : all.slice(0, all.indexOf(folder) + 1)
    const configured = above.find((each) => configurationsIn(each).length > 0)
    const withRoutes = above.filter((each) => existsSync(join(each, 'routes.conf')))
    // Outside the workspace, the nearest `routes.conf` counts, because the end of the project is unknown.
    return configured ?? (folder === undefined ? withRoutes[0] : withRoutes.at(-1)) ?? folder
  }
}

/** Returns the path of a `file:` URI, or undefined for a URI such as `untitled:`. */
export function toPath(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    return undefined
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}

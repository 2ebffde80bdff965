import { fs, nodePath } from '../runtime.js'
import type { RouteFileProblem } from '../exceptions.js'
import { inSlices } from '../slices.js'
import type { FindInclude } from '../syntax/expand-includes.js'
import { parseRouteLines, type RouteFile } from '../syntax/route-file.js'
import type { IncludeLine, ParseRouteFileOptions } from '../syntax/route-line.js'
import { areStampsEqual, errorMessageOf, readFileStamps, type FileStamp } from './file-stamp.js'
import {
  hintToRest,
  listedTwice,
  maxFiles,
  notARouteFile,
  noRoutes,
  tooManyFiles,
  unreadableFile,
} from './file-problems.js'
import { unknownModule, type RouteModules } from './find-in-modules.js'
import { readFailure, readRouteText, type ReadFailure } from './read-route-text.js'
import {
  baseOf,
  resolveLocation,
  resolveLocations,
  type LocationBase,
  type RouteFileLocation,
  type RouteResource,
} from './resolve-locations.js'

/** Options of `loadRouteFiles`. */
export interface LoadRouteFilesOptions extends Omit<ParseRouteFileOptions, 'file'> {
  /** The folder in which relative paths, globs and package names start. Default: `process.cwd()`. */
  readonly cwd?: string | undefined
  readonly modules?: RouteModules | undefined
  /** Unsaved texts of an editor, by path. They replace the files on disk. */
  readonly unsaved?: ReadonlyMap<string, string> | undefined
}

/** The route files as they were on disk at one moment. */
export interface LoadedRouteFiles {
  /** The files in list order. A file that cannot be read has a problem and no entries. */
  readonly files: readonly RouteFile[]
  readonly find: FindInclude
  /** Legal but probable mistakes: a file that is listed twice, or no route at all. */
  readonly warnings: readonly RouteFileProblem[]
  /** The state of every file by path, also of missing files. */
  readonly stamps: ReadonlyMap<string, FileStamp>
  /** The text of each file that could be read, by path. */
  readonly texts: ReadonlyMap<string, string>
  readonly parsed: ReadonlyMap<string, RouteFile>
  /** The folders of the globs, in which new files may appear. */
  readonly globFolders: readonly string[]
}

/**
 * Reads and parses route files and their includes. Errors in the files do not reject the promise. If a file changes
 * while the other files are read, all files are read again.
 *
 * @throws ConfigurationException for a value that is not a location
 */
export async function loadRouteFiles(
  locations: RouteFileLocation | readonly RouteFileLocation[],
  options: LoadRouteFilesOptions = {},
): Promise<LoadedRouteFiles> {
  for (let attempt = 1; ; attempt++) {
    const loaded = await readRouteFiles(locations, options)
    if (areStampsEqual(loaded.stamps, await readFileStamps(loaded.stamps.keys()))) return loaded
    if (attempt === maxAttempts) return { ...loaded, files: [...loaded.files, keepsChanging(loaded)] }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Reads each file only once. The caller compares stamps to find changes in between. */
export async function readRouteFiles(
  locations: RouteFileLocation | readonly RouteFileLocation[],
  options: LoadRouteFilesOptions = {},
): Promise<LoadedRouteFiles> {
  return new RouteFileReading(options).read([locations].flat())
}

const maxAttempts = 50

function keepsChanging({ stamps }: LoadedRouteFiles): RouteFile {
  const [path = ''] = stamps.keys()
  return unreadableFile(path, readFailure('The route files keep changing while they are read', hintToRest))
}

type Reading = RouteFile | ReadFailure

/** True for a route file's name, also of a link's target. Other files are shown in errors only if a line is readable. */
async function isNamedAsRouteFile(path: string): Promise<boolean> {
  const { realpath } = fs().promises
  return routeFileName.test(path) && routeFileName.test(await realpath(path).catch(() => path))
}

const routeFileName = /(?:\.(?:conf|routes)|[\\/]routes)$/i

class RouteFileReading {
  readonly #options: LoadRouteFilesOptions
  readonly #cwd: string
  readonly #stamps = new Map<string, FileStamp>()
  readonly #texts = new Map<string, string>()
  readonly #parsed = new Map<string, RouteFile>()
  readonly #byPath = new Map<string, Reading>()
  readonly #byInclude = new Map<string, Reading>()
  readonly #waiting: { readonly file: RouteFile; readonly base: LocationBase }[] = []

  constructor(options: LoadRouteFilesOptions) {
    this.#options = options
    this.#cwd = nodePath().resolve(options.cwd ?? '')
  }

  async read(locations: readonly RouteFileLocation[]): Promise<LoadedRouteFiles> {
    const { resources, globFolders } = await resolveLocations(locations, this.#cwd)
    const files: RouteFile[] = []
    const warnings: RouteFileProblem[] = []
    const listed = new Map<unknown, string>()
    for (const resource of resources) {
      const reading = await this.#readResource(resource)
      const identity = this.#identityOf(resource)
      const earlier = listed.get(identity)
      listed.set(identity, earlier ?? resource.name)
      if (earlier === undefined)
        files.push('entries' in reading ? reading : unreadableFile(resource.name, reading))
      else if (!('fromGlob' in resource)) warnings.push(listedTwice(resource.name, earlier))
    }
    await this.#readIncludes()
    if (!this.#hasRoutes(files)) warnings.push(noRoutes(files[0]?.file ?? 'no file'))
    return {
      files,
      find: (include, includedFrom) => this.#find(include, includedFrom),
      warnings,
      stamps: this.#stamps,
      texts: this.#texts,
      parsed: this.#parsed,
      globFolders,
    }
  }

  async #readResource(resource: RouteResource): Promise<Reading> {
    const { name } = resource
    if (resource.type === 'file')
      return this.#readOnce(resource.path, () => this.#readNewFile(name, resource.path))
    return resource.type === 'function' ? this.#readFunction(resource) : resource
  }

  async #readOnce(key: string, read: () => Promise<Reading>): Promise<Reading> {
    const reading = this.#byPath.get(key) ?? (await read())
    this.#byPath.set(key, reading)
    return reading
  }

  async #readNewFile(name: string, path: string): Promise<Reading> {
    if (this.#byPath.size >= maxFiles) return tooManyFiles
    const unsaved = this.#options.unsaved?.get(path)
    if (unsaved !== undefined) return this.#parseText(name, path, unsaved)
    const { stamp, ...read } = await readRouteText(path)
    this.#stamps.set(path, stamp)
    if ('text' in read) return this.#parseText(name, path, read.text)
    const { place } = read
    if (place === undefined) return read
    const lineText = (await isNamedAsRouteFile(path)) ? place.lineText : ''
    return unreadableFile(name, { ...read, place: { ...place, lineText } })
  }

  async #parseText(name: string, path: string, text: string): Promise<Reading> {
    this.#texts.set(path, text)
    const file = await this.#parse(text, name, baseOf({ name, path }))
    this.#parsed.set(path, file)
    const isRead = file.problems.length === 0 || file.entries.length > 0
    return isRead || (await isNamedAsRouteFile(path)) ? file : unreadableFile(name, notARouteFile(name))
  }

  async #readFunction({ name, read }: Extract<RouteResource, { type: 'function' }>): Promise<Reading> {
    const hint = 'the function returns the text, or a promise of it'
    try {
      const text: unknown = await read()
      if (typeof text === 'string') return await this.#parse(text, name, this.#applicationBase)
      const given = text === null ? 'null' : typeof text
      return readFailure(`${name} gave ${given}, and not the text of a route file`, hint)
    } catch (error) {
      return { ...readFailure(`${name} failed: ${errorMessageOf(error)}`, hint), error }
    }
  }

  async #parse(text: string, name: string, base: LocationBase): Promise<RouteFile> {
    const file = await inSlices(parseRouteLines(text, { ...this.#options, file: name }))
    this.#waiting.push({ file, base })
    return file
  }

  get #applicationBase(): LocationBase {
    return { directory: this.#cwd, name: '' }
  }

  /** Reads the includes one after the other, so a large set does not run out of file descriptors. */
  async #readIncludes(): Promise<void> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      for (const entry of next.file.entries) {
        if (entry.type === 'route') continue
        const key = includeKey(entry, next.file.file)
        if (this.#byInclude.has(key)) continue
        this.#byInclude.set(
          key,
          entry.type === 'includeFile'
            ? await this.#readResource(resolveLocation(entry.name, next.base, this.#cwd))
            : await this.#readModule(entry.name),
        )
      }
    }
  }

  async #readModule(name: string): Promise<Reading> {
    const { modules = {} } = this.#options
    const module = Object.hasOwn(modules, name) ? modules[name] : undefined
    if (module === undefined) {
      const { reason, hint } = unknownModule(name, modules)
      return readFailure(reason, hint)
    }
    const base = this.#applicationBase
    if (typeof module !== 'string') return this.#readResource(resolveLocation(module.file, base, this.#cwd))
    const key = `module:${name}`
    return this.#readOnce(key, () => this.#parse(module, key, base))
  }

  #find(include: IncludeLine, includedFrom: string): ReturnType<FindInclude> {
    return (
      this.#byInclude.get(includeKey(include, includedFrom)) ?? {
        reason: `${include.name} was not read`,
        hint: 'load the file that includes it with Router.load',
      }
    )
  }

  /** Equal for two names of the same file, for example through a link. */
  #identityOf(resource: RouteResource): unknown {
    if (resource.type === 'function') return resource.read
    if (resource.type === 'failure') return resource.name
    const [device, inode] = this.#stamps.get(resource.path)?.split(':') ?? []
    return inode === undefined || inode === '0' ? resource.path : `${device}:${inode}`
  }

  #hasRoutes(files: readonly RouteFile[]): boolean {
    const all = [...files, ...this.#byInclude.values()]
    return all.some((reading) => 'entries' in reading && reading.entries.some(({ type }) => type === 'route'))
  }
}

function includeKey({ type, name }: IncludeLine, includedFrom: string): string {
  return JSON.stringify([type, name, includedFrom])
}

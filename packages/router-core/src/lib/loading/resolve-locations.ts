import type { Dirent, readdir } from 'node:fs'
import type * as Modules from 'node:module'
import type * as Url from 'node:url'
import type * as Tinyglobby from 'tinyglobby'
import { dependency } from '#dependency'
import { builtin, fs, nodePath } from '../runtime.js'
import { printable, wrongOption } from '../exceptions.js'
import { errorCodeOf, readFileStamps } from './file-stamp.js'
import { readFailure, type ReadFailure } from './read-route-text.js'

/**
 * The source of route text: a path or a glob (relative to `cwd`), a `file:` URL, `package:name/routes.conf`, or a
 * function that returns the text. Errors show the name of the function.
 */
export type RouteFileLocation = string | URL | (() => string | Promise<string>)

/** A resource to read. Errors show its short name, which is unique for a path. */
export type RouteResource =
  | { readonly type: 'file'; readonly name: string; readonly path: string; readonly fromGlob?: true }
  | { readonly type: 'function'; readonly name: string; readonly read: () => string | Promise<string> }
  | RouteFailure

interface RouteFailure extends ReadFailure {
  readonly type: 'failure'
  readonly name: string
}

interface RouteResources {
  /** In list order. The files of a glob are sorted by name. */
  readonly resources: readonly RouteResource[]
  readonly globFolders: readonly string[]
}

/** @throws ConfigurationException for a value that is not a location */
export async function resolveLocations(
  locations: readonly RouteFileLocation[],
  cwd: string,
): Promise<RouteResources> {
  const resources: RouteResource[] = []
  const globFolders: string[] = []
  for (const [index, location] of locations.entries()) {
    if (!(typeof location === 'string' || typeof location === 'function' || location instanceof URL)) {
      throw wrongOption('routeFiles', 'expected paths, globs, URLs or functions')
    }
    if (typeof location === 'function') {
      resources.push({
        type: 'function',
        name: `${location.name || `function ${index + 1}`}()`,
        read: location,
      })
    } else if (await isGlob(location, cwd)) {
      resources.push(...(await resolveGlob(String(location), cwd)))
      globFolders.push(nodePath().resolve(cwd, globFolder(String(location))))
    } else {
      const resource = resolveLocation(location, { directory: cwd, name: '' }, cwd)
      if (resource.type === 'failure' && resource.code === 'E_ROUTE_INCLUDE') {
        throw wrongOption('routeFiles', `${resource.reason}; ${resource.hint}`)
      }
      resources.push(resource)
    }
  }
  return { resources, globFolders }
}

/** The folder in which relative names start. */
export interface LocationBase {
  readonly directory: string
  /** The folder as errors show it: relative to `cwd` if all names in the path were relative. Empty for `cwd`. */
  readonly name: string
}

/**
 * The file for a path, a URL or a package name. A path or a URL need not exist.
 *
 * @param cwd the application's folder, from which packages are found
 */
export function resolveLocation(location: string | URL, base: LocationBase, cwd: string): RouteResource {
  if (location instanceof URL || location.startsWith('file:')) return resolveFileUrl(location)
  if (location.startsWith('package:')) return resolvePackageFile(location, cwd)
  if (location === '') return notALocation(location, 'names no file')
  if (scheme.test(location)) return notALocation(location, 'has an unknown scheme')
  return {
    type: 'file',
    name: nodePath().isAbsolute(location)
      ? toName(nodePath().normalize(location))
      : toName(nodePath().join(base.name, location)),
    path: nodePath().resolve(base.directory, location),
  }
}

/** The base of the includes in a file. */
export function baseOf(file: { readonly name: string; readonly path: string }): LocationBase {
  const name = nodePath().dirname(file.name)
  return { directory: nodePath().dirname(file.path), name: name === '.' ? '' : name }
}

function resolveFileUrl(location: string | URL): RouteResource {
  try {
    const path = url().fileURLToPath(location)
    return { type: 'file', name: toName(path), path }
  } catch (error) {
    return notALocation(String(location), `is not the URL of a file: ${errorCodeOf(error)}`)
  }
}

function resolvePackageFile(location: string, cwd: string): RouteResource {
  const specifier = location.slice('package:'.length)
  try {
    const path = modules().createRequire(nodePath().join(cwd, 'routes.conf')).resolve(specifier)
    const shown = nodePath().relative(cwd, path)
    return { type: 'file', name: toName(shown.startsWith('..') ? path : shown), path }
  } catch (error) {
    const cause = errorCodeOf(error)
    const reason = `Cannot find ${printable(location)} from ${printable(cwd)}: ${cause}`
    const hint =
      cause === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
        ? 'the "exports" in the package.json of that package must name the file'
        : 'install the package, and write package:name/path/to/routes.conf'
    return missing(location, reason, hint, error)
  }
}

/** A single letter before the colon is a drive of Windows. */
const scheme = /^[A-Za-z][A-Za-z0-9+.-]+:/

function notALocation(location: string, why: string): RouteResource {
  const hint = 'known are paths, globs, file: URLs and package: names; a path with a colon starts with "./"'
  const failure = missing(location, `"${printable(location)}" ${why}`, hint)
  return { ...failure, code: 'E_ROUTE_INCLUDE' }
}

function missing(name: string, reason: string, hint: string, error?: unknown): RouteFailure {
  return { type: 'failure', name, ...readFailure(reason, hint), error }
}

/** False for a path that exists, so a location may be `[id].conf` or `My (old) folder`. */
async function isGlob(location: string | URL, cwd: string): Promise<boolean> {
  if (location instanceof URL || scheme.test(location) || !isDynamic(location)) return false
  const path = nodePath().resolve(cwd, location)
  const stamps = await readFileStamps([path])
  return stamps.get(path) === 'ENOENT' || stamps.get(path) === 'ENOTDIR'
}

/** Most locations are paths. The first test avoids loading tinyglobby for them. */
function isDynamic(location: string): boolean {
  return /[*?[{(!]/.test(location) && tinyglobby().isDynamicPattern(location)
}

const modules = builtin<typeof Modules>('node:module')
const url = builtin<typeof Url>('node:url')
const tinyglobby = dependency<typeof Tinyglobby>('tinyglobby')

async function resolveGlob(pattern: string, cwd: string): Promise<RouteResource[]> {
  const unreadable: RouteResource[] = []
  const paths = await tinyglobby().glob(pattern, {
    cwd,
    absolute: true,
    expandDirectories: false,
    ignore: pattern.includes('node_modules') ? [] : ['**/node_modules/**'],
    fs: {
      readdir: reportingReaddir((folder, error) => {
        const reason = `Cannot read the folder ${printable(folder)}: ${errorCodeOf(error)}`
        unreadable.push(missing(pattern, reason, 'a glob looks into every folder: make it readable', error))
      }),
    },
  })
  if (unreadable.length > 0) return unreadable
  if (paths.length === 0) {
    const reason = `No file matches ${printable(pattern)}`
    return [missing(pattern, reason, `relative globs start at ${printable(cwd)}`)]
  }
  const files = paths.map((found): RouteResource => {
    const path = nodePath().normalize(found)
    return {
      type: 'file',
      name: toName(nodePath().isAbsolute(pattern) ? path : nodePath().relative(cwd, path)),
      path,
      fromGlob: true,
    }
  })
  return files.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Reports folders that cannot be read. The glob library would skip them and their routes without an error. */
function reportingReaddir(report: (folder: string, error: Error) => void): typeof readdir {
  const read = (
    folder: string,
    options: { withFileTypes: true },
    callback: (error: Error | null, entries: Dirent[]) => void,
  ): void => {
    fs().readdir(folder, options, (error, entries) => {
      if (error !== null && !['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error))) report(folder, error)
      callback(error, entries)
    })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one overload that the library calls
  return read as unknown as typeof readdir
}

/** The folder before the first wildcard: `routes` for `routes/*.conf`. */
function globFolder(pattern: string): string {
  const parts = pattern.split('/')
  const dynamic = parts.findIndex(isDynamic)
  return parts.slice(0, dynamic < 0 ? -1 : dynamic).join('/') || (pattern.startsWith('/') ? '/' : '.')
}

function toName(path: string): string {
  return nodePath().sep === '/' ? path : path.replaceAll(nodePath().sep, '/')
}

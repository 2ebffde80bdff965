import { getOrInsert } from '@mvc-router/constraint-language'
import type { FSWatcher } from 'node:fs'
import { basename, join, parse, resolve, sep } from 'node:path'
import { fs } from '../runtime.js'
import { errorCodeOf } from './file-stamp.js'

/**
 * Watches the folders of files, because a watch on a file ends when another file replaces it. It also watches the
 * folder of each symbolic link in a path. For a missing path, it watches the last existing folder.
 */
export class FolderWatch {
  readonly #onChange: () => void
  readonly #watched = new Map<string, WatchedFolder>()

  /** @param onChange called at least once after a change that may concern the files */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /**
   * Watches these files and all files in these folders, instead of the earlier ones.
   *
   * @returns `changed`: a change may have been missed, because a watch is new or a folder is missing; `complete`: all
   *   existing folders are watched
   */
  async follow(
    files: Iterable<string>,
    folders: Iterable<string>,
  ): Promise<{ readonly changed: boolean; readonly complete: boolean }> {
    const wanted = await findFolders(files, folders)
    for (const [folder, watched] of this.#watched) if (!wanted.has(folder)) this.#forget(folder, watched)
    let changed = false
    let complete = true
    for (const [folder, names] of wanted) {
      const identity = await identityOf(folder)
      const known = this.#watched.get(folder)
      if (known !== undefined && known.identity === identity) {
        known.names = names
        continue
      }
      if (known !== undefined) this.#forget(folder, known)
      const error = identity === undefined ? 'ENOENT' : this.#watch(folder, names, identity)
      // A missing folder is a change, too. The next call then watches the folder above it.
      if (error === undefined || error === 'ENOENT') changed = true
      else complete = false
    }
    return { changed, complete }
  }

  close(): void {
    for (const [folder, watched] of this.#watched) this.#forget(folder, watched)
  }

  /** @returns the code of the error if the folder cannot be watched */
  #watch(folder: string, names: WatchedNames, identity: string): string | undefined {
    try {
      const watcher = fs().watch(folder, { persistent: false }, (_, name) => {
        const isOurs =
          name === null || watched.names === 'any' || watched.names.has(name) || name === basename(folder)
        if (isOurs) this.#onChange()
      })
      const watched: WatchedFolder = { watcher, names, identity }
      watcher.on('error', () => this.#forget(folder, watched))
      this.#watched.set(folder, watched)
      return undefined
    } catch (error) {
      // The system has no more watches (EMFILE, ENOSPC), or the file system does not support them. The caller polls.
      return errorCodeOf(error)
    }
  }

  #forget(folder: string, watched: WatchedFolder): void {
    watched.watcher.close()
    if (this.#watched.get(folder) === watched) this.#watched.delete(folder)
  }
}

interface WatchedFolder {
  readonly watcher: FSWatcher
  /** Differs if another folder has replaced this one. */
  readonly identity: string
  names: WatchedNames
}

/** The names in a folder whose changes are reported. */
type WatchedNames = Set<string> | 'any'

async function identityOf(folder: string): Promise<string | undefined> {
  const stats = await fs()
    .promises.stat(folder, { bigint: true })
    .catch(() => undefined)
  return stats && `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`
}

async function findFolders(
  files: Iterable<string>,
  folders: Iterable<string>,
): Promise<Map<string, WatchedNames>> {
  const found = new Map<string, WatchedNames>()
  const links: Links = new Map()
  for (const folder of folders) {
    const end = await addTrail(folder, found, links)
    if (end !== undefined) found.set(end, 'any')
  }
  for (const file of files) await addTrail(file, found, links)
  return found
}

/** The results of `readLink` by path. */
type Links = Map<string, Promise<string | undefined>>

/** Resolves a path as the system does, and notes each folder that can redirect the path. Returns the real path. */
async function addTrail(
  path: string,
  found: Map<string, WatchedNames>,
  links: Links,
  hops = 0,
): Promise<string | undefined> {
  const { root } = parse(path)
  const names = path.slice(root.length).split(sep).filter(Boolean)
  let folder = root
  for (const [index, name] of names.entries()) {
    const next = join(folder, name)
    const link = await getOrInsert(links, next, () => readLink(next))
    if (link !== '' || index === names.length - 1) note(folder, name, found)
    if (link === undefined || hops > maxHops) return undefined
    if (link !== '') return addTrail(resolve(folder, link, ...names.slice(index + 1)), found, links, hops + 1)
    folder = next
  }
  return folder
}

/** The same limit as in Linux. */
const maxHops = 40

/** The target of a link, `''` if the path is not a link, undefined if it does not exist. */
async function readLink(path: string): Promise<string | undefined> {
  const { lstat, readlink } = fs().promises
  return lstat(path)
    .then((stats) => (stats.isSymbolicLink() ? readlink(path) : ''))
    .catch(() => undefined)
}

function note(folder: string, name: string, found: Map<string, WatchedNames>): void {
  const names = found.get(folder)
  if (names === undefined) found.set(folder, new Set([name]))
  else if (names !== 'any') names.add(name)
}

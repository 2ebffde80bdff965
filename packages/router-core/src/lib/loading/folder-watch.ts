import type { FSWatcher } from 'node:fs'
import { basename, join, parse, resolve, sep } from 'node:path'
import { getOrInsert } from '../get-or-insert.js'
import { fs } from '../runtime.js'
import { errorCodeOf } from './file-stamp.js'

/**
 * Watches the folders of files, since a watch on a file goes deaf after the first rename over it. Where a path runs
 * through symbolic links, the folder of each link is watched too; where it does not exist, the last folder that does.
 */
export class FolderWatch {
  readonly #onChange: () => void
  readonly #watched = new Map<string, WatchedFolder>()

  /** @param onChange called at least once after something happened that may concern the files */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /**
   * Watches for these files, and for any file in these folders; forgets the earlier ones.
   *
   * @returns whether a watch was set up just now, or a folder has gone meanwhile, so that a change may have been missed;
   *   and whether all folders could be watched
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
      // The folder above reports when a folder that has gone comes back: it is looked for again.
      if (error === undefined || error === 'ENOENT') changed = true
      else complete = false
    }
    return { changed, complete }
  }

  close(): void {
    for (const [folder, watched] of this.#watched) this.#forget(folder, watched)
  }

  /** Gives the code of the error when it cannot be watched. */
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
      // No more watches (EMFILE, ENOSPC), or a file system without: the caller looks from time to time.
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
  /** Tells a folder from another one that took its place. */
  readonly identity: string
  names: WatchedNames
}

/** The names in a folder that matter. */
type WatchedNames = Set<string> | 'any'

async function identityOf(folder: string): Promise<string | undefined> {
  try {
    const { dev, ino, birthtimeNs } = await fs().promises.stat(folder, { bigint: true })
    return `${dev}:${ino}:${birthtimeNs}`
  } catch {
    return undefined
  }
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

/** The targets of links by their paths, as `readLink` gives them. */
type Links = Map<string, Promise<string | undefined>>

/** Walks a path as the system does, noting each folder whose change can lead the path elsewhere; gives its real end. */
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

/** As many links as Linux follows. */
const maxHops = 40

/** The target of a link, `''` for what is no link, undefined for what does not exist. */
async function readLink(path: string): Promise<string | undefined> {
  try {
    const { lstat, readlink } = fs().promises
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : ''
  } catch {
    return undefined
  }
}

function note(folder: string, name: string, found: Map<string, WatchedNames>): void {
  const names = found.get(folder)
  if (names === undefined) found.set(folder, new Set([name]))
  else if (names !== 'any') names.add(name)
}

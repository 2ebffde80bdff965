import { EventEmitter } from 'node:events'
import { dirname, join, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RouteFileParsingException, wrongOption } from '../exceptions.js'
import { areStampsEqual, errorCodeOf, errorMessageOf, readFileStamps, type FileStamp } from './file-stamp.js'
import { FolderWatch } from './folder-watch.js'
import { hintToRest, nowhere } from './file-problems.js'
import {
  loadRouteFiles,
  readRouteFiles,
  type LoadedRouteFiles,
  type LoadRouteFilesOptions,
} from './load-route-files.js'
import { refuseEmptiedFiles } from './refuse-emptied-files.js'
import { resolveLocations, type RouteFileLocation } from './resolve-locations.js'

/** The times after which changed files are noticed. */
export interface FollowOptions {
  /** A file that changed within this time counts as still being written. In ms, default 50. */
  readonly quietTime?: number | undefined
  /**
   * How often to look at the files if the system cannot watch them. In ms, default 1000. The interval for watched files
   * is five times as long, because some network and container folders never report changes.
   */
  readonly pollInterval?: number | undefined
}

export interface RouteTableSourceOptions<Table> extends LoadRouteFilesOptions, FollowOptions {
  readonly locations: RouteFileLocation | readonly RouteFileLocation[]
  /** @throws RouteFileParsingException for errors in the files; after any exception the last table still serves */
  readonly build: (loaded: LoadedRouteFiles) => Table | Promise<Table>
}

interface RouteTableSourceEvents<Table> {
  /** The new table serves from now on. */
  reload: [table: Table, loaded: LoadedRouteFiles]
  /** The files have errors. The last good table still serves. */
  'reload-error': [error: RouteFileParsingException]
}

/**
 * Holds the current table. After `start`, a change of the files replaces it, but only with a table without errors. A
 * request that reads `current` once sees one state of the files.
 */
export class RouteTableSource<Table> extends EventEmitter<RouteTableSourceEvents<Table>> {
  readonly #options: RouteTableSourceOptions<Table>
  readonly #cwd: string
  readonly #locations: readonly RouteFileLocation[]
  readonly #quietTime: number
  readonly #pollInterval: number
  readonly #closing = new AbortController()
  readonly #watch = new FolderWatch(() => void this.#run())
  #current: Table | undefined
  #error: RouteFileParsingException | undefined
  /** The files of the table `current`. */
  #loaded: LoadedRouteFiles | undefined
  /** The last state of the files that was checked, good or bad. */
  #judged: ReadonlyMap<string, FileStamp> = new Map()
  #globFolders: readonly string[] = []
  /** True if the last read files were quiet. The first load does not wait for this. */
  #isSettled = false
  /** True if the files must be read even if they look the same. */
  #isAsked = false
  #started = false
  #waiters = 0
  #again = false
  #running: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined
  #setbacks = 0
  /** The number of successive builds during which the files changed. */
  #staleTables = 0

  /** @throws ConfigurationException for invalid times */
  constructor(options: RouteTableSourceOptions<Table>) {
    super()
    // A later chdir must not lead to other files.
    this.#cwd = resolve(options.cwd ?? '')
    this.#options = { ...options, cwd: this.#cwd }
    this.#locations = [options.locations].flat()
    this.#quietTime = readTime('quietTime', options.quietTime ?? 50)
    this.#pollInterval = readTime('pollInterval', options.pollInterval ?? 1000)
  }

  /** Undefined before `load`. */
  get current(): Table | undefined {
    return this.#current
  }

  /** The error of the last reload; undefined if the table has the routes on disk. */
  get error(): RouteFileParsingException | undefined {
    return this.#error
  }

  /**
   * The first load. It does not wait until the files are quiet.
   *
   * @throws RouteFileParsingException with all errors of all files, and any exception of `build`
   */
  async load(): Promise<Table> {
    const loaded = await loadRouteFiles(this.#locations, this.#options)
    this.#judge(loaded)
    this.#isSettled = false
    const table = await this.#options.build(loaded)
    this.#loaded = loaded
    this.#current = table
    return table
  }

  /** Follows the files from now on. This does not keep the process alive. */
  start(): void {
    if (this.#started || this.#closing.signal.aborted) return
    this.#started = true
    void this.#run()
  }

  /**
   * Reads the files now, for example after a signal, even if they are not followed. It waits until they are quiet.
   *
   * @returns true if the table now has the content of the files; false for an error (`error`), and after `close`
   */
  async reload(): Promise<boolean> {
    this.#isAsked = true
    this.#waiters++
    try {
      return await this.#run()
    } finally {
      this.#waiters--
    }
  }

  /** Stops following the files, and waits for a reload in progress. The last table stays. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#timer)
    this.#watch.close()
    await this.#running
  }

  /** Runs one reload at a time. Changes during a reload cause exactly one more reload. */
  #run(): Promise<boolean> {
    this.#again = true
    return (this.#running ??= this.#runWhileAsked())
  }

  async #runWhileAsked(): Promise<boolean> {
    let isGood = false
    while (this.#again && !this.#closing.signal.aborted) {
      this.#again = false
      clearTimeout(this.#timer)
      isGood = await this.#update()
      if (this.#started && !this.#closing.signal.aborted) await this.#follow()
    }
    this.#running = undefined
    return isGood
  }

  async #update(): Promise<boolean> {
    const isAsked = this.#isAsked
    this.#isAsked = false
    try {
      if (!isAsked && this.#isSettled && !(await this.#haveFilesChanged())) return this.#error === undefined
      const loaded = await this.#readWhenQuiet()
      if (loaded === undefined) return false
      const isNews = isAsked || this.#isSettled || !this.#isSameText(loaded)
      this.#judge(loaded)
      if (isNews) await this.#replace(loaded)
      this.#setbacks = 0
      return this.#error === undefined
    } catch (error) {
      this.#refuse(error)
      return false
    }
  }

  async #haveFilesChanged(): Promise<boolean> {
    return !areStampsEqual(this.#judged, await this.#stampsOf(this.#judged.keys()))
  }

  /** The stamps of the known files, and of the files that the locations have now. */
  async #stampsOf(known: Iterable<string>): Promise<Map<string, FileStamp>> {
    const { resources } = await resolveLocations(this.#locations, this.#cwd)
    const paths = new Set(known)
    for (const resource of resources) if (resource.type === 'file') paths.add(resource.path)
    return readFileStamps(paths)
  }

  /**
   * Waits until the files are quiet: stat, pause, stat, read, stat, with three equal results.
   *
   * It reads after the pause, because file times are coarse. Two changes in one tick have the same stat, but the second
   * change is in the text.
   *
   * @returns undefined if the source was closed
   */
  async #readWhenQuiet(): Promise<LoadedRouteFiles | undefined> {
    let before = await this.#stampsOf(this.#judged.keys())
    let patience = patienceWithUnfinishedLines
    let isReported = false
    for (let round = 1; await this.#pause(); round++) {
      const after = await this.#stampsOf(before.keys())
      const loaded = areStampsEqual(before, after)
        ? await readRouteFiles(this.#locations, this.#options)
        : undefined
      const stamps = loaded?.stamps ?? after
      const isStill = loaded !== undefined && areStampsEqual(stamps, await this.#stampsOf(stamps.keys()))
      const duration = round * this.#quietTime
      if (!isStill && !isReported && duration >= unrestLimit) {
        isReported = true
        this.#report(
          stillBeingWritten(`have been changing for ${Math.floor(duration / 1000)} seconds`, stamps),
        )
      }
      if (loaded === undefined) patience = patienceWithUnfinishedLines
      else if (
        isStill &&
        areStampsEqual(before, stamps) &&
        (patience-- === 0 || !this.#hasUnfinishedLine(loaded))
      )
        return loaded
      before = new Map(stamps)
    }
    return undefined
  }

  #hasUnfinishedLine({ texts }: LoadedRouteFiles): boolean {
    const known = this.#loaded?.texts
    return [...texts].some(([path, text]) => text !== '' && !text.endsWith('\n') && text !== known?.get(path))
  }

  /** @returns false if the source was closed */
  async #pause(): Promise<boolean> {
    const { signal } = this.#closing
    // A pending `reload()` keeps the process alive, but following the files does not.
    await sleep(this.#quietTime, undefined, { ref: this.#waiters > 0, signal }).catch(() => undefined)
    return !signal.aborted
  }

  #isSameText({ texts }: LoadedRouteFiles): boolean {
    const known = this.#loaded?.texts
    return known?.size === texts.size && [...texts].every(([path, text]) => known.get(path) === text)
  }

  #judge({ stamps, globFolders }: LoadedRouteFiles): void {
    this.#judged = stamps
    this.#globFolders = globFolders
    this.#isSettled = true
  }

  async #replace(loaded: LoadedRouteFiles): Promise<void> {
    if (this.#loaded !== undefined) refuseEmptiedFiles(loaded, this.#loaded)
    const table = await this.#options.build(loaded)
    if (this.#closing.signal.aborted || (await this.#isStale(loaded))) return
    this.#loaded = loaded
    this.#current = table
    this.#error = undefined
    this.#tell(() => this.emit('reload', table, loaded))
  }

  /** True if the files changed during the build, which may take seconds. The table might then have half of a change. */
  async #isStale({ stamps }: LoadedRouteFiles): Promise<boolean> {
    if (areStampsEqual(stamps, await this.#stampsOf(stamps.keys()))) {
      this.#staleTables = 0
      return false
    }
    this.#again = true
    if (++this.#staleTables === maxStaleTables)
      this.#report(stillBeingWritten(`changed during ${maxStaleTables} successive builds`, stamps))
    return true
  }

  #refuse(error: unknown): void {
    const causes =
      error instanceof RouteFileParsingException ? error.errors.map(({ cause }) => cause) : [error]
    const mayPass = causes.some((cause) => passingErrors.has(errorCodeOf(cause)))
    if (mayPass) {
      // When the system recovers, the files look unchanged. So the next run must read them anyway.
      this.#isAsked = true
      this.#setbacks++
    } else this.#setbacks = 0
    if (this.#setbacks <= 1) this.#report(error)
  }

  #report(error: unknown): void {
    if (this.#closing.signal.aborted) return
    const reported = error instanceof RouteFileParsingException ? error : cannotBeUsed(error)
    this.#error = reported
    if (this.listenerCount('reload-error') === 0) process.emitWarning(reported.message, 'RouteFileWarning')
    this.#tell(() => this.emit('reload-error', reported))
  }

  /** Emits an event. An exception of a listener becomes uncaught, but the files are still followed. */
  #tell(emit: () => void): void {
    try {
      emit()
    } catch (error) {
      process.nextTick(() => {
        throw error
      })
    }
  }

  /** The folders of the globs, and each folder inside them that contains a known file. */
  #foldersOfGlobs(): Set<string> {
    const folders = new Set(this.#globFolders)
    for (const path of this.#judged.keys()) {
      if (this.#globFolders.some((folder) => path.startsWith(join(folder, sep)))) folders.add(dirname(path))
    }
    return folders
  }

  async #follow(): Promise<void> {
    const { changed, complete } = await this.#watch.follow(this.#judged.keys(), this.#foldersOfGlobs())
    if (this.#closing.signal.aborted) return this.#watch.close()
    if (changed) this.#again = true
    const pollDelay = complete ? this.#pollInterval * 5 : this.#pollInterval
    const delay = this.#setbacks === 0 ? pollDelay : Math.min(50 * 2 ** this.#setbacks, 10_000)
    this.#timer = setTimeout(() => void this.#run(), delay).unref()
  }
}

/** In ms. Timers accept at most 2^31 - 1, and the interval is multiplied by five. */
function readTime(option: string, time: number): number {
  if (typeof time === 'number' && time >= 1 && time <= 400_000_000) return time
  throw wrongOption(option, `expected milliseconds from 1 to 400,000,000`)
}

/** In ms. Files that change for a longer time without a pause are an error. */
const unrestLimit = 5000

/** The number of further pauses for a file whose last line has no line end. Somebody is probably still writing it. */
const patienceWithUnfinishedLines = 3

/** Files that change during this number of builds in a row are an error. */
const maxStaleTables = 3

/** Errors of the system that go away by themselves. */
const passingErrors: ReadonlySet<string> = new Set([
  'EAGAIN',
  'EBUSY',
  'EINTR',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'ESTALE',
  'ETIMEDOUT',
])

function stillBeingWritten(
  observation: string,
  stamps: ReadonlyMap<string, FileStamp>,
): RouteFileParsingException {
  const [file = ''] = stamps.keys()
  const message = `The route files ${observation}`
  return new RouteFileParsingException([
    { code: 'E_ROUTE_FILE_READ', message, hint: hintToRest, file, ...nowhere },
  ])
}

/** The exception for a failure outside of the files, such as an exception of a function that returns their text. */
function cannotBeUsed(cause: unknown): RouteFileParsingException {
  const message = `The route files cannot be used: ${errorMessageOf(cause)}`
  const hint = 'the last routes keep serving'
  const problem = { code: 'E_ROUTE_FILE_READ', message, hint, file: 'route files', ...nowhere } as const
  return new RouteFileParsingException([problem], { cause })
}

import { EventEmitter } from 'node:events'
import { dirname, join, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RouteFileParsingException, wrongOption } from '../exceptions.js'
import { areStampsEqual, errorCodeOf, errorMessageOf, readFileStamps, type FileStamp } from './file-stamp.js'
import { FolderWatch } from './folder-watch.js'
import {
  hintToRest,
  loadRouteFiles,
  nowhere,
  readRouteFiles,
  type LoadedRouteFiles,
  type LoadRouteFilesOptions,
} from './load-route-files.js'
import { refuseEmptiedFiles } from './refuse-emptied-files.js'
import { resolveLocations, type RouteFileLocation } from './resolve-locations.js'

/** How changes of the files are noticed. */
export interface FollowOptions {
  /** A file that changed within this time is still being written. In ms, default 50. */
  readonly quietTime?: number | undefined
  /**
   * How often to look at the files where the system does not tell of changes, in ms, default 1000. Where it does, they
   * are looked at five times less often all the same: some network and container folders never tell.
   */
  readonly pollInterval?: number | undefined
}

export interface RouteTableSourceOptions<Table> extends LoadRouteFilesOptions, FollowOptions {
  readonly locations: RouteFileLocation | readonly RouteFileLocation[]
  /**
   * Makes the table.
   *
   * @throws RouteFileParsingException for what is wrong in the files; whatever it throws leaves the last table serving
   */
  readonly build: (loaded: LoadedRouteFiles) => Table | Promise<Table>
}

interface RouteTableSourceEvents<Table> {
  /** The new table serves from now on. */
  reload: [table: Table, loaded: LoadedRouteFiles]
  /** The files were refused; the last good table keeps serving. */
  'reload-error': [error: RouteFileParsingException]
}

/**
 * Holds the current table and, once started, replaces it when the files change: the whole of it, by one assignment,
 * and only by one that is good. Whoever reads `current` once per request sees one state of the files.
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
  /** The files that `current` was built from. */
  #loaded: LoadedRouteFiles | undefined
  /** The state of the files that was judged last, good or bad. */
  #judged: ReadonlyMap<string, FileStamp> = new Map()
  #globFolders: readonly string[] = []
  /** True if `current` is from files that were quiet: the first load does not wait. */
  #isSettled = false
  /** True if the files are to be read though they look the same. */
  #isAsked = false
  #started = false
  #waiters = 0
  #again = false
  #running: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined
  #setbacks = 0
  /** How many tables in a row were of files that had changed meanwhile. */
  #staleTables = 0

  /** @throws ConfigurationException for times that are none */
  constructor(options: RouteTableSourceOptions<Table>) {
    super()
    // A later chdir does not lead to other files.
    this.#cwd = resolve(options.cwd ?? '')
    this.#options = { ...options, cwd: this.#cwd }
    this.#locations = [options.locations].flat()
    this.#quietTime = readTime('quietTime', options.quietTime ?? 50)
    this.#pollInterval = readTime('pollInterval', options.pollInterval ?? 1000)
  }

  /** The table that serves now; undefined before `load`. */
  get current(): Table | undefined {
    return this.#current
  }

  /** Why the files on disk are not what serves; undefined when they are. */
  get error(): RouteFileParsingException | undefined {
    return this.#error
  }

  /**
   * The first load. It does not wait until the files are quiet.
   *
   * @throws RouteFileParsingException with every error of every file, and what `build` throws
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

  /** Follows the files from now on. Holds no process alive. */
  start(): void {
    if (this.#started || this.#closing.signal.aborted) return
    this.#started = true
    void this.#run()
  }

  /**
   * Reads the files now, whether they are followed or not, as for a signal. Waits until they are quiet.
   *
   * @returns whether the table is that of the files now; if not, `reload-error` and `error` tell why
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

  /** Stops following the files. The last table stays. Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#timer)
    this.#watch.close()
    await this.#running
  }

  /** Runs one reload at a time; a change during it brings exactly one more. */
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
    let loaded: LoadedRouteFiles | undefined
    try {
      if (!isAsked && this.#isSettled && !(await this.#haveFilesChanged())) return this.#error === undefined
      loaded = await this.#readWhenQuiet()
      if (loaded === undefined) return false
      const isNews = isAsked || this.#isSettled || !this.#isSameText(loaded)
      this.#judge(loaded)
      if (isNews) await this.#replace(loaded)
      this.#setbacks = 0
      return this.#error === undefined
    } catch (error) {
      this.#refuse(error, loaded)
      return false
    }
  }

  async #haveFilesChanged(): Promise<boolean> {
    return !areStampsEqual(this.#judged, await this.#stampsOf(this.#judged.keys()))
  }

  /** The state of the known files, and of those that the locations name by now. */
  async #stampsOf(known: Iterable<string>): Promise<Map<string, FileStamp>> {
    const { resources } = await resolveLocations(this.#locations, this.#cwd)
    const paths = new Set(known)
    for (const resource of resources) if (resource.type === 'file') paths.add(resource.path)
    return readFileStamps(paths)
  }

  /**
   * Reads files that nobody is writing: stat, pause, stat, read, stat, and all the same.
   *
   * Reading comes after the pause since the clocks of file systems are coarse: a change in the tick of the first stat
   * does not show in the second, but is in the text.
   *
   * @returns undefined when closed meanwhile
   */
  async #readWhenQuiet(): Promise<LoadedRouteFiles | undefined> {
    const restlessRounds = Math.ceil(unrestLimit / this.#quietTime)
    let before = await this.#stampsOf(this.#judged.keys())
    let patience = patienceWithUnfinishedLines
    for (let round = 1; await this.#pause(); round++) {
      if (round === restlessRounds) this.#report(stillBeingWritten(before))
      const after = await this.#stampsOf(before.keys())
      if (!areStampsEqual(before, after)) {
        before = after
        patience = patienceWithUnfinishedLines
        continue
      }
      const loaded = await readRouteFiles(this.#locations, this.#options)
      const { stamps } = loaded
      const isSame = areStampsEqual(before, stamps)
      const isStill = areStampsEqual(stamps, await this.#stampsOf(stamps.keys()))
      if (isSame && isStill && (patience-- === 0 || !this.#hasUnfinishedLine(loaded))) return loaded
      before = new Map(stamps)
    }
    return undefined
  }

  #hasUnfinishedLine({ texts }: LoadedRouteFiles): boolean {
    const known = this.#loaded?.texts
    return [...texts].some(([path, text]) => text !== '' && !text.endsWith('\n') && text !== known?.get(path))
  }

  /** False when closed meanwhile. */
  async #pause(): Promise<boolean> {
    try {
      // Following the files holds no process alive, but somebody who awaits `reload()` does.
      await sleep(this.#quietTime, undefined, { ref: this.#waiters > 0, signal: this.#closing.signal })
    } catch {
      return false
    }
    return !this.#closing.signal.aborted
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

  /** A large table takes seconds to build. The files may be others by then, and it would serve half of what was written. */
  async #isStale({ stamps }: LoadedRouteFiles): Promise<boolean> {
    if (areStampsEqual(stamps, await this.#stampsOf(stamps.keys()))) {
      this.#staleTables = 0
      return false
    }
    this.#again = true
    if (++this.#staleTables === maxStaleTables) this.#report(stillBeingWritten(stamps))
    return true
  }

  #refuse(error: unknown, loaded: LoadedRouteFiles | undefined): void {
    const codes = loaded?.readErrors ?? new Set([errorCodeOf(error)])
    const mayPass = [...codes].some((code) => passingErrors.has(code))
    if (mayPass) {
      // Nothing on disk changes when the system has recovered, so the files are read again without a sign.
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

  /** An exception of a listener is not ours: it surfaces as uncaught, and does not stop the following. */
  #tell(emit: () => void): void {
    try {
      emit()
    } catch (error) {
      process.nextTick(() => {
        throw error
      })
    }
  }

  /** Where files may appear: below the globs, as deep as there are files by now. */
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

/** In ms. Timers take no more than 2^31 - 1, and the interval is stretched by five. */
function readTime(option: string, time: number): number {
  if (typeof time === 'number' && time >= 1 && time <= 400_000_000) return time
  throw wrongOption(option, `expected milliseconds from 1 to 400,000,000`)
}

/** So long may the files change without a pause before it is reported. In ms. */
const unrestLimit = 5000

/** A file that stops within a line is probably half of one, and gets more pauses to go on. */
const patienceWithUnfinishedLines = 3

/** After so many tables that came too late it is reported. */
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

function stillBeingWritten(stamps: ReadonlyMap<string, FileStamp>): RouteFileParsingException {
  const [file = ''] = stamps.keys()
  const message = `The route files have been changing for ${unrestLimit / 1000} seconds`
  return new RouteFileParsingException([
    { code: 'E_ROUTE_FILE_READ', message, hint: hintToRest, file, ...nowhere },
  ])
}

/** For failures outside of the files, such as an exception of a function that gives their text. */
function cannotBeUsed(cause: unknown): RouteFileParsingException {
  const message = `The route files cannot be used: ${errorMessageOf(cause)}`
  const hint = 'the last routes keep serving'
  const problem = { code: 'E_ROUTE_FILE_READ', message, hint, file: 'route files', ...nowhere } as const
  return new RouteFileParsingException([problem], { cause })
}

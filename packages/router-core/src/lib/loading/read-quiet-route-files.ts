import { areStampsEqual, readFileStamps, type FileStamp } from './file-stamp.js'
import { readRouteFiles, type LoadedRouteFiles, type LoadRouteFilesOptions } from './load-route-files.js'
import { resolveLocations, type RouteFileLocation } from './resolve-locations.js'

interface ReadQuietOptions extends LoadRouteFilesOptions {
  readonly cwd: string
  /** The files as they were known last, included ones too. */
  readonly lastPaths: Iterable<string>
  readonly lastTexts: ReadonlyMap<string, string> | undefined
  /** Lets some time pass; false to give up. */
  readonly pause: () => Promise<boolean>
  /** After so many pauses without a quiet one, `onRestless` is called once. */
  readonly restlessRounds: number
  readonly onRestless: (path: string) => void
}

/** A file that stops within a line is probably half of one, and gets more pauses to go on. */
const patienceWithUnfinishedLines = 3

/**
 * Reads route files that nobody is writing: stat, pause, stat, read, stat, and all the same.
 *
 * Reading comes after the pause since the clocks of file systems are coarse: a change in the tick of the first stat
 * does not show in the second, but is in the text.
 *
 * @returns undefined when `pause` gave up
 */
export async function readQuietRouteFiles(
  locations: readonly RouteFileLocation[],
  { lastPaths, lastTexts, pause, restlessRounds, onRestless, ...options }: ReadQuietOptions,
): Promise<LoadedRouteFiles | undefined> {
  let before = await stampLocations(locations, options.cwd, lastPaths)
  let patience = patienceWithUnfinishedLines
  for (let round = 1; await pause(); round++) {
    if (round === restlessRounds) onRestless([...before.keys()][0] ?? '')
    const after = await stampLocations(locations, options.cwd, before.keys())
    if (!areStampsEqual(before, after)) {
      before = after
      patience = patienceWithUnfinishedLines
      continue
    }
    const loaded = await readRouteFiles(locations, options)
    const isSame = areStampsEqual(before, loaded.stamps)
    const isStill = areStampsEqual(
      loaded.stamps,
      await stampLocations(locations, options.cwd, loaded.stamps.keys()),
    )
    if (isSame && isStill && (patience-- === 0 || !hasUnfinishedLine(loaded, lastTexts))) return loaded
    before = new Map(loaded.stamps)
  }
  return undefined
}

/** The state of the known files, and of those that the locations name by now. */
export async function stampLocations(
  locations: readonly RouteFileLocation[],
  cwd: string,
  known: Iterable<string>,
): Promise<Map<string, FileStamp>> {
  const { resources } = await resolveLocations(locations, cwd)
  const paths = new Set(known)
  for (const resource of resources) if (resource.type === 'file') paths.add(resource.path)
  return readFileStamps(paths)
}

function hasUnfinishedLine(
  { texts }: LoadedRouteFiles,
  lastTexts: ReadonlyMap<string, string> | undefined,
): boolean {
  return [...texts].some(
    ([path, text]) => text !== '' && !text.endsWith('\n') && text !== lastTexts?.get(path),
  )
}

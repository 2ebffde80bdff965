import type { Together } from './paired-runs.js'
import { hintToSimplify, RefusedRegex } from './refused-regex.js'
import type { RunSearch } from './run-search.js'

// The default `maxParamLength`; 50 million steps take some 20 ms.
const countedLength = 255
const maxCountedSteps = 50_000_000

/**
 * Counts the steps of the worst text of 255 characters, by an upper bound of the runs at every position after every
 * number of characters. It is the lesser of two bounds:
 * - Runs add up only where they meet: over the predecessors at which runs on one text can stand together.
 * - In a loop that is not exponential a run is known by where and when it entered: as many as have entered until now.
 * @throws RefusedRegex
 */
export function refuseManyRuns(search: RunSearch, together: Together): void {
  const { follow, loops, loopOffsets, spend } = search
  const { toPosition, toLoop } = arrivals(search)
  const meetings = toPosition.map((ways) => meetingGroups(ways, together))
  const entries = toLoop.map((ways) => meetingGroups(ways, together))
  const size = [...meetings, ...entries].flat().reduce((total, group) => total + group.length, follow.length)
  const stepsFrom = follow.map((targets) => [...targets.values()].reduce((total, ways) => total + ways, 1))

  const entered = loopOffsets.map(() => 0)
  let runs: readonly number[] = follow.map((_, position) => (position === 0 ? 1 : 0))
  let steps = 0
  for (let length = 0; length <= countedLength; length++) {
    spend(size / 4)
    const stepsBefore = steps
    for (const [position, count] of runs.entries()) steps += count * (stepsFrom[position] ?? 0)
    if (steps === stepsBefore) return
    if (steps > maxCountedSteps) {
      throw new RefusedRegex(
        'The regular expression can read the same text in too many ways',
        0,
        hintToSimplify,
      )
    }
    const before = runs
    for (const [loop, groups] of entries.entries()) {
      entered[loop] = (entered[loop] ?? 0) + mostRuns(groups, before)
    }
    runs = meetings.map((groups, position) =>
      Math.min(mostRuns(groups, before), entered[loops[position] ?? -1] ?? Infinity),
    )
  }
}

/** From which positions, and by how many ways, each position is reached; and each loop from outside of it. */
function arrivals({ follow, loops, loopOffsets }: RunSearch): {
  readonly toPosition: readonly ReadonlyMap<number, number>[]
  readonly toLoop: readonly ReadonlyMap<number, number>[]
} {
  const toPosition = follow.map(() => new Map<number, number>())
  const toLoop = loopOffsets.map(() => new Map<number, number>())
  for (const [position, targets] of follow.entries()) {
    for (const [next, ways] of targets) {
      toPosition[next]?.set(position, ways)
      const entries = loops[next] === loops[position] ? undefined : toLoop[loops[next] ?? -1]
      entries?.set(position, (entries.get(position) ?? 0) + ways)
    }
  }
  return { toPosition, toLoop }
}

type MeetingGroup = readonly (readonly [position: number, ways: number])[]

/** For each position that runs arrive from: it, and those at which other runs on the same text can stand. */
function meetingGroups(arriving: ReadonlyMap<number, number>, together: Together): readonly MeetingGroup[] {
  const all = [...arriving]
  return all.map(([one]) => all.filter(([other]) => one === other || together(one, other)))
}

function mostRuns(groups: readonly MeetingGroup[], runs: readonly number[]): number {
  let most = 0
  for (const group of groups) {
    let sum = 0
    for (const [position, ways] of group) sum += (runs[position] ?? 0) * ways
    if (sum > most) most = sum
  }
  return most
}

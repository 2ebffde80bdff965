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
  const size = [...meetings, ...entries]
    .flat()
    .reduce((total, { from }) => total + from.length, follow.length)
  const stepsFrom = follow.map((targets) => [...targets.values()].reduce((total, ways) => total + ways, 1))

  const entered = new Float64Array(loopOffsets.length)
  let runs = new Float64Array(follow.length)
  let before = new Float64Array(follow.length)
  runs[0] = 1
  let steps = 0
  for (let length = 0; length <= countedLength; length++) {
    spend(size / 4)
    const stepsBefore = steps
    for (let position = 0; position < runs.length; position++) {
      steps += (runs[position] ?? 0) * (stepsFrom[position] ?? 0)
    }
    if (steps === stepsBefore) return
    if (steps > maxCountedSteps) {
      throw new RefusedRegex(
        'The regular expression can read the same text in too many ways',
        0,
        hintToSimplify,
      )
    }
    ;[before, runs] = [runs, before]
    for (let loop = 0; loop < entered.length; loop++) {
      entered[loop] = (entered[loop] ?? 0) + mostRuns(entries[loop], before)
    }
    for (let position = 0; position < runs.length; position++) {
      const loop = loops[position] ?? -1
      const most = mostRuns(meetings[position], before)
      runs[position] = loop === -1 ? most : Math.min(most, entered[loop] ?? 0)
    }
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

/** Positions at which runs on one text can stand together, and by how many ways each leads on. */
interface MeetingGroup {
  readonly from: readonly number[]
  readonly ways: readonly number[]
}

/** For each position that runs arrive from: it, and those at which other runs on the same text can stand. */
function meetingGroups(arriving: ReadonlyMap<number, number>, together: Together): readonly MeetingGroup[] {
  const all = [...arriving]
  return all.map(([one]) => {
    const group = all.filter(([other]) => one === other || together(one, other))
    return { from: group.map(([position]) => position), ways: group.map(([, ways]) => ways) }
  })
}

function mostRuns(groups: readonly MeetingGroup[] | undefined, runs: Float64Array): number {
  let most = 0
  for (const { from, ways } of groups ?? []) {
    let sum = 0
    for (let index = 0; index < from.length; index++)
      sum += (runs[from[index] ?? 0] ?? 0) * (ways[index] ?? 0)
    if (sum > most) most = sum
  }
  return most
}

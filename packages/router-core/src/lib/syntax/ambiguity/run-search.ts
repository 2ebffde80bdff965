import type { PositionAutomaton } from './position-automaton.js'
import { hintToSimplify, RefusedRegex } from './refused-regex.js'

/** An automaton prepared for searching through its runs. */
export interface RunSearch extends PositionAutomaton {
  /** The positions that each position leads to. */
  readonly next: readonly (readonly number[])[]
  /** Whether the two positions can read the same character. */
  readonly overlap: (position: number, other: number) => boolean
  /** Takes steps from the budget of the whole analysis. */
  readonly spend: (steps: number) => void
}

// Some 30 ms.
const maxSteps = 500_000

export function prepareSearch(automaton: PositionAutomaton): RunSearch {
  let left = maxSteps
  const spend = (steps: number): void => {
    left -= steps
    if (left < 0)
      throw new RefusedRegex('The regular expression is too large to be checked', 0, hintToSimplify)
  }
  const next = automaton.follow.map((targets) => [...targets.keys()])
  return { ...automaton, next, overlap: overlapOf(automaton.sets), spend }
}

/** Few of the sets differ, and few of those are ever compared, so each answer is kept once it is known. */
function overlapOf(sets: readonly bigint[]): (position: number, other: number) => boolean {
  const distinct = [...new Set(sets)]
  const numberOfSet = new Map(distinct.map((set, number) => [set, number]))
  const numbers = Uint32Array.from(sets, (set) => numberOfSet.get(set) ?? 0)
  const answers = new Uint8Array(distinct.length ** 2)
  return (position, other) => {
    const one = numbers[position] ?? 0
    const two = numbers[other] ?? 0
    const key = one * distinct.length + two
    if (answers[key] === 0) answers[key] = ((distinct[one] ?? 0n) & (distinct[two] ?? 0n)) === 0n ? 1 : 2
    return answers[key] === 2
  }
}

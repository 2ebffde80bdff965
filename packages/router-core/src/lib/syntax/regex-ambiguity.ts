/**
 * How much can a regular expression backtrack?
 *
 * A backtracking engine that fails on a text has tried every way to read every beginning of it. So its steps are
 * the number of *runs* of the expression's automaton (position-automaton.ts), whether or not a run could ever have
 * reached the end: no state is trimmed for leading nowhere. How that number grows with the length n of the text
 * depends on three shapes, and an expression without any of them has a constant number of runs:
 *
 * 1. *Exponential*: inside one loop some text leads from q back to q in two different ways, as in `(?:a|a)*`. Each
 *    turn doubles the runs. Looked for as two runs that part inside a loop and meet again there.
 * 2. *Polynomial*: for two loops p and q some text leads from p to p, from p to q, and from q to q, as does "a" in
 *    `a+a+`. Each place of the change from p to q is a run of its own: n runs. Every further loop chained in this
 *    manner multiplies by n once more: the length of the chain is the *degree*. Looked for as three runs in lock-step.
 * 3. *Many ways without a loop*, as in `(?:a|a){30}`: constant, but 2^30. The runs that can meet are counted for a
 *    text of 255 characters, and more steps than a limit are refused.
 *
 * (1) and (2) are the criteria EDA and IDA of Weber and Seidl, "On the degree of ambiguity of finite automata", 1991.
 * The searches spend from one budget, so hostile expressions are refused in milliseconds.
 */
import { ConstraintException } from './constraint-exception.js'
import { parseWithFlags } from './parse-regex.js'
import { RefusedRegex, buildPositionAutomaton, type PositionAutomaton } from './position-automaton.js'

/**
 * The degree of the polynomial by which the number of runs grows: a failing match of n characters costs
 * O(n^(degree + 1)) steps. Infinity when it grows exponentially, or cannot be shown to be polynomial.
 */
export function measureAmbiguity(source: string, flags: 'u' | ''): number {
  try {
    return degreeOfAmbiguity(buildPositionAutomaton(parseWithFlags(source, flags), flags))
  } catch (error) {
    const refused = error instanceof RefusedRegex || error instanceof ConstraintException
    if (refused || error instanceof SyntaxError) return Infinity
    throw error
  }
}

/** @throws RefusedRegex when it is exponential, or too large to tell */
export function degreeOfAmbiguity(automaton: PositionAutomaton): number {
  const search: Search = { ...automaton, overlap: overlaps(automaton.sets), budget: new Budget() }
  refuseExponentialLoop(search)
  const degree = longestChain(search)
  if (degree <= 2) refuseManyRuns(search)
  return degree
}

interface Search extends PositionAutomaton {
  /** Some character can be read at both positions. */
  readonly overlap: (position: number, other: number) => boolean
  readonly budget: Budget
}

/** Two runs that part inside a loop and meet again there. */
function refuseExponentialLoop({ follow, loops, loopOffsets, overlap, budget }: Search): void {
  const seen = new Uint8Array(follow.length ** 2)
  const pending: [number, number][] = []
  for (const [position, loop] of loops.entries()) if (loop !== -1) pending.push([position, position])

  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair
    const loop = loops[left]
    for (const [nextLeft, ways] of follow[left] ?? []) {
      if (loops[nextLeft] !== loop) continue
      for (const nextRight of follow[right]?.keys() ?? []) {
        budget.spend(1)
        if (loops[nextRight] !== loop || !overlap(nextLeft, nextRight)) continue
        if (nextLeft === nextRight) {
          if (left === right && ways === 1) continue
          throw new RefusedRegex(
            'The repeated part can read the same text in more than one way, so it can backtrack exponentially',
            loopOffsets[loop ?? 0] ?? 0,
          )
        }
        const key = Math.min(nextLeft, nextRight) * follow.length + Math.max(nextLeft, nextRight)
        if (seen[key] === 1) continue
        seen[key] = 1
        pending.push([nextLeft, nextRight])
      }
    }
  }
}

/** The most loops in a row of which each hands the same text on to the next, less one. */
function longestChain(search: Search): number {
  const { loops, loopOffsets } = search
  const members: number[][] = loopOffsets.map(() => [])
  for (const [position, loop] of loops.entries()) members[loop]?.push(position)

  const lengths = new Map<number, number>()
  const chainTo = (to: number): number => {
    let length = lengths.get(to)
    if (length !== undefined) return length
    length = 0
    const leading = leadingTo(to, search)
    for (const [from, positions] of members.entries()) {
      if (from === to || leading[positions[0] ?? 0] === 0) continue
      const before = chainTo(from)
      if (before >= length) {
        length = before + (handsOver(positions, members[to] ?? [], leading, search) ? 1 : 0)
      }
    }
    lengths.set(to, length)
    return length
  }
  return Math.max(0, ...members.map((_, loop) => chainTo(loop)))
}

/** The positions from which a loop can be reached, its own among them, as flags. */
function leadingTo(loop: number, { follow, loops, budget }: Search): Uint8Array {
  const leading = Uint8Array.from(loops, (other) => (other === loop ? 1 : 0))
  for (let changed = true; changed;) {
    changed = false
    // Most transitions lead forward, so going backward few rounds are needed.
    for (let position = follow.length - 1; position >= 0; position--) {
      if (leading[position] === 1) continue
      for (const next of follow[position]?.keys() ?? []) {
        budget.spend(1)
        if (leading[next] !== 1) continue
        leading[position] = 1
        changed = true
        break
      }
    }
  }
  return leading
}

/** Some text leads from p to p, from p to q, and from q to q, for a p of the one loop and a q of the other. */
function handsOver(
  from: readonly number[],
  to: readonly number[],
  leading: Uint8Array,
  search: Search,
): boolean {
  return from.some((p) => to.some((q) => search.overlap(p, q) && pumps(p, q, leading, search)))
}

function pumps(
  p: number,
  q: number,
  leading: Uint8Array,
  { follow, loops, sets, overlap, budget }: Search,
): boolean {
  const size = follow.length
  const seen = new Set<number>()
  const pending: [number, number, number][] = [[p, p, q]]
  for (let triple = pending.pop(); triple !== undefined; triple = pending.pop()) {
    const [stays, crosses, waits] = triple
    for (const nextStays of follow[stays]?.keys() ?? []) {
      budget.spend(1)
      if (loops[nextStays] !== loops[p]) continue
      for (const nextWaits of follow[waits]?.keys() ?? []) {
        budget.spend(1)
        if (loops[nextWaits] !== loops[q] || !overlap(nextStays, nextWaits)) continue
        const common = (sets[nextStays] ?? 0n) & (sets[nextWaits] ?? 0n)
        for (const nextCrosses of follow[crosses]?.keys() ?? []) {
          budget.spend(2)
          if (leading[nextCrosses] === 0 || (common & (sets[nextCrosses] ?? 0n)) === 0n) continue
          if (nextStays === p && nextCrosses === q && nextWaits === q) return true
          const key = (nextStays * size + nextCrosses) * size + nextWaits
          if (seen.has(key)) continue
          seen.add(key)
          pending.push([nextStays, nextCrosses, nextWaits])
        }
      }
    }
  }
  return false
}

/**
 * Bounds the runs at every position after every number of characters. Runs add up only where they meet, so only over
 * the predecessors that runs on one text can stand at together.
 */
function refuseManyRuns(search: Search): void {
  const { follow, budget } = search
  const together = positionsTogether(search)
  const stepsFrom = follow.map((targets) => [...targets.values()].reduce((total, ways) => total + ways, 1))
  const meetings = meetingsOf(follow, together)
  let runs: number[] = follow.map((_, position) => (position === 0 ? 1 : 0))
  let steps = 0
  for (let length = 0; length <= countedLength; length++) {
    for (const [position, count] of runs.entries()) steps += count * (stepsFrom[position] ?? 0)
    if (steps > maxCountedSteps) {
      throw new RefusedRegex('The regular expression can read the same text in too many ways', 0)
    }
    const before = runs
    runs = meetings.map((groups) => {
      let most = 0
      for (const group of groups) {
        let sum = 0
        for (const [position, ways] of group) sum += (before[position] ?? 0) * ways
        if (sum > most) most = sum
      }
      return most
    })
    budget.spend(follow.length)
  }
}

// The default `maxParamLength`; what costs 20 million steps there takes some 50 ms.
const countedLength = 255
const maxCountedSteps = 20_000_000

/** For each position: its predecessors with their ways, as one group for each with those that it can meet. */
function meetingsOf(
  follow: readonly ReadonlyMap<number, number>[],
  together: (left: number, right: number) => boolean,
): readonly (readonly (readonly [number, number])[])[][] {
  const predecessors: [number, number][][] = follow.map(() => [])
  for (const [position, targets] of follow.entries()) {
    for (const [next, ways] of targets) predecessors[next]?.push([position, ways])
  }
  return predecessors.map((all) =>
    all.map(([one]) => all.filter(([other]) => one === other || together(one, other))),
  )
}

/** The pairs of positions at which two runs on the same text can stand. */
function positionsTogether({ follow, overlap, budget }: Search): (left: number, right: number) => boolean {
  const size = follow.length
  const seen = new Uint8Array(size ** 2)
  const pending: [number, number][] = [[0, 0]]
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair
    for (const nextLeft of follow[left]?.keys() ?? []) {
      for (const nextRight of follow[right]?.keys() ?? []) {
        budget.spend(1)
        if (!overlap(nextLeft, nextRight)) continue
        const key = Math.min(nextLeft, nextRight) * size + Math.max(nextLeft, nextRight)
        if (seen[key] === 1) continue
        seen[key] = 1
        pending.push([nextLeft, nextRight])
      }
    }
  }
  return (left, right) => seen[Math.min(left, right) * size + Math.max(left, right)] === 1
}

/** Tells quickly whether two positions can read the same character. */
function overlaps(sets: readonly bigint[]): (position: number, other: number) => boolean {
  const distinct = [...new Set(sets)]
  const numbers = new Map(distinct.map((set, number) => [set, number]))
  const table = distinct.map((set) => Uint8Array.from(distinct, (other) => ((set & other) === 0n ? 0 : 1)))
  const rows = sets.map((set) => numbers.get(set) ?? 0)
  return (position, other) => table[rows[position] ?? 0]?.[rows[other] ?? 0] === 1
}

class Budget {
  #left = 1_500_000

  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new RefusedRegex('The regular expression is too large to be checked', 0)
  }
}

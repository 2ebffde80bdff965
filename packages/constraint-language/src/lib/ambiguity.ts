import { refusedConstraint } from './constraint-exception.js'
import { getOrInsert } from './get-or-insert.js'
import type { CodePointRanges } from './code-point-ranges.js'
import type { Piece } from './piece.js'
import { buildPositionGraph } from './build-position-graph.js'
import type { Edge, PositionGraph } from './position-graph.js'

/**
 * Refuses a repetition that can read one text in two ways: `(?:a|aa)*` reads "aa" as one turn or as two turns. This
 * engine needs linear time for it, but backtracking engines need exponential time, and people copy expressions into
 * programs with these engines. Accepts expressions that are too large to examine.
 *
 * @throws ConstraintException
 */
export function refuseAmbiguousLoops(graph: PositionGraph): void {
  const { loops } = graph
  if (loops.every((loop) => loop === -1)) return
  const pairs = new Pairs(graph)
  for (const position of loops.keys()) if (loops[position] !== -1) pairs.add(position, position)
  for (const [left, right] of pairs.untilEmpty()) {
    for (const [nextLeft, nextRight] of pairs.next(left, right)) {
      if (loops[nextLeft] !== loops[left] || loops[nextRight] !== loops[left]) continue
      const meet = nextLeft === nextRight
      if (meet && (left !== right || graph.doubled[left]?.has(nextLeft) === true)) {
        throw refusedConstraint(
          'This repetition can read the same text in more than one way',
          graph.loopOffsets[loops[left] ?? 0] ?? 0,
          'Begin every turn with a character that cannot continue the turn before: [a-z]+(?:-[a-z]+)*',
        )
      }
      pairs.add(nextLeft, nextRight)
    }
  }
}

/** True if some text can be split into the pieces in two ways, or if the pieces are too large to examine. */
export function splitsInTwoWays(allPieces: readonly Piece[]): boolean {
  const graph = buildPositionGraph(allPieces)
  const pairs = new Pairs(graph)
  const { pieces } = graph
  // Two runs that have parted once count as different. If both runs reach the end, the text can be split in two ways.
  const visit = (left: number, right: number, haveParted: boolean): void =>
    pairs.add(left, right, haveParted || pieces[left] !== pieces[right])
  for (const [left, right] of pairs.nextOf(graph.start, graph.start)) visit(left, right, false)
  for (const [left, right, haveParted] of pairs.untilEmpty()) {
    if (haveParted && canEnd(graph, left) && canEnd(graph, right)) return true
    for (const [nextLeft, nextRight] of pairs.next(left, right)) visit(nextLeft, nextRight, haveParted)
  }
  return pairs.isExhausted
}

function canEnd({ follow }: PositionGraph, position: number): boolean {
  return follow[position]?.some(({ to }) => to < 0) === true
}

type Pair = readonly [left: number, right: number, haveParted: boolean]

const maxSteps = 300_000

/** Pairs of positions that two runs on the same text can reach. */
class Pairs {
  isExhausted = false
  readonly #graph: PositionGraph
  readonly #seen = new Set<number>()
  readonly #pending: Pair[] = []
  readonly #overlaps = new Map<CodePointRanges, Map<CodePointRanges, boolean>>()
  #steps = 0

  constructor(graph: PositionGraph) {
    this.#graph = graph
  }

  add(left: number, right: number, haveParted = false): void {
    const key = (left * this.#graph.ranges.length + right) * 2 + (haveParted ? 1 : 0)
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#pending.push([left, right, haveParted])
  }

  *untilEmpty(): Generator<Pair> {
    for (let pair = this.#pending.pop(); pair !== undefined; pair = this.#pending.pop()) {
      if (this.#steps > maxSteps) {
        this.isExhausted = true
        return
      }
      yield pair
    }
  }

  next(left: number, right: number): (readonly [number, number])[] {
    const { follow } = this.#graph
    return this.nextOf(follow[left] ?? [], follow[right] ?? [])
  }

  nextOf(left: readonly Edge[], right: readonly Edge[]): (readonly [number, number])[] {
    const next: (readonly [number, number])[] = []
    for (const { to: one } of left) {
      if (one < 0) continue
      this.#steps += right.length
      if (this.#steps > maxSteps) return next
      for (const { to: other } of right) if (other >= 0 && this.#overlap(one, other)) next.push([one, other])
    }
    return next
  }

  #overlap(one: number, other: number): boolean {
    const left = this.#graph.ranges[one] ?? []
    const right = this.#graph.ranges[other] ?? []
    const known = getOrInsert(this.#overlaps, left, () => new Map<CodePointRanges, boolean>())
    return getOrInsert(known, right, () =>
      left.some(([first, last]) => right.some((range) => range[0] <= last && first <= range[1])),
    )
  }
}

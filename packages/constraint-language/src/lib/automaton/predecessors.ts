import { getOrInsert } from '../get-or-insert.js'
import { accepted, lookedAhead, type PositionGraph } from '../position-graph.js'
import type { Guards } from './guards.js'
import { bitsOf, initial, lowestBit, type StateSets } from './state-sets.js'

/**
 * Finds the positions that have an edge into a state, no matter which character these positions read. The edges of 32
 * positions are followed at a time if possible:
 *
 *   shifts   most edges lead from a position to itself or to a near position. Shifting the words of a state follows all
 *            edges of the same distance
 *   groups   a position with other edges, or with guards, has a list of the positions that lead to it. Positions with
 *            the same list form a group, and each group is read once
 */
export class Predecessors {
  /** The result of `gather`: one bit for each position. */
  readonly found: Int32Array
  /** The places of the nonzero words in `found`, ascending. Only the first `count` entries are valid. */
  readonly places: Int32Array
  count = 0
  work = 0
  readonly #width: number
  readonly #sets: StateSets
  readonly #guards: Guards
  /** True if some edge has guards. Edges of the start do not count. */
  readonly asksGuards: boolean
  /** The distance of each shift, in words and bits. */
  readonly #shiftedWords: Int32Array
  readonly #shiftedBits: Int32Array
  /** For each shift and word: the positions that an edge of this distance reaches. */
  readonly #shifted: Int32Array
  readonly #grouped: Int32Array
  /** For each position: its group, or `none`. The last two entries are for `lookedAhead` and `accepted`. */
  readonly #groupOf: Int32Array
  readonly #groups: readonly Group[]
  /** For each group: the number of the last `gather` that read it. */
  readonly #askedAt: Int32Array
  #gatherings = 0

  constructor(graph: PositionGraph, guards: Guards, sets: StateSets) {
    const size = graph.ranges.length
    const width = (size + 31) >> 5
    this.#width = width
    this.#sets = sets
    this.#guards = guards
    this.found = new Int32Array(width)
    this.places = new Int32Array(width)
    const targets = targetsOf(graph)
    const shifts = shiftsOf(targets, size, width)
    this.#shiftedWords = Int32Array.from(shifts, (distance) => distance >> 5)
    this.#shiftedBits = Int32Array.from(shifts, (distance) => distance & 31)
    this.#shifted = new Int32Array(shifts.length * width)
    this.#groupOf = new Int32Array(targets.length).fill(none)
    const groups = new Map<string, { readonly group: Group; readonly number: number }>()
    const grouped: number[] = []
    for (const [to, { free, guarded }] of targets.entries()) {
      if (free.length === 0 && guarded === undefined) continue
      if (to < size && guarded === undefined && free.every((from) => shifts.includes(from - to))) {
        for (const from of free) {
          const place = shifts.indexOf(from - to) * width + (to >> 5)
          this.#shifted[place] = (this.#shifted[place] as number) | (1 << (to & 31))
        }
        continue
      }
      const ways: Way[] = [{ guards: [], from: free }, ...(guarded?.values() ?? [])]
      const key = ways.map((way) => `${way.guards.join()}:${way.from.join()}`).join(';')
      this.#groupOf[to] = getOrInsert(groups, key, () => ({
        group: ways.flatMap((way) => toPortion(way)),
        number: groups.size,
      })).number
      if (to < size) grouped.push(to)
    }
    this.#grouped = bitsOf(grouped, width)
    this.#groups = [...groups.values()].map(({ group }) => group)
    this.asksGuards = this.#groups.some((group) => group.some(({ guards: asked }) => asked.length > 0))
    this.#askedAt = new Int32Array(this.#groups.length)
  }

  /** The greatest number of words that `gather` reads. */
  get size(): number {
    const grouped = this.#grouped.reduce((count, word) => count + bitCount(word), 0)
    const asked = this.#groups.reduce(
      (count, group) => group.reduce((words, { bits }) => words + 1 + (bits.length >> 1), count),
      0,
    )
    return this.#width * (2 + this.#shiftedWords.length) + grouped + asked
  }

  /** Finds the positions before a state. `isWord` is true if `\w` contains the character before the state. */
  gather(state: number, isWord: boolean): void {
    const { found, places } = this
    const width = this.#width
    for (let index = 0; index < this.count; index++) found[places[index] as number] = 0
    this.#gatherings++
    if (this.asksGuards) this.#guards.moveTo(state, isWord, false)
    const { pool, starts } = this.#sets
    const shiftedWords = this.#shiftedWords
    const shiftedBits = this.#shiftedBits
    const shifted = this.#shifted
    const shifts = shiftedWords.length
    const end = starts[state + 1] as number
    for (let at = starts[state] as number; at < end; at += 2) {
      const place = pool[at] as number
      const word = pool[at + 1] as number
      for (let shift = 0, own = place; shift < shifts; shift++, own += width) {
        const moved = word & (shifted[own] as number)
        if (moved === 0) continue
        const bits = shiftedBits[shift] as number
        const to = place + (shiftedWords[shift] as number)
        const low = moved << bits
        if (low !== 0) found[to] = (found[to] as number) | low
        if (bits === 0) continue
        const high = moved >>> (32 - bits)
        if (high !== 0) found[to + 1] = (found[to + 1] as number) | high
      }
      for (let rest = word & (this.#grouped[place] as number); rest !== 0; rest &= rest - 1) {
        this.work++
        this.#ask(this.#groupOf[place * 32 + lowestBit(rest)] as number)
      }
    }
    this.work += ((end - (starts[state] as number)) >> 1) * (1 + shifts) + width
    const whatever = this.#groupOf.length - 2
    if (this.#groupOf[whatever] !== none) this.#ask(this.#groupOf[whatever] as number)
    if (state === initial && this.#groupOf[whatever + 1] !== none)
      this.#ask(this.#groupOf[whatever + 1] as number)
    let count = 0
    for (let place = 0; place < width; place++) if (found[place] !== 0) places[count++] = place
    this.count = count
  }

  #ask(group: number): void {
    if (this.#askedAt[group] === this.#gatherings) return
    this.#askedAt[group] = this.#gatherings
    const { found } = this
    for (const { guards, bits } of this.#groups[group] as Group) {
      this.work += 1 + (bits.length >> 1)
      if (guards.length > 0 && !this.#guards.hold(guards)) continue
      for (let at = 0; at < bits.length; at += 2) {
        const place = bits[at] as number
        found[place] = (found[place] as number) | (bits[at + 1] as number)
      }
    }
  }
}

/** Positions whose edges have the same guards and the same target. */
interface Way {
  readonly guards: readonly number[]
  readonly from: readonly number[]
}

interface Target {
  readonly free: number[]
  /** The sources of edges with guards, by these guards. */
  guarded: Map<string, { readonly guards: readonly number[]; readonly from: number[] }> | undefined
}

type Group = readonly Portion[]

interface Portion {
  readonly guards: readonly number[]
  /** Places and words, as in `StateSets.pool`. */
  readonly bits: Int32Array
}

const none = -1
const maxShifts = 8

/** The edges into each position, and then the edges into `lookedAhead` and `accepted`. */
function targetsOf({ follow }: PositionGraph): Target[] {
  const targets = Array.from({ length: follow.length + 2 }, (): Target => ({ free: [], guarded: undefined }))
  for (const [from, edges] of follow.entries()) {
    for (const { to, guards } of edges) {
      const place = to === lookedAhead ? follow.length : to === accepted ? follow.length + 1 : to
      const target = targets[place] as Target
      if (guards.length === 0) {
        target.free.push(from)
        continue
      }
      target.guarded ??= new Map()
      getOrInsert(target.guarded, guards.join(), () => ({ guards, from: [] as number[] })).from.push(from)
    }
  }
  return targets
}

/** Returns the edge distances that are so frequent that shifts are faster than groups. */
function shiftsOf(targets: readonly Target[], size: number, width: number): number[] {
  const counts = new Map<number, number>()
  for (let to = 0; to < size; to++) {
    const { free, guarded } = targets[to] as Target
    if (guarded !== undefined || free.length > maxShifts) continue
    for (const from of free) counts.set(from - to, (counts.get(from - to) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > 1 && count > width >> 1)
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, maxShifts)
    .map(([distance]) => distance)
}

function toPortion({ guards, from }: Way): Portion[] {
  const words = new Map<number, number>()
  for (const position of from)
    words.set(position >> 5, (words.get(position >> 5) ?? 0) | (1 << (position & 31)))
  return words.size === 0 ? [] : [{ guards, bits: Int32Array.from([...words].flat()) }]
}

function bitCount(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

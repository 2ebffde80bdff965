import { accepted, type Edge, type PositionGraph } from '../position-graph.js'
import type { Guards } from './guards.js'
import { initial, lowestBit, type StateSets } from './state-sets.js'

/**
 * The edges of each position and of the start, in the order of a backtracking engine. Successive edges to positions of
 * the same 32-bit word, all ascending or all descending, are one record.
 */
export class FirstEdges {
  readonly #sets: StateSets
  readonly #guards: Guards
  /** Where the records of each position begin, and last the records of the start. The next entry is their end. */
  readonly #starts: Int32Array
  /** Four numbers each: a place or `atEnd`, its positions, 1 if they are tried downwards, an index of `#guardsOf`. */
  readonly #records: Int32Array
  readonly #guardsOf: (readonly number[])[] = [[]]

  constructor({ follow, start }: PositionGraph, guards: Guards, sets: StateSets) {
    this.#sets = sets
    this.#guards = guards
    this.#starts = new Int32Array(follow.length + 2)
    const records: number[] = []
    for (const [position, edges] of [...follow, start].entries()) {
      this.#write(edges, records)
      this.#starts[position + 1] = records.length
    }
    this.#records = Int32Array.from(records)
  }

  /** The most words that `find` reads for a position. */
  countAt(position: number): number {
    return ((this.#starts[position + 1] as number) - (this.#starts[position] as number)) / 4
  }

  /** Returns the first target that belongs to the state, or `accepted`. Call `guards.moveTo` first. */
  find(position: number, state: number): number {
    const records = this.#records
    const end = this.#starts[position + 1] as number
    for (let at = this.#starts[position] as number; at < end; at += 4) {
      const place = records[at] as number
      if (place === atEnd) {
        if (state === initial && this.#guards.hold(this.#guardsOf[records[at + 3] as number] ?? []))
          return accepted
        continue
      }
      const there = this.#sets.wordAt(state, place) & (records[at + 1] as number)
      if (there === 0 || !this.#guards.hold(this.#guardsOf[records[at + 3] as number] ?? [])) continue
      return place * 32 + (records[at + 2] === 1 ? 31 - Math.clz32(there) : lowestBit(there))
    }
    throw new TypeError('No position reads on, though the text is accepted')
  }

  #write(edges: readonly Edge[], records: number[]): void {
    const first = records.length
    let before = -1
    for (const { to, guards } of edges) {
      const last = records.length - 4
      if (to < 0) {
        if (to === accepted) records.push(atEnd, 0, 0, this.#numberOf(guards))
        before = -1
        continue
      }
      const bit = 1 << (to & 31)
      const direction = to < before ? 1 : 0
      const isNear = before >= 0 && last >= first && records[last] === to >> 5 && guards.length === 0
      const word = isNear ? (records[last + 1] as number) : 0
      if (
        isNear &&
        records[last + 3] === 0 &&
        ((word & (word - 1)) === 0 || records[last + 2] === direction)
      ) {
        records[last + 1] = word | bit
        records[last + 2] = direction
      } else records.push(to >> 5, bit, 0, this.#numberOf(guards))
      before = to
    }
  }

  /** The index in `#guardsOf`; 0 without guards. */
  #numberOf(guards: readonly number[]): number {
    return guards.length === 0 ? 0 : this.#guardsOf.push(guards) - 1
  }
}

/** Replaces the place if the edge leads to the end of the text. */
const atEnd = -1

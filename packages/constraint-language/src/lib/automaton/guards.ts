import { accepted, lookedAhead, type Edge, type Guard, type PositionGraph } from '../position-graph.js'
import { bitsOf, initial, type StateSets } from './state-sets.js'

/** Edges that lead into the graph: from the start of a text, or into a look-ahead. */
export interface Entrance {
  /** Has a bit for each position that an edge without guards reaches. */
  readonly positions: Int32Array
  /** True if an edge without guards leads to `accepted`. */
  readonly isOpenAtEnd: boolean
  /** True if an edge without guards leads to `lookedAhead`. */
  readonly isOpen: boolean
  readonly guarded: readonly Edge[]
}

export function entranceOf(edges: readonly Edge[], width: number): Entrance {
  const free = edges.filter(({ guards }) => guards.length === 0).map(({ to }) => to)
  return {
    positions: bitsOf(
      free.filter((to) => to >= 0),
      width,
    ),
    isOpenAtEnd: free.includes(accepted),
    isOpen: free.includes(lookedAhead),
    guarded: edges.filter(({ guards }) => guards.length > 0),
  }
}

/** Decides if `^`, `$`, `\b` and look-ahead hold at a place in a text. Computes each guard once for a place. */
export class Guards {
  /** The words and edges that were read, plus `workOfGuard` for each computed guard. */
  work = 0
  readonly #sets: StateSets
  readonly #guards: PositionGraph['guards']
  readonly #entrances: readonly (Entrance | undefined)[]
  readonly #answers: Int8Array
  #state = initial
  #isWord = false
  #isStart = false

  constructor({ guards }: PositionGraph, sets: StateSets, width: number) {
    this.#sets = sets
    this.#guards = guards
    this.#entrances = guards.map((guard) =>
      guard.type === 'lookahead' ? entranceOf(guard.start, width) : undefined,
    )
    this.#answers = new Int8Array(guards.length)
  }

  /** The greatest work for all guards at a place. */
  sizeOf(width: number): number {
    return this.#entrances.reduce(
      (size, entrance) => size + workOfGuard + (entrance === undefined ? 0 : width + entrance.guarded.length),
      0,
    )
  }

  /** Moves to the place before a state. `isWord` is true if `\w` contains the character before this place. */
  moveTo(state: number, isWord: boolean, isStart: boolean): void {
    this.#state = state
    this.#isWord = isWord
    this.#isStart = isStart
    this.#answers.fill(unasked)
  }

  hold(numbers: readonly number[]): boolean {
    for (const number of numbers) {
      let answer = this.#answers[number] as number
      if (answer === unasked) this.#answers[number] = answer = this.#ask(number) ? holding : failing
      if (answer === failing) return false
    }
    return true
  }

  /** True if an edge of the entrance can read the text that follows this place. */
  isOpen(entrance: Entrance): boolean {
    if (entrance.isOpen || (entrance.isOpenAtEnd && this.#state === initial)) return true
    this.work += this.#sets.lengthOf(this.#state)
    if (this.#sets.meets(this.#state, entrance.positions)) return true
    for (const { to, guards } of entrance.guarded) {
      this.work++
      if (this.#leadsTo(to) && this.hold(guards)) return true
    }
    return false
  }

  #leadsTo(to: number): boolean {
    if (to === accepted) return this.#state === initial
    return to === lookedAhead || this.#sets.has(this.#state, to)
  }

  #ask(number: number): boolean {
    this.work += workOfGuard
    const guard = this.#guards[number] as Guard
    switch (guard.type) {
      case 'start':
        return this.#isStart
      case 'end':
        return this.#state === initial
      case 'word':
        return (this.#isWord !== this.#sets.isWord(this.#state)) !== guard.negate
      case 'lookahead':
        return this.isOpen(this.#entrances[number] as Entrance) !== guard.negate
    }
  }
}

const workOfGuard = 110
const unasked = 0
const holding = 1
const failing = 2

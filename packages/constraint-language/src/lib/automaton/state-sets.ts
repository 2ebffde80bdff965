/**
 * The states of an automaton. A state is a numbered set of positions, and each set is stored once. A set has one bit
 * for each position, in 32-bit words. Only nonzero words are stored, each after its place:
 *
 *   {2, 64, 65}    0  0b100    2  0b11        place 0 and its word, place 2 and its word
 *
 * Sets are found by their hash. Adding a set allocates memory only if the arrays must grow.
 */
export class StateSets {
  count = 0
  pool: Int32Array = new Int32Array(64)
  /** For each state: its start in `pool`. The next entry is its end. */
  starts: Int32Array
  /** Has a bit for each position outside look-ahead. Only these positions can reach the end of a text. */
  readonly #living: Int32Array
  #hashes: Int32Array
  /** For each state: 1 if `\w` contains the last character read, and a guard needs this. */
  #isWord: Uint8Array
  /** An open-addressing hash table of states. 0 is a free slot. */
  #slots: Int32Array

  constructor(living: Int32Array) {
    this.#living = living
    this.starts = new Int32Array(firstCapacity + 1)
    this.#hashes = new Int32Array(firstCapacity)
    this.#isWord = new Uint8Array(firstCapacity)
    this.#slots = new Int32Array(firstCapacity * 4)
    this.clear()
  }

  get capacity(): number {
    return this.#hashes.length
  }

  /** Removes all states except `dead` and `initial`. */
  clear(): void {
    this.#slots.fill(0)
    this.starts.fill(0, 0, initial + 2)
    this.count = initial + 1
  }

  /**
   * Returns the state with the positions that are both in `found` and in a mask. Returns `dead` if none of these
   * positions can reach the end of a text.
   *
   * @param places the places of the nonzero words in `found`, ascending; only the first `count` entries are valid
   * @param offset the start of the mask in `masks`
   */
  add(
    found: Int32Array,
    places: Int32Array,
    count: number,
    masks: Int32Array,
    offset: number,
    isWord: number,
  ): number {
    const first = this.starts[this.count] as number
    if (first + 2 * count > this.pool.length) this.#growPool(first + 2 * count)
    const { pool } = this
    const living = this.#living
    let end = first
    let hash = isWord
    let alive = 0
    for (let index = 0; index < count; index++) {
      const place = places[index] as number
      const word = (found[place] as number) & (masks[offset + place] as number)
      if (word === 0) continue
      pool[end] = place
      pool[end + 1] = word
      end += 2
      alive |= word & (living[place] as number)
      hash = Math.imul(hash ^ word, 0x2c1b3c6d) + place
      hash ^= hash >>> 15
    }
    if (alive === 0) return dead
    const slots = this.#slots
    const last = slots.length - 1
    let slot = hash & last
    for (let known = slots[slot] as number; known !== 0; known = slots[slot] as number) {
      if (this.#hashes[known] === hash && this.#isWord[known] === isWord && this.#equals(known, first, end))
        return known
      slot = (slot + 1) & last
    }
    const number = this.count++
    slots[slot] = number
    this.#hashes[number] = hash
    this.#isWord[number] = isWord
    this.starts[number + 1] = end
    if (this.count === this.capacity) this.#grow()
    return number
  }

  wordAt(state: number, place: number): number {
    const { pool } = this
    let low = (this.starts[state] as number) >> 1
    let high = ((this.starts[state + 1] as number) >> 1) - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const own = pool[middle * 2] as number
      if (own === place) return pool[middle * 2 + 1] as number
      if (own < place) low = middle + 1
      else high = middle - 1
    }
    return 0
  }

  /** The number of stored words of a state. */
  lengthOf(state: number): number {
    return ((this.starts[state + 1] as number) - (this.starts[state] as number)) >> 1
  }

  has(state: number, position: number): boolean {
    return ((this.wordAt(state, position >> 5) >>> (position & 31)) & 1) === 1
  }

  /** True if the state contains one of the positions, which are given as bits. */
  meets(state: number, positions: Int32Array): boolean {
    const { pool } = this
    const end = this.starts[state + 1] as number
    for (let at = this.starts[state] as number; at < end; at += 2)
      if (((pool[at + 1] as number) & (positions[pool[at] as number] as number)) !== 0) return true
    return false
  }

  isWord(state: number): boolean {
    return this.#isWord[state] === 1
  }

  /** The positions of a state, ascending. */
  positionsOf(state: number): number[] {
    const positions: number[] = []
    const end = this.starts[state + 1] as number
    for (let at = this.starts[state] as number; at < end; at += 2) {
      const base = (this.pool[at] as number) * 32
      for (let rest = this.pool[at + 1] as number; rest !== 0; rest &= rest - 1)
        positions.push(base + lowestBit(rest))
    }
    return positions
  }

  #equals(state: number, first: number, end: number): boolean {
    const { pool } = this
    let at = this.starts[state] as number
    if ((this.starts[state + 1] as number) - at !== end - first) return false
    for (let other = first; other < end; other++, at++) if (pool[at] !== pool[other]) return false
    return true
  }

  #growPool(length: number): void {
    const pool = new Int32Array(Math.max(length, this.pool.length * 2))
    pool.set(this.pool)
    this.pool = pool
  }

  #grow(): void {
    const capacity = this.capacity * 2
    const [starts, hashes, isWord] = [this.starts, this.#hashes, this.#isWord]
    this.starts = new Int32Array(capacity + 1)
    this.starts.set(starts)
    this.#hashes = new Int32Array(capacity)
    this.#hashes.set(hashes)
    this.#isWord = new Uint8Array(capacity)
    this.#isWord.set(isWord)
    const slots = new Int32Array(capacity * 4)
    const last = slots.length - 1
    for (let state = initial + 1; state < this.count; state++) {
      let slot = (hashes[state] as number) & last
      while (slots[slot] !== 0) slot = (slot + 1) & last
      slots[slot] = state
    }
    this.#slots = slots
  }
}

/** The state from which no text is accepted. */
export const dead = 1
export const initial = 2

const firstCapacity = 16

/** The index of the lowest bit that is 1. The word must not be 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** Returns a bit for each position, in `width` words. */
export function bitsOf(positions: Iterable<number>, width: number): Int32Array {
  const bits = new Int32Array(width)
  for (const position of positions)
    bits[position >> 5] = (bits[position >> 5] as number) | (1 << (position & 31))
  return bits
}

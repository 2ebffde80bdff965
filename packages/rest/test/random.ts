/** The random generator mulberry32. Runs with the same seed return the same values. */
export class Random {
  readonly seed: number
  #state: number

  constructor(seed: number) {
    this.seed = seed
    this.#state = seed
  }

  integer(from: number, to: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return from + Math.floor(fraction * (to - from + 1))
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.integer(0, values.length - 1)] as Value
  }

  ids(from: number, to: number): string {
    return Array.from({ length: 6 }, () => `ids[]=${this.integer(from, to)}`).join('&')
  }
}

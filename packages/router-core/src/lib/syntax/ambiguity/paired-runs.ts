import { RefusedRegex } from './refused-regex.js'
import type { RunSearch } from './run-search.js'

/** Whether two runs on the same text can stand at these positions. */
export type Together = (position: number, other: number) => boolean

/**
 * Follows two runs that read the same text inside one loop. When they part and meet again, the text between leads in
 * two ways from one position of the loop to another, and some text leads back: the runs double with every turn.
 * @throws RefusedRegex
 */
export function refuseExponentialLoop(search: RunSearch): void {
  const { follow, next, loops, loopOffsets, overlap, spend } = search
  const pairs = new PairsToVisit(next.length)
  for (const [position, loop] of loops.entries()) if (loop !== -1) pairs.add(position, position)

  for (const [left, right] of pairs.untilEmpty()) {
    const loop = loops[left] ?? -1
    for (const [index, nextLeft] of (next[left] ?? []).entries()) {
      if (loops[nextLeft] !== loop) continue
      for (const nextRight of unordered(next[right], left === right ? index : 0)) {
        spend(1)
        if (loops[nextRight] !== loop || !overlap(nextLeft, nextRight)) continue
        const meet = nextLeft === nextRight
        if (meet && (left !== right || (follow[left]?.get(nextLeft) ?? 0) > 1)) {
          throw new RefusedRegex(
            'This repetition can read the same text in more than one way, so it can backtrack exponentially',
            loopOffsets[loop] ?? 0,
            'Let every turn begin with a character that the turn before cannot go on with: [a-z]+(?:-[a-z]+)*',
          )
        }
        pairs.add(nextLeft, nextRight)
      }
    }
  }
}

/** Follows two runs that read the same text from the start. `never`: every text has one run at most. */
export function positionsTogether({ follow, next, overlap, spend }: RunSearch): Together | 'never' {
  const pairs = new PairsToVisit(next.length)
  pairs.add(0, 0)
  let never = true
  for (const [left, right] of pairs.untilEmpty()) {
    for (const [index, nextLeft] of (next[left] ?? []).entries()) {
      for (const nextRight of unordered(next[right], left === right ? index : 0)) {
        spend(1)
        if (!overlap(nextLeft, nextRight)) continue
        if (nextLeft !== nextRight || (follow[left]?.get(nextLeft) ?? 0) > 1) never = false
        pairs.add(nextLeft, nextRight)
      }
    }
  }
  return never ? 'never' : (position, other) => pairs.has(position, other)
}

/** Two runs that stand at one position need every two of its next positions once, not in both orders. */
function unordered(next: readonly number[] | undefined, from: number): readonly number[] {
  return next?.slice(from) ?? []
}

/** Unordered pairs, each visited once. */
class PairsToVisit {
  readonly #size: number
  readonly #seen: Uint8Array
  readonly #pending: number[] = []

  constructor(size: number) {
    this.#size = size
    this.#seen = new Uint8Array(size * size)
  }

  add(left: number, right: number): void {
    const key = this.#key(left, right)
    if (this.#seen[key] === 1) return
    this.#seen[key] = 1
    this.#pending.push(key)
  }

  has(left: number, right: number): boolean {
    return this.#seen[this.#key(left, right)] === 1
  }

  *untilEmpty(): Generator<readonly [left: number, right: number]> {
    for (let key = this.#pending.pop(); key !== undefined; key = this.#pending.pop()) {
      yield [Math.floor(key / this.#size), key % this.#size]
    }
  }

  #key(left: number, right: number): number {
    return left < right ? left * this.#size + right : right * this.#size + left
  }
}

import { maxCodePoint, type CodePointRanges } from './code-point-ranges.js'
import { getOrInsert } from './get-or-insert.js'

/** The character classes of an automaton. Code points share a class if no position distinguishes them. */
export class CharacterClasses {
  readonly count: number
  /** The class of each code point below 128. */
  readonly ascii: Uint16Array
  /** The code points at which the class changes, ascending from 0. */
  readonly starts: Int32Array
  readonly #classes: Uint16Array

  constructor(sets: readonly CodePointRanges[]) {
    const edges = new Map<number, number[]>([[0, []]])
    for (const [set, ranges] of sets.entries()) {
      for (const [first, last] of ranges) {
        getOrInsert(edges, first, () => []).push(set)
        if (last < maxCodePoint) getOrInsert(edges, last + 1, () => []).push(set)
      }
    }
    const starts = [...edges.keys()].toSorted((left, right) => left - right)
    const numbers = new Map<string, number>()
    const inside = new Set<number>()
    const classes = starts.map((start) => {
      for (const set of edges.get(start) ?? []) {
        if (!inside.delete(set)) inside.add(set)
      }
      const key = [...inside].toSorted((left, right) => left - right).join()
      return getOrInsert(numbers, key, () => numbers.size)
    })
    this.count = numbers.size
    this.starts = Int32Array.from(starts)
    this.#classes = Uint16Array.from(classes)
    this.ascii = Uint16Array.from({ length: 128 }, (_, codePoint) => this.of(codePoint))
  }

  ranges(): readonly CodePointRanges[] {
    const ranges: [number, number][][] = Array.from({ length: this.count }, () => [])
    for (const [index, start] of this.starts.entries())
      ranges[this.#classes[index] ?? 0]?.push([start, (this.starts[index + 1] ?? maxCodePoint + 1) - 1])
    return ranges
  }

  of(codePoint: number): number {
    const { starts } = this
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= codePoint) low = middle
      else high = middle - 1
    }
    return this.#classes[low] as number
  }
}

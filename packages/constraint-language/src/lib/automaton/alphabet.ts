import { CharacterClasses } from '../character-classes.js'
import { contains, type CodePointRanges } from '../code-point-ranges.js'
import { refusedConstraint } from '../constraint-exception.js'
import { getOrInsert } from '../get-or-insert.js'
import type { PositionGraph } from '../position-graph.js'
import { bitsOf } from './state-sets.js'

/** The character classes that a graph distinguishes, and the positions that read each class. */
export class Alphabet {
  readonly classes: CharacterClasses
  /** True if some guard is `\b` or `\B`. */
  readonly asksWord: boolean
  /** For each class: 1 if `\w` contains its characters. Filled only if `asksWord` is true. */
  readonly isWord: Uint8Array
  /** For each class: one bit for each position that reads this class, in 32-bit words. */
  readonly readers: Int32Array

  /** @param width the number of 32-bit words that hold one bit for each position */
  constructor({ guards, ranges, wordCharacters }: PositionGraph, width: number) {
    const positionsBySet = new Map<string, { readonly set: CodePointRanges; readonly positions: number[] }>()
    for (const [position, set] of ranges.entries()) {
      const known = getOrInsert(positionsBySet, set.join(), () => ({ set, positions: [] as number[] }))
      known.positions.push(position)
    }
    this.asksWord = guards.some(({ type }) => type === 'word')
    const sets = [...positionsBySet.values()].map(({ set }) => set)
    this.classes = new CharacterClasses(this.asksWord ? [...sets, wordCharacters] : sets)
    if (width * (this.classes.count + guards.length) > maxWords)
      throw refusedConstraint('The regular expression is too large', 0)
    this.isWord = new Uint8Array(this.classes.count)
    if (this.asksWord) for (const own of this.#classesOf(wordCharacters)) this.isWord[own] = 1
    this.readers = new Int32Array(this.classes.count * width)
    for (const { set, positions } of positionsBySet.values()) {
      const bits = bitsOf(positions, width)
      for (const own of this.#classesOf(set)) {
        for (let place = 0, at = own * width; place < width; place++, at++)
          this.readers[at] = (this.readers[at] as number) | (bits[place] as number)
      }
    }
  }

  classOf(codePoint: number): number {
    return codePoint < 128 ? (this.classes.ascii[codePoint] as number) : this.classes.of(codePoint)
  }

  #classesOf(ranges: CodePointRanges): ReadonlySet<number> {
    const starts = this.classes.starts.filter((start) => contains(ranges, start))
    return new Set(Array.from(starts, (start) => this.classes.of(start)))
  }
}

/** Eight megabytes, counted in 32-bit words. */
const maxWords = 1 << 21

import type { CharacterClasses } from '../character-classes.js'
import { dead as deadState, initial as initialState } from './state-sets.js'

/** Tests whether a part of a text is accepted as a whole. */
export interface TextTest {
  /** The 32-bit words that were read so far to compute new states. Table accesses do not count. */
  readonly work: number
  accepts(text: string, start: number, end: number): boolean
}

/** A complete automaton's table without the positions: 1 kB instead of 13, because there may be 10,000 constraints. */
export class CompleteTest implements TextTest {
  readonly work = 0
  readonly #classes: CharacterClasses
  readonly #isUnicode: boolean
  /** For each state and character class: the next state. */
  readonly #table: Uint16Array
  readonly #accepting: Uint8Array

  constructor(classes: CharacterClasses, isUnicode: boolean, table: Uint16Array, accepting: Uint8Array) {
    this.#classes = classes
    this.#isUnicode = isUnicode
    this.#table = table
    this.#accepting = accepting
  }

  accepts(text: string, start: number, end: number): boolean {
    const { ascii, count } = this.#classes
    const table = this.#table
    let state = initial
    for (let at = end - 1; at >= start; at--) {
      const unit = charCodeAt.call(text, at)
      let characterClass: number
      if (unit < 128) characterClass = ascii[unit] as number
      else {
        const codePoint = this.#isUnicode && at > start ? text.codePointAt(at - 1) : undefined
        if (codePoint !== undefined && codePoint > 0xffff) {
          at--
          characterClass = this.#classes.of(codePoint)
        } else characterClass = this.#classes.of(unit)
      }
      state = table[state * count + characterClass] as number
      if (state === dead) return false
    }
    return this.#accepting[state] === 1
  }
}

// Local for speed, as in automaton.ts.
const dead = deadState
const initial = initialState
// oxlint-disable-next-line typescript/unbound-method -- every call passes the text as `this`
const { charCodeAt } = String.prototype

import type { CharacterClasses } from '../character-classes.js'
import { dead as deadState, initial as initialState } from './state-sets.js'

/** Tells whether a part of a text is accepted, from its first character to its last. */
export interface TextTest {
  /** The number of words of sets that were read to compute steps. */
  readonly work: number
  accepts(text: string, start: number, end: number): boolean
}

/**
 * The table of an automaton with all states computed, without their positions. It only tests texts. It takes 1 kB
 * instead of 13, which matters if ten thousand lines have constraints. The tests compare it with the automaton.
 */
export class CompleteTest implements TextTest {
  readonly work = 0
  readonly #classes: CharacterClasses
  readonly #isUnicode: boolean
  /** For each state and class of characters: the next state. */
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

// As in automaton.ts.
const dead = deadState
const initial = initialState
// oxlint-disable-next-line typescript/unbound-method -- it is given its text with every call
const { charCodeAt } = String.prototype

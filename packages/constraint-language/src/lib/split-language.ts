import { accepted } from './position-graph.js'
import type { Automaton } from './automaton/automaton.js'
import { CharacterClasses } from './character-classes.js'
import { getOrInsert } from './get-or-insert.js'
import type { TextLanguage } from './text-language.js'

/**
 * The texts that an automaton accepts, and whose pieces belong to given languages. Only the automaton's first split of
 * a text counts. If a language refuses a piece of this split, the text is not accepted. For example, `.+`, `-` and `.+`
 * do not accept `a-a-b` if no piece may be `b`.
 *
 * A state is the automaton's state, and a language state for each of its positions: the state that the language of the
 * position's piece reaches on the first way from this position. Positions whose way has a refused piece are left out.
 */
export class SplitLanguage implements TextLanguage {
  readonly classes: CharacterClasses
  readonly initial: number
  readonly #automaton: Automaton
  readonly #languages: readonly (TextLanguage | undefined)[]
  readonly #width: number
  readonly #states: SplitState[] = []
  readonly #numbers = new Map<string, number>()
  readonly #steps = new Map<number, number>()

  /** @param languages the language of each piece; undefined for any text */
  constructor(automaton: Automaton, languages: readonly (TextLanguage | undefined)[]) {
    this.#automaton = automaton
    this.#languages = languages
    const own = languages.flatMap((language) => (language === undefined ? [] : language.classes.ranges()))
    this.classes = new CharacterClasses([...automaton.classes.ranges(), ...own])
    this.#width = this.classes.count
    this.#add({ base: automaton.initial, onward: new Map() }, true)
    this.initial = this.#add({ base: automaton.initial, onward: new Map() })
  }

  step(state: number, codePoint: number): number {
    const key = state * this.#width + this.classes.of(codePoint)
    return getOrInsert(this.#steps, key, () => this.#explore(state, codePoint))
  }

  isAccepting(number: number): boolean {
    if (number === dead) return false
    const state = this.#states[number] as SplitState
    if (!this.#automaton.isAccepting(state.base)) return false
    if (number === this.initial) return this.#areEmptyPieces(0, this.#languages.length)
    const start = this.#automaton.firstPosition(state.base)
    return this.#endsWell(state, start, -1)
  }

  isDead(state: number): boolean {
    return state === dead
  }

  #explore(number: number, codePoint: number): number {
    if (number === dead) return dead
    const state = this.#states[number] as SplitState
    const base = this.#automaton.step(state.base, codePoint)
    if (this.#automaton.isDead(base)) return dead
    const onward = new Map<number, number>()
    for (const position of this.#automaton.positionsOf(base)) {
      const piece = this.#automaton.pieceOf(position)
      // Positions of look-ahead are in no piece.
      if (piece < 0) continue
      const next = this.#automaton.positionBehind(position, state.base, codePoint)
      const isSamePiece = next >= 0 && this.#automaton.pieceOf(next) === piece
      if (!isSamePiece && !this.#endsWell(state, next, piece)) continue
      const language = this.#languages[piece]
      const behind = isSamePiece ? state.onward.get(next) : (language?.initial ?? any)
      if (behind === undefined) continue
      const own = language?.step(behind, codePoint) ?? any
      if (language?.isDead(own) !== true) onward.set(position, own)
    }
    return onward.size === 0 ? dead : this.#add({ base, onward })
  }

  /** True if the piece at `next` accepts the text after `piece`. All pieces between them must accept an empty text. */
  #endsWell({ onward }: SplitState, next: number, piece: number): boolean {
    if (next === accepted) return this.#areEmptyPieces(piece + 1, this.#languages.length)
    const own = this.#automaton.pieceOf(next)
    const state = onward.get(next)
    if (state === undefined || this.#languages[own]?.isAccepting(state) === false) return false
    return this.#areEmptyPieces(piece + 1, own)
  }

  #areEmptyPieces(from: number, to: number): boolean {
    return this.#languages
      .slice(from, to)
      .every((language) => language === undefined || language.isAccepting(language.initial))
  }

  #add(state: SplitState, isDead = false): number {
    const key = isDead ? '' : `${state.base}:${[...state.onward].join(';')}`
    return getOrInsert(this.#numbers, key, () => this.#states.push(state) - 1)
  }
}

interface SplitState {
  readonly base: number
  /** Language states by position; `any` if the position's piece has no language. */
  readonly onward: ReadonlyMap<number, number>
}

const dead = 0
const any = 0

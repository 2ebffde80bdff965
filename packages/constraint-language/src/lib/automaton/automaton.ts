import type { CharacterClasses } from '../character-classes.js'
import type { PositionGraph } from '../position-graph.js'
import type { TextLanguage } from '../text-language.js'
import { Alphabet } from './alphabet.js'
import { FirstEdges } from './first-edges.js'
import { entranceOf, Guards, type Entrance } from './guards.js'
import { Predecessors } from './predecessors.js'
import { CompleteTest, type TextTest } from './complete-test.js'
import { bitsOf, dead as deadState, initial as initialState, StateSets } from './state-sets.js'

/**
 * Runs a position graph from the last character of a text to the first.
 *
 *   [a-z]+-[0-9]+     positions  2 [a-z]   1 -   0 [0-9]
 *
 *   state       the positions from which the text that follows can be read  "x-42" backwards:
 *   transition  (state, class of the character before it) -> state           {} -2-> {0} -4-> {0} - -> {1} -x-> {2}
 *
 * A state already describes the whole text that follows, so look-ahead, `$` and `\b` can be checked at once. States are
 * created when a text first needs them, and kept in a table of states × character classes. Without new states, each
 * character takes one table access.
 *
 * `split` then goes forward through these states. At each place it takes the first edge to a position of the state. The
 * edges have the order of a backtracking engine, so `split` finds the same pieces, and it never turns back.
 */
export class Automaton implements TextLanguage, TextTest {
  readonly classes: CharacterClasses
  readonly initial: number = initial
  readonly #graph: PositionGraph
  readonly #isUnicode: boolean
  readonly #maxStates: number
  readonly #words: number
  readonly #sets: StateSets
  readonly #guards: Guards
  readonly #predecessors: Predecessors
  readonly #start: Entrance
  readonly #alphabet: Alphabet
  readonly #width: number
  #table: Int32Array
  /** For each state: 1 if the text that leads to this state is accepted. */
  #accepting: Uint8Array
  #isComplete = false
  #work = 0
  #firstEdges: FirstEdges | undefined
  /** Caches `positionBehind` for each state and position, plus 2. 0 is unknown. Empty if nothing is cached. */
  #nexts = new Int32Array(0)
  /** The state before each UTF-16 unit of the last text. */
  #tracedStates = new Int32Array(0)

  /** @throws ConstraintException for a graph that is too large */
  constructor(graph: PositionGraph, { isUnicode, maxLength }: AutomatonOptions) {
    this.#graph = graph
    this.#isUnicode = isUnicode
    this.#words = (graph.ranges.length + 31) >> 5
    this.#alphabet = new Alphabet(graph, this.#words)
    this.classes = this.#alphabet.classes
    this.#width = this.classes.count
    this.#maxStates = Math.max(2 * maxLength, Math.min(4096, Math.floor(maxCells / this.#width)))
    const living = [...graph.pieces.keys()].filter((position) => graph.pieces[position] !== -1)
    this.#sets = new StateSets(bitsOf(living, this.#words))
    this.#guards = new Guards(graph, this.#sets, this.#words)
    this.#predecessors = new Predecessors(graph, this.#guards, this.#sets)
    this.#start = entranceOf(graph.start, this.#words)
    this.#table = new Int32Array(this.#sets.capacity * this.#width)
    this.#accepting = new Uint8Array(this.#sets.capacity)
    this.#reset()
  }

  get work(): number {
    return this.#work + this.#predecessors.work + this.#guards.work
  }

  /** The greatest `work` for one character. */
  get size(): number {
    const atStart = this.#words + this.#start.guarded.length
    const guards = this.#guards.sizeOf(this.#words) * (this.#predecessors.asksGuards ? 2 : 1)
    return this.#predecessors.size + this.#words + workOfState + atStart + guards
  }

  accepts(text: string, start: number = 0, end: number = text.length): boolean {
    this.#makeRoom(end - start)
    return this.#trace(text, start, end)
  }

  /** Returns where each piece begins, and the text's length: `[0, 3, 4, 7]`. Undefined if the text is not accepted. */
  split(text: string, pieces: number): number[] | undefined {
    const { length } = text
    this.#makeRoom(length)
    if (!this.#trace(text, 0, length)) return undefined
    const trace = this.#tracedStates
    const starts: number[] = []
    for (let piece = 0; piece <= pieces; piece++) starts.push(length)
    if (length === 0) return starts
    this.#keepNexts()
    let to = this.firstPosition(trace[0] as number)
    let piece = this.#graph.pieces[to] as number
    for (let before = 0; before <= piece; before++) starts[before] = 0
    for (let at = 1; at < length && piece < pieces - 1; at++) {
      const state = trace[at] as number
      if (state === insideCharacter) continue
      to = this.#next(to, state, text, at)
      const own = this.#graph.pieces[to] as number
      while (piece < own) starts[++piece] = at
    }
    return starts
  }

  /** Reads from `end` back to `start`, and stores the state before each character. False if not accepted. */
  #trace(text: string, start: number, end: number): boolean {
    const length = end - start
    if (this.#tracedStates.length < length) this.#tracedStates = new Int32Array(Math.max(64, length * 2))
    const trace = this.#tracedStates
    const { ascii } = this.classes
    const width = this.#width
    let state = initial
    for (let at = end - 1; at >= start; at--) {
      const unit = charCodeAt.call(text, at)
      let characterClass: number
      if (unit < 128) characterClass = ascii[unit] as number
      else if (this.#isUnicode && isLowSurrogate(unit) && at > start && isHighSurrogate(text, at - 1)) {
        trace[at - start] = insideCharacter
        at--
        characterClass = this.classes.of(text.codePointAt(at) ?? unit)
      } else characterClass = this.classes.of(unit)
      const next = this.#table[state * width + characterClass] as number
      state = next === unknown ? this.#explore(state, characterClass) : next
      if (state === dead) return false
      trace[at - start] = state
    }
    return this.#accepting[state] === 1
  }

  /** `positionBehind`, from the cache if the expression has no guards. */
  #next(position: number, state: number, text: string, at: number): number {
    const nexts = this.#nexts
    const place = state * this.#graph.ranges.length + position
    const known = nexts.length === 0 ? unknown : (nexts[place] as number)
    if (known !== unknown) return known - 2
    const next = this.positionBehind(position, state, charCodeAt.call(text, at - 1))
    if (nexts.length > 0) nexts[place] = next + 2
    return next
  }

  #keepNexts(): void {
    const length = this.#sets.capacity * this.#graph.ranges.length
    if (length === this.#nexts.length || this.looksAround) return
    const nexts = new Int32Array(length > maxKeptNexts ? 0 : length)
    if (nexts.length > 0) nexts.set(this.#nexts)
    this.#nexts = nexts
  }

  /** True for look-ahead, `\b` or anchors. The match of a piece then also depends on the pieces beside it. */
  get looksAround(): boolean {
    return this.#graph.guards.length > 0
  }

  /** Never clears the table, so states stay valid between calls. */
  step(state: number, codePoint: number): number {
    const characterClass = this.#alphabet.classOf(codePoint)
    const next = this.#table[state * this.#width + characterClass] as number
    return next === unknown ? this.#explore(state, characterClass) : next
  }

  isAccepting(state: number): boolean {
    return this.#accepting[state] === 1
  }

  isDead(state: number): boolean {
    return state === dead
  }

  /** Computes all states in advance. False if this takes too many states or too much work. */
  complete(maxStates: number, maxWork: number): boolean {
    const until = this.work + maxWork
    for (let state = initial; state < this.#sets.count; state++) {
      for (const isWord of this.#alphabet.asksWord ? [0, 1] : [0]) {
        this.#predecessors.gather(state, isWord === 1)
        for (let characterClass = 0; characterClass < this.#width; characterClass++) {
          if (this.#alphabet.isWord[characterClass] !== isWord) continue
          const next = this.#select(characterClass)
          this.#table[state * this.#width + characterClass] = next
        }
      }
      if (this.#sets.count > maxStates || this.work > until) return false
    }
    this.#isComplete = true
    return true
  }

  /** A smaller object that only tests texts, or the automaton itself if not all states are computed. */
  get test(): TextTest {
    if (!this.#isComplete) return this
    const { count } = this.#sets
    const table = Uint16Array.from(this.#table.subarray(0, count * this.#width))
    return new CompleteTest(this.classes, this.#isUnicode, table, this.#accepting.slice(0, count))
  }

  positionsOf(state: number): readonly number[] {
    return this.#sets.positionsOf(state)
  }

  /** The piece of a position; -1 within look-ahead. */
  pieceOf(position: number): number {
    return this.#graph.pieces[position] as number
  }

  /** The position that reads the first character of a text. `state` is the accepting state before the text. */
  firstPosition(state: number): number {
    this.#guards.moveTo(state, false, true)
    return this.#edges.find(this.#graph.ranges.length, state)
  }

  /** The position after `position` has read `codePoint`, or `accepted` at the end of the text. */
  positionBehind(position: number, state: number, codePoint: number): number {
    const isWord = this.#alphabet.isWord[this.#alphabet.classOf(codePoint)] === 1
    this.#guards.moveTo(state, isWord, false)
    return this.#edges.find(position, state)
  }

  /** The most words that `split` reads to find the position after this position. */
  edgesAt(position: number): number {
    return this.#edges.countAt(position)
  }

  get #edges(): FirstEdges {
    return (this.#firstEdges ??= new FirstEdges(this.#graph, this.#guards, this.#sets))
  }

  /** Clears the table if the text may need more states than fit, so hostile texts cannot fill the memory. */
  #makeRoom(length: number): void {
    if (this.#isComplete) return
    const { count } = this.#sets
    if (count + length + 1 > this.#maxStates && count > this.#maxStates / 2) this.#reset()
  }

  #reset(): void {
    this.#table.fill(unknown, 0, this.#sets.count * this.#width)
    this.#table.fill(dead, dead * this.#width, (dead + 1) * this.#width)
    this.#nexts.fill(unknown)
    this.#sets.clear()
    this.#accepting[initial] = this.#isAccepted(initial)
  }

  #explore(state: number, characterClass: number): number {
    this.#predecessors.gather(state, this.#alphabet.isWord[characterClass] === 1)
    const next = this.#select(characterClass)
    return (this.#table[state * this.#width + characterClass] = next)
  }

  /** The state with the gathered positions that read a class. */
  #select(characterClass: number): number {
    const { found, places, count } = this.#predecessors
    const { readers, isWord } = this.#alphabet
    const sets = this.#sets
    const number = sets.count
    const offset = characterClass * this.#words
    const next = sets.add(found, places, count, readers, offset, isWord[characterClass] as number)
    this.#work += count
    if (next !== number) return next
    this.#work += workOfState
    if (sets.capacity > this.#accepting.length) this.#grow()
    this.#accepting[next] = this.#isAccepted(next)
    return next
  }

  #grow(): void {
    const accepting = new Uint8Array(this.#sets.capacity)
    accepting.set(this.#accepting)
    this.#accepting = accepting
    const table = new Int32Array(accepting.length * this.#width)
    table.set(this.#table)
    this.#table = table
  }

  #isAccepted(state: number): 0 | 1 {
    this.#guards.moveTo(state, false, true)
    return this.#guards.isOpen(this.#start) ? 1 : 0
  }
}

interface AutomatonOptions {
  /** True to read code points (flag `u`), false to read UTF-16 units. */
  readonly isUnicode: boolean
  /** The greatest length of a text, which bounds the table. Infinity means no bound. */
  readonly maxLength: number
}

// V8 reads constants of the same file faster than imported constants.
const dead = deadState
const initial = initialState
const unknown = 0
/** Replaces the state between the two halves of a surrogate pair. */
const insideCharacter = -1
const maxKeptNexts = 1 << 18
/** Table cells, one megabyte in all. A single long text may need more. */
const maxCells = 1 << 18
/** The work of adding a state, in words, before V8 compiles the code. */
const workOfState = 80

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = charCodeAt.call(text, at)
  return unit >= 0xd800 && unit <= 0xdbff
}

// `text.charCodeAt(at)` becomes many times slower once any class extends String.
// oxlint-disable-next-line typescript/unbound-method -- every call passes the text as `this`
const { charCodeAt } = String.prototype

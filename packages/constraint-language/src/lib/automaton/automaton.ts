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
 * A position graph, run from the last character of a text to the first.
 *
 *   [a-z]+-[0-9]+     positions  2 [a-z]   1 -   0 [0-9]
 *
 *   state       the positions from which the rest of the text can be read    "x-42" backwards:
 *   transition  (state, class of the character before it) -> state           {} -2-> {0} -4-> {0} - -> {1} -x-> {2}
 *
 * Read from the end, the state before a character tells everything that follows it, so look-ahead, `$` and `\b` are
 * known where they are needed, and no state has to guess. States are made when a text first needs them, and kept in
 * a table of states × character classes: a text that needs nothing new costs one look into the table per character.
 *
 * `split` walks forward through the same states: at each place it takes the first edge, in the order of a backtracking
 * engine, to a position of the state there. So it finds the same pieces as that engine, and never turns back.
 */
export class Automaton implements TextLanguage, TextTest {
  readonly classes: CharacterClasses
  /** The state at the end of a text. */
  readonly initial: number = initial
  readonly #graph: PositionGraph
  readonly #isUnicode: boolean
  /** How many states the table keeps before it starts anew. */
  readonly #maxStates: number
  /** How many words a set of positions has at most. */
  readonly #words: number
  readonly #sets: StateSets
  readonly #guards: Guards
  readonly #predecessors: Predecessors
  readonly #start: Entrance
  readonly #alphabet: Alphabet
  readonly #width: number
  #table: Int32Array
  /** By state: 1 when the text that has been read from the end is accepted. */
  #accepting: Uint8Array
  #isComplete = false
  #work = 0
  #firstEdges: FirstEdges | undefined
  /** By state and position: the position that reads on, plus 2; 0 where it is not known. Empty where none are kept. */
  #nexts = new Int32Array(0)
  /** The state before each UTF-16 unit of the text that is being split. */
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

  /** How many words of sets have been looked at to compute steps. A look into the table counts nothing. */
  get work(): number {
    return this.#work + this.#predecessors.work + this.#guards.work
  }

  /** How much work a character makes at most. */
  get size(): number {
    const atStart = this.#words + this.#start.guarded.length
    const guards = this.#guards.sizeOf(this.#words) * (this.#predecessors.asksGuards ? 2 : 1)
    return this.#predecessors.size + this.#words + workOfState + atStart + guards
  }

  /** True if the text from `start` to `end` is accepted. */
  accepts(text: string, start: number = 0, end: number = text.length): boolean {
    this.#makeRoom(end - start)
    const { ascii } = this.classes
    const width = this.#width
    let state = initial
    for (let at = end - 1; at >= start; at--) {
      const unit = charCodeAt.call(text, at)
      let characterClass: number
      if (unit < 128) characterClass = ascii[unit] as number
      else if (this.#isUnicode && isLowSurrogate(unit) && at > start && isHighSurrogate(text, at - 1)) {
        at--
        characterClass = this.classes.of(text.codePointAt(at) ?? unit)
      } else characterClass = this.classes.of(unit)
      const next = this.#table[state * width + characterClass] as number
      state = next === unknown ? this.#explore(state, characterClass) : next
      if (state === dead) return false
    }
    return this.#accepting[state] === 1
  }

  /**
   * Where the pieces of a text start, and the text's end: `[0, 3, 4, 7]` for three pieces; undefined for a text that is
   * not accepted. The pieces are those that a backtracking engine finds.
   */
  split(text: string, pieces: number): number[] | undefined {
    const { length } = text
    this.#makeRoom(length)
    if (!this.#trace(text)) return undefined
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

  /** Reads a text from its end, and keeps the state before each character; false when it is not accepted. */
  #trace(text: string): boolean {
    const { length } = text
    if (this.#tracedStates.length < length) this.#tracedStates = new Int32Array(Math.max(64, length * 2))
    const trace = this.#tracedStates
    const { ascii } = this.classes
    const width = this.#width
    let state = initial
    for (let at = length - 1; at >= 0; at--) {
      const unit = charCodeAt.call(text, at)
      let characterClass: number
      if (unit < 128) characterClass = ascii[unit] as number
      else if (this.#isUnicode && isLowSurrogate(unit) && at > 0 && isHighSurrogate(text, at - 1)) {
        trace[at] = insideCharacter
        at--
        characterClass = this.classes.of(text.codePointAt(at) ?? unit)
      } else characterClass = this.classes.of(unit)
      const next = this.#table[state * width + characterClass] as number
      state = next === unknown ? this.#explore(state, characterClass) : next
      if (state === dead) return false
      trace[at] = state
    }
    return this.#accepting[state] === 1
  }

  /** The position that reads on behind another one. Without guards it depends on the state only, and is kept. */
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

  /** It has look-ahead, `\b` or anchors: among other pieces an expression sees what is beside it. */
  get looksAround(): boolean {
    return this.#graph.guards.length > 0
  }

  /** The state before a character, from the one behind it. Language operations call it; nothing is ever forgotten. */
  step(state: number, codePoint: number): number {
    const characterClass = this.#alphabet.classOf(codePoint)
    const next = this.#table[state * this.#width + characterClass] as number
    return next === unknown ? this.#explore(state, characterClass) : next
  }

  isAccepting(state: number): boolean {
    return this.#accepting[state] === 1
  }

  /** From this state no text is accepted, with any text put in front. */
  isDead(state: number): boolean {
    return state === dead
  }

  /** Computes states, so that no text has to; false when more remain than may be, or need more work. */
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

  /** The least that `accepts` needs; the automaton itself while states are missing. */
  get test(): TextTest {
    if (!this.#isComplete) return this
    const { count } = this.#sets
    const table = Uint16Array.from(this.#table.subarray(0, count * this.#width))
    return new CompleteTest(this.classes, this.#isUnicode, table, this.#accepting.slice(0, count))
  }

  /** The positions from which the text behind a state can be read, ascending. */
  positionsOf(state: number): readonly number[] {
    return this.#sets.positionsOf(state)
  }

  /** The piece that a position belongs to; -1 within look-ahead. */
  pieceOf(position: number): number {
    return this.#graph.pieces[position] as number
  }

  /** The position at which the first way to read a text starts, from the state in front of it, which accepts. */
  firstPosition(state: number): number {
    this.#guards.moveTo(state, false, true)
    return this.#edges.find(this.#graph.ranges.length, state)
  }

  /** The position that reads on behind one that has read a character, or `accepted`. */
  positionBehind(position: number, state: number, codePoint: number): number {
    const isWord = this.#alphabet.isWord[this.#alphabet.classOf(codePoint)] === 1
    this.#guards.moveTo(state, isWord, false)
    return this.#edges.find(position, state)
  }

  /** How many words `split` looks at behind a position, at most. */
  edgesAt(position: number): number {
    return this.#edges.countAt(position)
  }

  get #edges(): FirstEdges {
    return (this.#firstEdges ??= new FirstEdges(this.#graph, this.#guards, this.#sets))
  }

  /** A hostile text cannot make the table grow for ever: it starts anew when a text might not find room. */
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

  /** The state of those positions, of all that have been gathered, that read a class. */
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
  /** Texts are read by code points, as with the flag `u`; else by UTF-16 units. */
  readonly isUnicode: boolean
  /** How long texts are. The table holds what the longest one needs, and is bounded; with Infinity it is not. */
  readonly maxLength: number
}

// Constants of this file are read faster than imported ones.
const dead = deadState
const initial = initialState
const unknown = 0
/** In the place of the state before the second half of a character. */
const insideCharacter = -1
const maxKeptNexts = 1 << 18
/** How many cells the table has, unless one text needs more: a megabyte. */
const maxCells = 1 << 18
/** Cost of keeping a new state, in words, before V8 compiles the code. */
const workOfState = 80

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = charCodeAt.call(text, at)
  return unit >= 0xd800 && unit <= 0xdbff
}

// `text.charCodeAt(at)` becomes many times slower once any class extends String.
// oxlint-disable-next-line typescript/unbound-method -- it is given its text with every call
const { charCodeAt } = String.prototype

import { CharacterClasses } from './character-classes.js'
import { contains, type CodePointRanges } from './code-point-ranges.js'
import { accepted, lookedAhead, type Edge, type PositionGraph } from './position-graph.js'
import type { TextLanguage } from './text-language.js'

/**
 * A position graph, run from the last character of a text to the first.
 *
 *   [a-z]+-[0-9]+     positions  0 [a-z]   1 -   2 [0-9]
 *
 *   state       the positions from which the rest of the text can be read    "x-42" backwards:
 *   transition  (state, class of the character before it) -> state           {} -2-> {2} -4-> {2} - -> {1} -x-> {0}
 *
 * Read from the end, the state before a character tells everything that follows it, so look-ahead, `$` and `\b` are
 * known where they are asked for, and no state has to guess. States are made when a text first needs them, and kept in
 * a table of states × character classes: a text that needs nothing new costs one look into the table per character.
 *
 * `split` walks forward through the same states: at each place it takes the first edge, in the order of a backtracking
 * engine, to a position of the state there. So it finds the same pieces as that engine, and never turns back.
 */
export class Automaton implements TextLanguage {
  readonly classes: CharacterClasses
  /** How many transitions have been computed, weighed by what they cost. A look into the table counts nothing. */
  work = 0
  readonly #graph: PositionGraph
  readonly #isUnicode: boolean
  readonly #maxStates: number
  readonly #sets: readonly PositionSet[]
  /** For each position, the edges that arrive there; behind them those to `lookedAhead` and to `accepted`. */
  readonly #arriving: readonly (readonly Arrival[])[]
  /** 1 for each position at which a text can start, in any surroundings. */
  readonly #isStart: Uint8Array
  /** The other edges of the start. */
  readonly #guardedStart: readonly Edge[]
  readonly #isWordClass: Uint8Array
  readonly #asksWord: boolean
  readonly #states: State[] = []
  readonly #numbers = new Map<string, number>()
  #table: Int32Array
  #width: number
  /** By state: 1 when the text that has been read from the end is accepted. */
  #accepting = new Uint8Array(16)
  /** By position: the next one by state. */
  readonly #nexts: (Int32Array | undefined)[] = []
  /** The state before each UTF-16 unit of the text that is being split. */
  #tracedStates = new Int32Array(64)
  /** By position, while a transition is computed. */
  readonly #isFound: Uint8Array

  constructor(graph: PositionGraph, { isUnicode, maxStates }: AutomatonOptions) {
    this.#graph = graph
    this.#isUnicode = isUnicode
    this.#maxStates = maxStates
    this.#asksWord = graph.guards.some(({ type }) => type === 'word')
    const distinct = [...new Map(graph.ranges.map((ranges) => [ranges.join(), ranges])).entries()]
    const sets = distinct.map(([, ranges]) => ranges)
    this.classes = new CharacterClasses(this.#asksWord ? [...sets, graph.wordCharacters] : sets)
    this.#width = this.classes.count
    this.#isWordClass = this.#membership(graph.wordCharacters)
    const setNumbers = new Map(distinct.map(([key], number) => [key, number]))
    const memberships = sets.map((ranges) => this.#membership(ranges))
    this.#sets = graph.ranges.map((ranges) => memberships[setNumbers.get(ranges.join()) ?? 0] as PositionSet)
    this.#arriving = reverse(graph)
    this.#isFound = new Uint8Array(graph.ranges.length)
    this.#isStart = new Uint8Array(graph.ranges.length)
    for (const edge of graph.start) if (isUnguarded(edge)) this.#isStart[edge.to] = 1
    this.#guardedStart = graph.start.filter((edge) => !isUnguarded(edge))
    this.#table = new Int32Array(16 * this.#width)
    this.#reset()
  }

  /** How many transitions there are: what the computation of one character's step costs at most. */
  get size(): number {
    return this.#arriving.reduce((total, arrivals) => total + arrivals.length, 0)
  }

  /** Whether the text from `start` to `end` is accepted. */
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
   * not accepted. Of all ways to read it, the one that a backtracking engine finds.
   */
  split(text: string, pieces: number): number[] | undefined {
    const { length } = text
    this.#makeRoom(length)
    if (!this.#trace(text)) return undefined
    const trace = this.#tracedStates
    const starts: number[] = []
    for (let piece = 0; piece <= pieces; piece++) starts.push(length)
    if (length === 0) return starts
    let to = this.#firstEdge(this.#graph.start, trace[0] as number, false, true)
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
    if (this.#tracedStates.length < length) this.#tracedStates = new Int32Array(length * 2)
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
    let kept = this.#nexts[position]
    const known = kept?.[state]
    if (known !== undefined && known !== unknown) return known
    const isWord = this.#isWordClass[this.classes.of(charCodeAt.call(text, at - 1))] === 1
    const next = this.#firstEdge(this.#graph.follow[position] ?? [], state, isWord, false)
    if (this.#graph.guards.length > 0 || this.#graph.ranges.length * this.#states.length > maxKeptNexts)
      return next
    if (known === undefined) {
      const grown = new Int32Array(this.#accepting.length).fill(unknown)
      if (kept !== undefined) grown.set(kept)
      this.#nexts[position] = kept = grown
    }
    ;(kept as Int32Array)[state] = next
    return next
  }

  /** It has look-ahead, `\b` or anchors: among other pieces an expression sees what stands beside it. */
  get looksAround(): boolean {
    return this.#graph.guards.length > 0
  }

  /** The state at the end of a text. */
  readonly initial: number = initial

  /** The state before a character, from the one behind it. Language operations call it; nothing is ever forgotten. */
  step(state: number, codePoint: number): number {
    const characterClass =
      codePoint < 128 ? (this.classes.ascii[codePoint] as number) : this.classes.of(codePoint)
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

  /**
   * Computes all states, so that no text has to. Undefined when there are more than `maxStates`, or when more than
   * `maxWork` is needed; else their number.
   */
  complete(maxStates: number, maxWork: number): number | undefined {
    const until = this.work + maxWork
    for (let state = 0; state < this.#states.length; state++) {
      const readable = this.#readableFrom(state)
      for (let characterClass = 0; characterClass < this.#width; characterClass++) {
        const place = state * this.#width + characterClass
        if (this.#table[place] !== unknown) continue
        if (readable[characterClass] === 1) this.#explore(state, characterClass)
        else this.#table[place] = dead
        if (this.#states.length > maxStates || this.work > until) {
          this.#reset()
          return undefined
        }
      }
    }
    return this.#states.length
  }

  /** The classes that some position in front of a state reads. Most positions read one of many. */
  #readableFrom(number: number): Uint8Array {
    const readable = new Uint8Array(this.#width)
    for (const arrivals of this.#arrivalsAt(this.#states[number] as State)) {
      this.work += arrivals.length
      for (const set of new Set(arrivals.map(({ from }) => this.#sets[from] as PositionSet)))
        for (let characterClass = 0; characterClass < this.#width; characterClass++)
          if (set[characterClass] === 1) readable[characterClass] = 1
    }
    return readable
  }

  /** The edges into a state. */
  #arrivalsAt({ members, isEnd }: State): (readonly Arrival[])[] {
    const { length } = this.#graph.ranges
    const arrivals = Array.from(members, (member) => this.#arriving[member] as readonly Arrival[])
    const whatever = this.#arriving[length] as readonly Arrival[]
    if (whatever.length > 0) arrivals.push(whatever)
    if (isEnd) arrivals.push(this.#arriving[length + 1] as readonly Arrival[])
    return arrivals
  }

  /** The positions from which the text behind a state can be read, ascending. */
  positionsOf(state: number): Iterable<number> {
    return (this.#states[state] as State).members
  }

  /** The piece that a position belongs to; -1 within look-ahead. */
  pieceOf(position: number): number {
    return this.#graph.pieces[position] as number
  }

  /** The position at which the first way to read a text starts, from the state in front of it, which accepts. */
  firstPosition(state: number): number {
    return this.#firstEdge(this.#graph.start, state, false, true)
  }

  /** The position that reads on behind one that has read a character, or `accepted`. */
  positionBehind(position: number, state: number, codePoint: number): number {
    const isWord = this.#isWordClass[this.classes.of(codePoint)] === 1
    return this.#firstEdge(this.#graph.follow[position] ?? [], state, isWord, false)
  }

  #membership(ranges: CodePointRanges): PositionSet {
    const members = new Uint8Array(this.classes.count)
    for (const start of this.classes.starts) {
      if (contains(ranges, start)) members[this.classes.of(start)] = 1
    }
    return members
  }

  /** A hostile text cannot make the table grow for ever: it starts anew when a text might not find room. */
  #makeRoom(length: number): void {
    if (this.#states.length + length + 1 > this.#maxStates && this.#states.length > this.#maxStates / 2)
      this.#reset()
  }

  #reset(): void {
    this.#states.length = 0
    this.#nexts.length = 0
    this.#numbers.clear()
    this.#table.fill(unknown)
    // The two that always are: nothing can be read, and the end of the text.
    this.#add({ members: noMembers, isEnd: false, isWord: false })
    this.#add({ members: noMembers, isEnd: true, isWord: false })
    this.#table.fill(dead, 0, this.#width)
  }

  #explore(number: number, characterClass: number): number {
    const state = this.#states[number] as State
    const isWord = this.#isWordClass[characterClass] === 1
    const found: number[] = []
    let isAlive = false
    for (const arrivals of this.#arrivalsAt(state)) {
      this.work += arrivals.length
      for (const { from, guards } of arrivals) {
        if ((this.#sets[from] as PositionSet)[characterClass] !== 1 || this.#isFound[from] === 1) continue
        if (guards.length > 0 && !this.#hold(guards, state, isWord, false)) continue
        this.#isFound[from] = 1
        isAlive ||= this.#graph.pieces[from] !== -1
        found.push(from)
      }
    }
    for (const member of found) this.#isFound[member] = 0
    this.work += found.length + 8
    // Positions of look-ahead alone lead to no end of the text.
    const next = isAlive
      ? this.#add({
          members: Uint16Array.from(found).toSorted(),
          isEnd: false,
          isWord: this.#asksWord && isWord,
        })
      : dead
    return (this.#table[number * this.#width + characterClass] = next)
  }

  #add(state: State): number {
    const key = `${state.isEnd ? 'e' : ''}${state.isWord ? 'w' : ''}:${textOf(state.members)}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#states.push(state) - 1
    this.#numbers.set(key, number)
    if (number >= this.#accepting.length) this.#grow()
    this.#accepting[number] = this.#isAccepted(state) ? 1 : 0
    return number
  }

  #grow(): void {
    const accepting = new Uint8Array(this.#accepting.length * 2)
    accepting.set(this.#accepting)
    this.#accepting = accepting
    const table = new Int32Array(accepting.length * this.#width).fill(unknown)
    table.set(this.#table)
    this.#table = table
  }

  #isAccepted(state: State): boolean {
    this.work += this.#guardedStart.length
    return (
      state.members.some((member) => this.#isStart[member] === 1) ||
      this.#guardedStart.some((edge) => this.#leads(edge, state, false, true))
    )
  }

  #firstEdge(edges: readonly Edge[], number: number, isWord: boolean, isStart: boolean): number {
    const state = this.#states[number] as State
    for (const edge of edges)
      if (edge.to >= accepted && this.#leads(edge, state, isWord, isStart)) return edge.to
    throw new TypeError('No position reads on, though the text is accepted')
  }

  /** Whether an edge leads into a state, at the place between a character, which may be of a word, and the next one. */
  #leads({ to, guards }: Edge, state: State, isWord: boolean, isStart: boolean): boolean {
    const isThere = to === accepted ? state.isEnd : to === lookedAhead || has(state.members, to)
    return isThere && (guards.length === 0 || this.#hold(guards, state, isWord, isStart))
  }

  #hold(guards: readonly number[], state: State, isWord: boolean, isStart: boolean): boolean {
    return guards.every((number) => {
      const guard = this.#graph.guards[number]
      switch (guard?.type) {
        case 'start':
          return isStart
        case 'end':
          return state.isEnd
        case 'word':
          return (isWord !== state.isWord) !== guard.negate
        case 'lookahead':
          this.work += guard.start.length
          return guard.start.some((edge) => this.#leads(edge, state, isWord, isStart)) !== guard.negate
        case undefined:
          return false
      }
    })
  }
}

export interface AutomatonOptions {
  /** Texts are read by code points, as with the flag `u`; else by UTF-16 units. */
  readonly isUnicode: boolean
  /** How many states the table keeps before it starts anew. */
  readonly maxStates: number
}

/** 1 by character class. */
type PositionSet = Uint8Array

interface State {
  /** The positions from which the text that has been read can be read, ascending. */
  readonly members: Uint16Array
  /** Nothing has been read. */
  readonly isEnd: boolean
  /** The character that has just been read is one of `\w`; false where no guard asks. */
  readonly isWord: boolean
}

interface Arrival {
  readonly from: number
  readonly guards: readonly number[]
}

const noMembers = new Uint16Array(0)

const unknown = -1
/** In the place of the state before the second half of a character. */
const insideCharacter = -1
const maxKeptNexts = 1 << 18
const dead = 0
const initial = 1

/** An edge to a position that asks for nothing. */
function isUnguarded({ to, guards }: Edge): boolean {
  return to >= 0 && guards.length === 0
}

function reverse({ follow }: PositionGraph): Arrival[][] {
  const arriving: Arrival[][] = Array.from({ length: follow.length + 2 }, () => [])
  for (const [from, edges] of follow.entries()) {
    for (const { to, guards } of edges) {
      const place = to === lookedAhead ? follow.length : to === accepted ? follow.length + 1 : to
      arriving[place]?.push({ from, guards })
    }
  }
  return arriving
}

function has(members: Uint16Array, position: number): boolean {
  let low = 0
  let high = members.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const member = members[middle] as number
    if (member === position) return true
    if (member < position) low = middle + 1
    else high = middle - 1
  }
  return false
}

function textOf(members: Uint16Array): string {
  let text = ''
  for (let start = 0; start < members.length; start += 4096)
    text += String.fromCharCode(...members.subarray(start, start + 4096))
  return text
}

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

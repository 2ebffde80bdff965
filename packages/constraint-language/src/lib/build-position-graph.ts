import type { AST } from '@eslint-community/regexpp'
import { rangesOf, wordCharacters, type CharacterNode } from './character-ranges.js'
import type { CodePointRanges } from './code-point-ranges.js'
import { refusedConstraint } from './constraint-exception.js'
import { getOrInsert } from './get-or-insert.js'
import type { Piece } from './piece.js'
import { accepted, lookedAhead, type Edge, type Guard, type PositionGraph } from './position-graph.js'
import { transitionsOf } from './text-language.js'

export interface GraphOptions {
  /** Replaces the characters that expressions, runs and languages read. */
  readonly widen?: ((ranges: CodePointRanges) => CodePointRanges) | undefined
}

/** @throws ConstraintException for an expression that is not regular, or too large */
export function buildPositionGraph(pieces: readonly Piece[], { widen }: GraphOptions = {}): PositionGraph {
  return new GraphBuilder(widen).build(pieces)
}

const nothing: ReadonlySet<number> = new Set()
const maxPositions = 20_000
const maxNodes = 100_000
const maxEdges = 200_000

/** A node of the intermediate graph. The finished graph has only positions. */
type Node =
  | { readonly type: 'read'; readonly position: number; readonly next: number }
  | { readonly type: 'choice'; readonly next: number[] }
  /** The end of a loop's body. `next` is the choice at the loop's start. */
  | { readonly type: 'turn'; readonly next: number }
  | { readonly type: 'guard'; readonly guard: number; readonly next: number }
  | { readonly type: 'end'; readonly to: typeof accepted | typeof lookedAhead }

class GraphBuilder {
  readonly #widen: (ranges: CodePointRanges) => CodePointRanges
  readonly #nodes: Node[] = []
  readonly #ranges: CodePointRanges[] = []
  readonly #pieces: number[] = []
  readonly #loops: number[] = []
  readonly #loopOffsets: number[] = []
  /** The node after each position. */
  readonly #behind: number[] = []
  readonly #guards: (Exclude<Guard, { type: 'lookahead' }> | LookAhead)[] = []
  readonly #rangesByRaw = new Map<string, CodePointRanges>()
  #piece = 0
  #loop = -1
  #edges = 0

  constructor(widen: ((ranges: CodePointRanges) => CodePointRanges) | undefined) {
    this.#widen = widen ?? ((ranges) => ranges)
  }

  build(pieces: readonly Piece[]): PositionGraph {
    let entry = this.#add({ type: 'end', to: accepted })
    for (this.#piece = pieces.length - 1; this.#piece >= 0; this.#piece--) {
      const piece = pieces[this.#piece]
      if (piece !== undefined) entry = this.#addPiece(piece, entry)
    }
    const doubled: ReadonlySet<number>[] = []
    const follow = this.#behind.map((node, position) => {
      const revisited = new Set<number>()
      const edges = this.#edgesFrom(node, revisited)
      doubled[position] = this.#loops[position] === -1 ? nothing : this.#doubledFrom(revisited)
      return edges
    })
    const guards = this.#guards.map((guard): Guard =>
      guard.type === 'lookahead'
        ? { type: 'lookahead', negate: guard.negate, start: this.#edgesFrom(guard.entry) }
        : guard,
    )
    return {
      ranges: this.#ranges,
      pieces: this.#pieces,
      start: this.#edgesFrom(entry),
      follow,
      guards,
      loops: this.#loops,
      loopOffsets: this.#loopOffsets,
      doubled,
      wordCharacters: this.#widen(wordCharacters),
    }
  }

  #addPiece(piece: Piece, next: number): number {
    switch (piece.type) {
      case 'text': {
        let entry = next
        for (const character of Array.from(piece.text).toReversed()) {
          const codePoint = character.codePointAt(0) ?? 0
          entry = this.#read([[codePoint, codePoint]], entry)
        }
        return entry
      }
      case 'run': {
        const ranges = this.#widen(piece.ranges)
        return this.#repeat(piece, (end) => this.#read(ranges, end), next, 0)
      }
      case 'expression':
        this.#rangesByRaw.clear()
        return this.#alternatives(piece.expression.pattern.alternatives, next)
      case 'language':
        return this.#language(piece, next)
    }
  }

  /** A language is read from the end, so the edges go against its transitions. */
  #language({ language, isWidened }: Extract<Piece, { type: 'language' }>, next: number): number {
    const transitions = transitionsOf(language)
    const widen = isWidened === true ? (ranges: CodePointRanges) => ranges : this.#widen
    const behind = new Map<number, number[]>([[language.initial, [next]]])
    const nodesOf = (state: number): number[] => getOrInsert(behind, state, () => [])
    const choices = new Map<number, number>()
    const choiceOf = (state: number): number =>
      getOrInsert(choices, state, () => this.#add({ type: 'choice', next: nodesOf(state) }))
    for (const { from, to, ranges } of transitions)
      nodesOf(to).unshift(this.#read(widen(ranges), choiceOf(from)))
    const starts = [...new Set([language.initial, ...transitions.map(({ to }) => to)])]
    return this.#add({
      type: 'choice',
      next: starts.filter((state) => language.isAccepting(state)).map(choiceOf),
    })
  }

  #alternatives(alternatives: readonly AST.Alternative[], next: number): number {
    const entries = alternatives.map(({ elements }) =>
      elements.reduceRight((end, element) => this.#element(element, end), next),
    )
    return entries.length === 1 ? (entries[0] ?? next) : this.#add({ type: 'choice', next: entries })
  }

  #element(node: AST.Element, next: number): number {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#read(this.#rangesOf(node), next, node.start)
      case 'Group':
        return this.#alternatives(node.alternatives, next)
      case 'CapturingGroup':
        if (node.name !== null)
          throw refusedConstraint('A named group is not allowed', node.start, 'Write (…) or (?:…).')
        return this.#alternatives(node.alternatives, next)
      case 'Quantifier':
        return this.#repeat(
          { min: node.min, max: node.max, isLazy: !node.greedy },
          (end) => this.#element(node.element, end),
          next,
          node.start,
        )
      case 'Assertion':
        return this.#assertion(node, next)
      default:
        throw refusedConstraint('A back-reference is not allowed', node.start)
    }
  }

  #repeat(
    { min, max, isLazy }: { readonly min: number; readonly max: number; readonly isLazy: boolean },
    addOnce: (next: number) => number,
    next: number,
    offset: number,
  ): number {
    if (max === 0) return next
    const written = max === Infinity ? min : max
    if (written > maxPositions) throw tooLarge(offset)
    let entry = next
    if (max === Infinity) {
      const outside = this.#loop
      if (outside === -1) this.#loop = this.#loopOffsets.push(offset) - 1
      const choice: number[] = []
      entry = this.#add({ type: 'choice', next: choice }, offset)
      const body = addOnce(this.#add({ type: 'turn', next: entry }, offset))
      choice.push(...(isLazy ? [next, body] : [body, next]))
      this.#loop = outside
    } else {
      for (let count = min; count < max; count++) {
        const body = addOnce(entry)
        entry = this.#add({ type: 'choice', next: isLazy ? [next, body] : [body, next] }, offset)
      }
    }
    for (let count = 0; count < min; count++) {
      // A repetition of an empty element is empty.
      const before = entry
      entry = addOnce(entry)
      if (entry === before) break
    }
    return entry
  }

  #assertion(node: AST.Assertion, next: number): number {
    switch (node.kind) {
      case 'start':
      case 'end':
        return this.#guard({ type: node.kind }, next)
      case 'word':
        return this.#guard({ type: 'word', negate: node.negate }, next)
      case 'lookahead': {
        const [piece, loop] = [this.#piece, this.#loop]
        this.#piece = -1
        this.#loop = -1
        const end = this.#add({ type: 'end', to: lookedAhead })
        const entry = this.#alternatives(node.alternatives, end)
        this.#piece = piece
        this.#loop = loop
        return this.#guard({ type: 'lookahead', negate: node.negate, entry }, next)
      }
      case 'lookbehind':
        throw refusedConstraint('Look-behind is not allowed', node.start)
    }
  }

  #guard(guard: Exclude<Guard, { type: 'lookahead' }> | LookAhead, next: number): number {
    return this.#add({ type: 'guard', guard: this.#guards.push(guard) - 1, next })
  }

  #read(ranges: CodePointRanges, next: number, offset = 0): number {
    const position = this.#ranges.push(ranges) - 1
    if (position >= maxPositions) throw tooLarge(offset)
    this.#pieces.push(this.#piece)
    this.#loops.push(this.#loop)
    this.#behind.push(next)
    return this.#add({ type: 'read', position, next })
  }

  #rangesOf(node: CharacterNode): CodePointRanges {
    return getOrInsert(this.#rangesByRaw, node.raw, () => this.#widen(rangesOf(node)))
  }

  #add(node: Node, offset = 0): number {
    if (this.#nodes.length >= maxNodes) throw tooLarge(offset)
    return this.#nodes.push(node) - 1
  }

  /** @param revisited collects the nodes that two ways reach, but not the turns of a loop that read nothing */
  #edgesFrom(entry: number, revisited?: Set<number>): readonly Edge[] {
    const edges = new Map<string, Edge>()
    const seen = new Map<string, Set<number>>([['', new Set()]])
    const pending: { readonly node: number; readonly guards: readonly number[] }[] = [
      { node: entry, guards: [] },
    ]
    for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
      const { guards } = step
      if (++this.#edges > maxEdges) throw tooLarge(0)
      const key = guards.join()
      const seenSoGuarded = getOrInsert(seen, key, () => new Set())
      const isSeen = (node: number): boolean => seen.get('')?.has(node) === true || seenSoGuarded.has(node)
      let node = this.#nodes[step.node] as Node
      let number = step.node
      if (node.type === 'turn') {
        number = node.next
        if (isSeen(number)) continue
        node = this.#nodes[number] as Node
      }
      if (isSeen(number)) {
        revisited?.add(number)
        continue
      }
      seenSoGuarded.add(number)
      switch (node.type) {
        case 'choice':
          for (const next of node.next.toReversed()) pending.push({ node: next, guards })
          break
        case 'guard': {
          const all = guards.includes(node.guard) ? guards : [...guards, node.guard].toSorted((a, b) => a - b)
          pending.push({ node: node.next, guards: all })
          break
        }
        case 'read':
          edges.set(`${node.position}:${key}`, { to: node.position, guards })
          break
        case 'end':
          edges.set(`${node.to}:${key}`, { to: node.to, guards })
      }
    }
    return [...edges.values()]
  }

  /** The positions that follow a loop's position in two ways. */
  #doubledFrom(revisited: ReadonlySet<number>): ReadonlySet<number> {
    return new Set([...revisited].flatMap((node) => this.#edgesFrom(node).map(({ to }) => to)))
  }
}

interface LookAhead {
  readonly type: 'lookahead'
  readonly negate: boolean
  readonly entry: number
}

function tooLarge(offset: number): Error {
  return refusedConstraint('The regular expression is too large', offset)
}

import { getOrInsert } from '../../get-or-insert.js'
import type { Sliced } from '../../slices.js'
import type { SimpleClass } from '../../syntax/pattern/constraint.js'
import type { ChoiceStep } from './path-step.js'
import {
  choiceSize,
  choicesOf,
  endsOf,
  firstRouteOf,
  kindOf,
  nextOf,
  nodeSize,
  noLimit,
  none,
  noRoute,
  shapeOf,
  siblingOf,
  type ChoiceKind,
  type TrieRecords,
} from './path-trie.js'
import { verbatimCharacters } from './verbatim-text.js'

/** The common part of nodes and choices. Routes come in order, so the first route of a place has the smallest number. */
abstract class TriePlace {
  /** The smallest route number at this place and below it. */
  readonly firstRoute: number
  /** The routes that end here, in order: each but the last may refuse a request for other reasons than its path. */
  ends: readonly number[] = noEnds
  /** The first node that can follow; the others are its siblings. No two start with the same character. */
  child: TrieNode | undefined = undefined

  constructor(firstRoute: number) {
    this.firstRoute = firstRoute
  }
}

const noEnds: readonly number[] = Object.freeze([])

/** A literal text, from `start` to `end` of a bigger one, and what can follow it. Texts with a common beginning share a node. */
export class TrieNode extends TriePlace {
  readonly text: string
  readonly start: number
  end: number
  sibling: TrieNode | undefined = undefined
  /** The choice with the earliest route that is not literal text. The other choices are its siblings. */
  choice: TrieChoice | undefined = undefined

  constructor(text: string, start: number, end: number, firstRoute: number) {
    super(firstRoute)
    this.text = text
    this.start = start
    this.end = end
  }
}

/** A segment, or the rest of the path, without a certain text. At most one child follows: it starts with a slash. */
export class TrieChoice extends TriePlace {
  /** The place of its step in `kinds`. */
  readonly kind: number
  sibling: TrieChoice | undefined = undefined

  constructor(kind: number, firstRoute: number) {
    super(firstRoute)
    this.kind = kind
  }
}

/**
 * Builds a PathTrie: first as objects, which can be split, and then as records. Routes are added in order, each piece by
 * piece from left to right:
 *
 *   builder.begin(7)                        GET /users/{id}
 *   builder.addText('/users/', 0, 7)
 *   builder.addChoice(anySegment)
 *   builder.end()
 */
export class PathTrieBuilder {
  /** Every path starts with a slash. */
  #root: TrieNode | undefined
  /** How many segments that are not literal any way through the trie has at most. */
  #mostChoices = 0
  /** The steps that are not literal text; steps with the same key are one. */
  readonly #kinds: ChoiceStep[] = []
  /** Tells whether a route may refuse a request whose path it accepts. */
  readonly isConditional: (route: number) => boolean
  readonly #kindNumbers = new Map<ChoiceStep | string, number>()
  #route = noRoute
  #depth = 0
  #place: TrieNode | TrieChoice | undefined

  constructor(isConditional: (route: number) => boolean) {
    this.isConditional = isConditional
  }

  begin(route: number): void {
    this.#route = route
    this.#depth = 0
    this.#place = undefined
  }

  /** Adds the characters of a text from `start` to `end`. */
  addText(text: string, start: number, end: number): void {
    let at = start
    let node = this.#place === undefined ? this.#root : this.#place.child
    for (;;) {
      const code = text.charCodeAt(at)
      let last: TrieNode | undefined
      while (node !== undefined && node.text.charCodeAt(node.start) !== code) {
        last = node
        node = node.sibling
      }
      if (node === undefined) {
        const added = new TrieNode(text, at, end, this.#route)
        if (last !== undefined) last.sibling = added
        else if (this.#place === undefined) this.#root = added
        else this.#place.child = added
        this.#place = added
        return
      }
      const shared = commonLength(node, text, at, end)
      if (shared < node.end - node.start) split(node, shared)
      this.#place = node
      at += shared
      if (at === end) return
      node = node.child
    }
  }

  addChoice(step: ChoiceStep): void {
    // A variable is behind a slash.
    const place = this.#place as TrieNode
    const kind = this.#toKind(step)
    let last: TrieChoice | undefined
    let choice = place.choice
    while (choice !== undefined && choice.kind !== kind) {
      last = choice
      choice = choice.sibling
    }
    if (choice === undefined) {
      choice = new TrieChoice(kind, this.#route)
      if (last === undefined) place.choice = choice
      else last.sibling = choice
    }
    this.#place = choice
    this.#mostChoices = Math.max(this.#mostChoices, ++this.#depth)
  }

  /** The route's path ends here; it may go on, where a route accepts two paths. */
  end(): void {
    if (this.#place !== undefined)
      this.#place.ends = withEnd(this.#place.ends, this.#route, this.isConditional)
  }

  /** The records, in the form that path-trie.ts draws. */
  *toRecords(): Sliced<TrieRecords> {
    const packer = new Packer(this.isConditional)
    const root = this.#root === undefined ? none : yield* packer.add(this.#root)
    const { words, conditionalEnds } = packer
    return {
      words,
      root,
      depth: this.#mostChoices,
      kinds: yield* toChoiceKinds(this.#kinds),
      conditionalEnds,
    }
  }

  #toKind(step: ChoiceStep): number {
    const known = this.#kindNumbers.get(step)
    if (known !== undefined) return known
    const key = `${step.type} ${step.key}`
    const kind = this.#kindNumbers.get(key) ?? this.#kinds.push(step) - 1
    this.#kindNumbers.set(key, kind)
    this.#kindNumbers.set(step, kind)
    return kind
  }
}

/** The routes that end in a place with one more, unless an earlier one accepts every request there. */
export function withEnd(
  ends: readonly number[],
  route: number,
  isConditional: PathTrieBuilder['isConditional'],
): readonly number[] {
  const last = ends.at(-1)
  return last === undefined || isConditional(last) ? [...ends, route] : ends
}

/** Leaves the first characters of the text to the node, and everything else to a new one below it. */
function split(node: TrieNode, length: number): void {
  const lower = new TrieNode(node.text, node.start + length, node.end, node.firstRoute)
  lower.child = node.child
  lower.choice = node.choice
  lower.ends = node.ends
  node.end = lower.start
  node.child = lower
  node.choice = undefined
  node.ends = noEnds
}

function commonLength(node: TrieNode, text: string, start: number, end: number): number {
  const most = Math.min(node.end - node.start, end - start)
  let length = 1
  while (length < most && node.text.charCodeAt(node.start + length) === text.charCodeAt(start + length))
    length++
  return length
}

function* toChoiceKinds(steps: readonly ChoiceStep[]): Sliced<ChoiceKind[]> {
  // Thousands of constraints share the table of a segment of any characters.
  const tables = new Map<SimpleClass | undefined, Uint8Array>()
  const kinds: ChoiceKind[] = []
  for (const step of steps) {
    yield
    const { form, automaton, accepts } = step
    const characters = getOrInsert(tables, form, () =>
      verbatimCharacters.map((isVerbatimCharacter, code) => isVerbatimCharacter & (form?.table[code] ?? 1)),
    )
    kinds.push({
      isRest: step.type === 'rest',
      characters,
      // An empty segment binds no variable.
      min: Math.max(1, form?.min ?? 1),
      max: Math.min(form?.max ?? noLimit, noLimit),
      isAsked: form === undefined,
      automaton,
      accepts,
    })
  }
  return kinds
}

class Packer {
  readonly conditionalEnds: (readonly number[])[] = []
  /** Equal lists are one: where few are searched again and again, they are always at hand. */
  readonly #numbersOfEnds = new Map<string, number>()
  readonly #isConditional: PathTrieBuilder['isConditional']
  #words = new Int32Array(1024)
  #bytes = new Uint8Array(this.#words.buffer)
  /** Nothing is at the start: its position is `none`. */
  #length: number = none + 1
  /** Nodes still to be written, each with the word that is to hold its position. */
  readonly #pending: TrieNode[] = []
  readonly #pointers: number[] = []

  constructor(isConditional: PathTrieBuilder['isConditional']) {
    this.#isConditional = isConditional
  }

  get words(): Int32Array {
    return this.#words.slice(0, this.#length)
  }

  /** Writes a node and everything below it; the position of the node. No recursion: a path may have 8192 nodes. */
  *add(root: TrieNode): Sliced<number> {
    const position = this.#length
    this.#addNode(root)
    for (let node = this.#pending.pop(); node !== undefined; node = this.#pending.pop()) {
      yield
      this.#words[this.#pointers.pop() as number] = this.#length
      this.#addNode(node)
    }
    return position
  }

  #addNode({ text, start, end, firstRoute, ends, child: firstChild, choice: firstChoice }: TrieNode): void {
    let firstCode = firstChild === undefined ? 0 : 0xff
    let lastCode = -1
    for (let child = firstChild; child !== undefined; child = child.sibling) {
      const code = child.text.charCodeAt(child.start)
      firstCode = Math.min(firstCode, code)
      lastCode = Math.max(lastCode, code)
    }
    const slotCount = lastCode < 0 ? 0 : lastCode - firstCode + 1
    const length = end - start - 1
    const textWords = (length + 3) >> 2
    const node = this.#reserve(nodeSize + textWords + slotCount)
    const words = this.#words
    words[node + firstRouteOf] = firstRoute
    words[node + endsOf] = this.#toEnds(ends)
    words[node + shapeOf] = length | (firstCode << 16) | (slotCount << 24)
    const characters = (node + nodeSize) << 2
    for (let index = 0; index < length; index++)
      this.#bytes[characters + index] = text.charCodeAt(start + 1 + index)
    const slots = node + nodeSize + textWords
    for (let child = firstChild; child !== undefined; child = child.sibling)
      this.#addLater(child, slots + child.text.charCodeAt(child.start) - firstCode)
    let pointer = node + choicesOf
    for (let choice = firstChoice; choice !== undefined; choice = choice.sibling) {
      const position = this.#addChoice(choice)
      this.#words[pointer] = position
      pointer = position + siblingOf
    }
  }

  #addChoice({ kind, firstRoute, ends, child }: TrieChoice): number {
    const choice = this.#reserve(choiceSize)
    const words = this.#words
    words[choice + firstRouteOf] = firstRoute
    words[choice + endsOf] = this.#toEnds(ends)
    words[choice + kindOf] = kind
    if (child !== undefined) this.#addLater(child, choice + nextOf)
    return choice
  }

  #addLater(node: TrieNode, pointer: number): void {
    this.#pending.push(node)
    this.#pointers.push(pointer)
  }

  /** The position of a new record; its words are `none`. */
  #reserve(size: number): number {
    const position = this.#length
    this.#length += size
    if (this.#length > this.#words.length) {
      const words = new Int32Array(this.#length * 2)
      words.set(this.#words)
      this.#words = words
      this.#bytes = new Uint8Array(words.buffer)
    }
    return position
  }

  #toEnds(ends: readonly number[]): number {
    const [first = noRoute] = ends
    if (first === noRoute || !this.#isConditional(first)) return first
    return ~getOrInsert(this.#numbersOfEnds, ends.join(), () => this.conditionalEnds.push(ends) - 1)
  }
}

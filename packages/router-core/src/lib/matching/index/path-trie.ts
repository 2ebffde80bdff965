import type { ChoiceStep } from './path-step.js'

/** The number of no route: greater than that of every route, so that any route beats it. */
export const noRoute = 0x3fffffff

/** Greater than every length. */
export const noLimit = 0x3fffffff

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

/** A segment, or the rest of the path, that need not be a certain text. One child at most follows: it starts with a slash. */
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
 * The path patterns of some routes as a radix trie, while it is built; PackedTrie makes it searchable. Routes are
 * added in order, each piece by piece from left to right:
 *
 *   trie.begin(7)                        GET /users/{id}
 *   trie.addText('/users/', 0, 7)
 *   trie.addChoice(anySegment)
 *   trie.end()
 */
export class PathTrie {
  /** Every path starts with a slash. */
  root: TrieNode | undefined
  /** How many segments that are not literal any way through the trie has at most. */
  depth = 0
  /** The steps that are not literal text; steps with the same key are one. */
  readonly kinds: ChoiceStep[] = []
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
    let node = this.#place === undefined ? this.root : this.#place.child
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
        else if (this.#place === undefined) this.root = added
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
    // A variable stands behind a slash.
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
    this.depth = Math.max(this.depth, ++this.#depth)
  }

  /** The route's path ends here; it may go on, where a route accepts two paths. */
  end(): void {
    if (this.#place !== undefined)
      this.#place.ends = withEnd(this.#place.ends, this.#route, this.isConditional)
  }

  #toKind(step: ChoiceStep): number {
    const known = this.#kindNumbers.get(step)
    if (known !== undefined) return known
    const key = `${step.type} ${step.key}`
    const kind = this.#kindNumbers.get(key) ?? this.kinds.push(step) - 1
    this.#kindNumbers.set(key, kind)
    this.#kindNumbers.set(step, kind)
    return kind
  }
}

/** The routes that end in a place with one more, unless an earlier one accepts every request there. */
export function withEnd(
  ends: readonly number[],
  route: number,
  isConditional: PathTrie['isConditional'],
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

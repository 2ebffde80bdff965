import { getOrInsert } from '@mvc-router/constraint-language'
import type { Route } from '../../routes/route.js'
import type { Sliced } from '../../slices.js'
import { hasWholeSegmentsOnly } from '../../syntax/pattern/whole-segments.js'
import type { CompiledRoutes } from '../compiled-route.js'
import { keyOf, toChoiceKind, toSteps, type ChoiceStep, type PathStep } from './path-step.js'
import {
  choiceSize,
  choicesOf,
  endsOf,
  firstRouteOf,
  kindOf,
  nextOf,
  nodeSize,
  none,
  noRoute,
  shapeOf,
  siblingOf,
  type ChoiceKind,
  type TrieRecords,
} from './path-trie.js'

/** A place in the trie, after a text or a choice. The first route of a place has the smallest number. */
class TriePlace {
  /** The smallest route number at this place and below it. */
  readonly firstRoute: number
  /** The routes that end at this place, in order. All except the last may refuse a request with an accepted path. */
  ends: readonly number[] = noEnds
  /** Literal texts that can follow. Each starts with a different character. */
  children: TrieNode[] = []

  constructor(firstRoute: number) {
    this.firstRoute = firstRoute
  }
}

const noEnds: readonly number[] = Object.freeze([])

/** A literal text: `text` from `start` to `end`. Texts with a common beginning share a node. */
class TrieNode extends TriePlace {
  readonly text: string
  readonly start: number
  end: number
  /** The choices that can follow, by their numbers in `kinds`. The earliest route's choice is first. */
  choices = new Map<number, TriePlace>()

  constructor(text: string, start: number, end: number, firstRoute: number) {
    super(firstRoute)
    this.text = text
    this.start = start
    this.end = end
  }
}

/** Builds the records of a PathTrie from routes that are added in order. */
export class PathTrieBuilder {
  readonly #table: CompiledRoutes
  readonly #isConditional: IsConditional
  /** Every path starts with a slash, so the root has at most one node. */
  readonly #root = new TriePlace(0)
  #mostChoices = 0
  readonly #kinds: ChoiceKind[] = []
  readonly #kindNumbers = new Map<string, number>()

  /** @param isConditional true for a route that may refuse a request although it accepts the path */
  constructor(table: CompiledRoutes, isConditional: IsConditional) {
    this.#table = table
    this.#isConditional = isConditional
  }

  add(route: number): void {
    const { pattern } = this.#table.routes[route] as Route
    const steps: readonly PathStep[] = hasWholeSegmentsOnly(pattern)
      ? pattern.parts
      : toSteps(this.#table.compiled(route).path)
    let place: TriePlace = this.#root
    let choices = 0
    for (const step of steps) {
      if (step.type === 'literal') place = addText(place, step.text, route)
      else {
        // A literal is before each choice: at least a slash.
        place = this.#addChoice(place as TrieNode, step, route)
        choices++
      }
    }
    this.#mostChoices = Math.max(this.#mostChoices, choices)
    if (steps.length > 0) this.#end(place, route)
    if (pattern.optionalTrailingSlash && steps.at(-1)?.type !== 'tail')
      this.#end(addText(place, '/', route), route)
  }

  #addChoice(place: TrieNode, step: ChoiceStep, route: number): TriePlace {
    const kind = getOrInsert(this.#kindNumbers, keyOf(step), () => this.#kinds.push(toChoiceKind(step)) - 1)
    return getOrInsert(place.choices, kind, () => new TriePlace(route))
  }

  #end(place: TriePlace, route: number): void {
    place.ends = withEnd(place.ends, route, this.#isConditional)
  }

  *toRecords(): Sliced<TrieRecords> {
    const packer = new Packer(this.#isConditional)
    const [root] = this.#root.children
    const position = root === undefined ? none : yield* packer.add(root)
    const { words, conditionalEnds } = packer
    return { words, root: position, depth: this.#mostChoices, kinds: this.#kinds, conditionalEnds }
  }
}

type IsConditional = (route: number) => boolean

/** Adds a text after a place, and returns the place after the text. */
function addText(place: TriePlace, text: string, route: number): TrieNode {
  let { children } = place
  for (let at = 0; ;) {
    const code = text.charCodeAt(at)
    const node = children.find((child) => child.text.charCodeAt(child.start) === code)
    if (node === undefined) {
      const added = new TrieNode(text, at, text.length, route)
      children.push(added)
      return added
    }
    const shared = commonLength(node, text, at)
    if (shared < node.end - node.start) split(node, shared)
    at += shared
    if (at === text.length) return node
    children = node.children
  }
}

/** Adds a route to the ends of a place. Does nothing if an earlier route accepts every request there. */
export function withEnd(
  ends: readonly number[],
  route: number,
  isConditional: IsConditional,
): readonly number[] {
  const last = ends.at(-1)
  return last === undefined || isConditional(last) ? [...ends, route] : ends
}

/** Splits a node after `length` characters. A new child gets the remaining text. */
function split(node: TrieNode, length: number): void {
  const lower = new TrieNode(node.text, node.start + length, node.end, node.firstRoute)
  lower.children = node.children
  lower.choices = node.choices
  lower.ends = node.ends
  node.end = lower.start
  node.children = [lower]
  node.choices = new Map()
  node.ends = noEnds
}

function commonLength(node: TrieNode, text: string, start: number): number {
  const most = Math.min(node.end - node.start, text.length - start)
  let length = 1
  while (length < most && node.text.charCodeAt(node.start + length) === text.charCodeAt(start + length))
    length++
  return length
}

class Packer {
  readonly conditionalEnds: (readonly number[])[] = []
  /** Equal lists are stored once, so the lists in use stay in the processor's cache. */
  readonly #numbersOfEnds = new Map<string, number>()
  readonly #isConditional: IsConditional
  #words = new Int32Array(1024)
  #bytes = new Uint8Array(this.#words.buffer)
  #length: number = none + 1
  /** Nodes to write, each with the word that takes its position. */
  readonly #pending: (readonly [node: TrieNode, pointer: number])[] = []

  constructor(isConditional: IsConditional) {
    this.#isConditional = isConditional
  }

  get words(): Int32Array {
    return this.#words.slice(0, this.#length)
  }

  /** Writes a node and its children, and returns its position. Not recursive, because a path may have 8192 nodes. */
  *add(root: TrieNode): Sliced<number> {
    const position = this.#length
    this.#addNode(root)
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      yield
      const [node, pointer] = next
      this.#words[pointer] = this.#length
      this.#addNode(node)
    }
    return position
  }

  #addNode({ text, start, end, firstRoute, ends, children, choices }: TrieNode): void {
    const codes = children.map((child) => child.text.charCodeAt(child.start))
    const firstCode = codes.length === 0 ? 0 : Math.min(...codes)
    const slotCount = codes.length === 0 ? 0 : Math.max(...codes) - firstCode + 1
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
    for (const [index, child] of children.entries())
      this.#pending.push([child, slots + (codes[index] as number) - firstCode])
    let pointer = node + choicesOf
    for (const [kind, choice] of choices) {
      const position = this.#addChoice(kind, choice)
      this.#words[pointer] = position
      pointer = position + siblingOf
    }
  }

  #addChoice(kind: number, { firstRoute, ends, children }: TriePlace): number {
    const choice = this.#reserve(choiceSize)
    const words = this.#words
    words[choice + firstRouteOf] = firstRoute
    words[choice + endsOf] = this.#toEnds(ends)
    words[choice + kindOf] = kind
    for (const child of children) this.#pending.push([child, choice + nextOf])
    return choice
  }

  /** The position of a new record. All of its words are `none`. */
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

import { getOrInsert } from '../../get-or-insert.js'
import type { Sliced } from '../../slices.js'
import type { SimpleClass } from '../../syntax/pattern/constraint.js'
import { recordLayout, type ChoiceKind, type PackedRecords } from './packed-trie.js'
import type { ChoiceStep } from './path-step.js'
import { noLimit, noRoute, type PathTrie, type TrieChoice, type TrieNode } from './path-trie.js'
import { verbatimCharacters } from './verbatim-text.js'

const { none, firstOf, endsOf } = recordLayout
const { choicesOf, shapeOf, nodeSize } = recordLayout
const { nextOf, siblingOf, kindOf, choiceSize } = recordLayout

/** Writes the records of a trie, in the form that packed-trie.ts draws. */
export function* packTrie(trie: PathTrie): Sliced<PackedRecords> {
  const packer = new Packer(trie.isConditional)
  const root = trie.root === undefined ? none : yield* packer.add(trie.root)
  const { words, conditionalEnds } = packer
  const kinds = yield* toChoiceKinds(trie.kinds)
  return { words, root, depth: trie.depth, kinds, conditionalEnds }
}

function* toChoiceKinds(steps: readonly ChoiceStep[]): Sliced<ChoiceKind[]> {
  // Thousands of constraints share the table of a segment of any characters.
  const tables = new Map<SimpleClass | undefined, Uint8Array>()
  const kinds: ChoiceKind[] = []
  for (const step of steps) {
    yield
    const form = step.type === 'segment' ? step.form : undefined
    const characters = getOrInsert(tables, form, () =>
      verbatimCharacters.map((isVerbatimCharacter, code) => isVerbatimCharacter & (form?.table[code] ?? 1)),
    )
    kinds.push(toChoiceKind(step, form, characters))
  }
  return kinds
}

class Packer {
  readonly conditionalEnds: (readonly number[])[] = []
  readonly #isConditional: PathTrie['isConditional']
  #words = new Int32Array(1024)
  #bytes = new Uint8Array(this.#words.buffer)
  /** Nothing stands at the start: its position is `none`. */
  #length: number = none + 1
  /** Nodes still to be written, each with the word that is to hold its position. */
  readonly #pending: TrieNode[] = []
  readonly #pointers: number[] = []

  constructor(isConditional: PathTrie['isConditional']) {
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
    words[node + firstOf] = firstRoute
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
    words[choice + firstOf] = firstRoute
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
    return ~(this.conditionalEnds.push(ends) - 1)
  }
}

function toChoiceKind(step: ChoiceStep, form: SimpleClass | undefined, characters: Uint8Array): ChoiceKind {
  const { type, accepts } = step
  return {
    isRest: type === 'rest',
    characters,
    // An empty segment binds no variable.
    min: Math.max(1, form?.min ?? 1),
    max: Math.min(form?.max ?? noLimit, noLimit),
    isAsked: form === undefined,
    automaton: type === 'segment' ? step.automaton : undefined,
    accepts,
  }
}

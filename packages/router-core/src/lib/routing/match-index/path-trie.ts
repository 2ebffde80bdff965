import type { PathStep } from './path-step.js'

/** The number of no route: greater than that of every route, so that any route beats it. */
export const noRoute = 0x3fffffff

/** Greater than every length. */
export const noLimit = 0x3fffffff

/** A literal text, and what can follow it. Texts with a common beginning share a node. */
export interface TrieNode {
  text: string
  /** The smallest route number at this node and below it. */
  readonly firstRoute: number
  /** The routes that end here, in order: each but the last may refuse a request for other reasons than its path. */
  readonly ends: number[]
  /** No two start with the same character. */
  readonly children: TrieNode[]
  /** What can follow that is not literal text, the one with the earliest route first. */
  readonly choices: TrieChoice[]
}

/** A segment, or the rest of the path, that need not be a certain text. */
export interface TrieChoice {
  readonly step: Exclude<PathStep, { type: 'literal' }>
  readonly firstRoute: number
  readonly ends: number[]
  /** What can follow a segment: one node at most, since its text starts with a slash. */
  readonly children: TrieNode[]
}

/**
 * The path patterns of some routes as a radix trie, while it is built; PackedTrie makes it searchable. Routes are
 * added in order.
 */
export class PathTrie {
  /** One node at most, since every path starts with a slash. */
  readonly roots: TrieNode[] = []
  /** How many segments that are not literal any way through the trie has at most. */
  depth = 0
  /** Tells whether a route may refuse a request whose path it accepts. */
  readonly isConditional: (route: number) => boolean

  constructor(isConditional: (route: number) => boolean) {
    this.isConditional = isConditional
  }

  add(steps: readonly PathStep[], route: number): void {
    let place: TrieNode | TrieChoice | undefined
    let depth = 0
    for (const step of steps) {
      if (step.type === 'literal') place = addText(place?.children ?? this.roots, step.text, route)
      else {
        if (place === undefined || !('choices' in place))
          throw new TypeError('A variable stands behind a slash')
        place = addChoice(place.choices, step, route)
        depth++
      }
    }
    this.depth = Math.max(this.depth, depth)
    if (place !== undefined) addEnd(place.ends, route, this.isConditional)
  }
}

/** Adds a route to those that end in a place, unless an earlier one accepts every request there. */
export function addEnd(ends: number[], route: number, isConditional: PathTrie['isConditional']): void {
  const last = ends.at(-1)
  if (last === undefined || isConditional(last)) ends.push(route)
}

/** The node where the text ends, added below `siblings` as far as it is missing. */
function addText(siblings: TrieNode[], text: string, route: number): TrieNode {
  for (;;) {
    const index = indexByFirstCharacter(siblings, text)
    const node = siblings[index]
    if (node === undefined) {
      const added = createNode(text, route)
      siblings.push(added)
      return added
    }
    const shared = commonLength(node.text, text)
    const top = shared < node.text.length ? split(node, shared) : node
    siblings[index] = top
    if (shared === text.length) return top
    siblings = top.children
    text = text.slice(shared)
  }
}

/** Routes come in order, so the first one to need a record is the smallest in it. */
function createNode(text: string, firstRoute: number): TrieNode {
  return { text, firstRoute, ends: [], children: [], choices: [] }
}

/** A new node with the first characters of the text, above the node, which keeps the others. */
function split(node: TrieNode, length: number): TrieNode {
  const top = createNode(node.text.slice(0, length), node.firstRoute)
  node.text = node.text.slice(length)
  top.children.push(node)
  return top
}

function addChoice(choices: TrieChoice[], step: TrieChoice['step'], firstRoute: number): TrieChoice {
  for (const choice of choices)
    if (choice.step.key === step.key && choice.step.type === step.type) return choice
  const added: TrieChoice = { step, firstRoute, ends: [], children: [] }
  choices.push(added)
  return added
}

function indexByFirstCharacter(nodes: readonly TrieNode[], text: string): number {
  const code = text.charCodeAt(0)
  let index = 0
  while (index < nodes.length && nodes[index]?.text.charCodeAt(0) !== code) index++
  return index
}

function commonLength(left: string, right: string): number {
  const most = Math.min(left.length, right.length)
  let length = 0
  while (length < most && left.charCodeAt(length) === right.charCodeAt(length)) length++
  return length
}

import type { TextTest } from '@mvc-router/constraint-language'
import type { RequestFacts } from '../request-facts.js'
import type { EndsByHost } from './ends-by-host.js'
import { isVerbatim, verbatimCharacters } from './verbatim-text.js'

/** The number for "no route". It is greater than the number of every route. */
export const noRoute = 0x3fffffff

/** Greater than every length. */
export const noLimit = 0x3fffffff

/**
 * A radix trie of path patterns in an array of numbers, which PathTrieBuilder writes. A search in a trie of objects
 * takes up to 1.4 times as long. The routes
 *
 *   0  GET /users/{<[0-9]+>id}     1  GET /users/{name}     2  GET /users/{name}/edit     3  GET /uploads/{file}
 *
 * become these records. An arrow is the position of another record in the same array.
 *
 *   node "/u" ──s──▶ node "sers/" ──choices──▶ choice [0-9]+ ──sibling──▶ choice any
 *     first 0          first 0                   first 0                    first 1
 *        │                                       ends 0                     ends 1
 *        │                                                                   └──next──▶ node "/edit"
 *        │                                                                                first 2, ends 2
 *        └─────p──▶ node "ploads/" ──choices──▶ choice any
 *                     first 3                     first 3, ends 3
 *
 * `first` is the smallest route number in a record and below it. `ends` is the route whose path ends there. The search
 * enters a record only if its `first` is smaller than the best route so far, so file order decides. If no two patterns
 * overlap, the search never turns back. Among 203 routes it takes half of a match's time (decisions/matching.md).
 */
export class PathTrie {
  readonly #words: Int32Array
  /** The same memory as bytes, for the texts. */
  readonly #bytes: Uint8Array
  readonly #root: number
  readonly #kinds: readonly ChoiceKind[]
  readonly #conditionalEnds: readonly (readonly number[])[]
  readonly #hosts: EndsByHost
  /** The alternatives to try later. Each has three numbers: a choice, its position in the path, and its depth. */
  readonly #aside: number[] = []
  /** The starts and ends of the choices on the current way. */
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  /** The starts and ends of the best route's choices. They are valid until the next call of `find`. */
  readonly starts: Int32Array
  readonly ends: Int32Array

  constructor({ words, root, depth, kinds, conditionalEnds }: TrieRecords, hosts: EndsByHost) {
    this.#hosts = hosts
    this.#root = root
    this.#words = words
    this.#bytes = new Uint8Array(words.buffer)
    this.#kinds = kinds
    this.#conditionalEnds = conditionalEnds
    this.#starts = new Int32Array(depth)
    this.#ends = new Int32Array(depth)
    this.starts = new Int32Array(depth)
    this.ends = new Int32Array(depth)
  }

  /**
   * The first route before `bound` that accepts the path, else `bound`. Returns `notVerbatim` if the path must be made
   * canonical first.
   *
   * @param isAccepted called for conditional routes, in file order
   */
  find(
    path: string,
    bound: number,
    isCanonical: boolean,
    maxParamLength: number,
    facts: RequestFacts | undefined,
    isAccepted: IsAccepted,
  ): number {
    const words = this.#words
    const bytes = this.#bytes
    const starts = this.#starts
    const ends = this.#ends
    const { length } = path
    let best = bound
    let aside = 0
    let depth = 0
    let node = this.#root
    let choice = none
    // A stored text lacks its first character, which the search has already read. For the root it is the slash.
    let at = 1
    if (node === none || length === 0 || charCodeAt.call(path, 0) !== slash) return best

    for (;;) {
      attempt: {
        if (node !== none) {
          const shape = words[node + shapeOf] as number
          let text = (node + nodeSize) << 2
          const textEnd = text + (shape & 0xffff)
          for (; text < textEnd; text++, at++) {
            if (at >= length || charCodeAt.call(path, at) !== bytes[text]) break attempt
          }
          choice = words[node + choicesOf] as number
          if (at >= length) {
            if ((words[node + endsOf] as number) < best)
              best = this.#endAt(node, best, depth, facts, isAccepted)
          } else {
            const slot = charCodeAt.call(path, at) - ((shape >> 16) & 0xff)
            const child =
              slot >= 0 && slot < shape >>> 24 ? (words[((textEnd + 3) >> 2) + slot] as number) : none
            if (child !== none && (words[child + firstRouteOf] as number) < best) {
              if (choice !== none) aside = this.#leaveAside(aside, choice, at, depth)
              node = child
              at++
              continue
            }
          }
          if (choice === none) break attempt
        }
        if ((words[choice + firstRouteOf] as number) >= best) break attempt
        if ((words[choice + siblingOf] as number) !== none) {
          aside = this.#leaveAside(aside, words[choice + siblingOf] as number, at, depth)
        }
        const kind = this.#kinds[words[choice + kindOf] as number] as ChoiceKind
        const start = at
        if (kind.isRest) {
          const rest = path.slice(start)
          if (!isCanonical && !isVerbatim(rest)) return notVerbatim
          if (!kind.accepts(rest, maxParamLength)) break attempt
          at = length
        } else {
          const { characters } = kind
          let code = slash
          for (; at < length; at++) {
            code = charCodeAt.call(path, at)
            if (characters[code] !== 1) break
          }
          if (at < length && code !== slash) {
            if (verbatimCharacters[code] === 1) break attempt
            if (!isCanonical) return notVerbatim
            at = path.indexOf('/', at)
            if (at < 0) at = length
            if (!kind.accepts(path.slice(start, at), maxParamLength)) break attempt
          } else {
            const count = at - start
            if (kind.isAsked) {
              if (!kind.accepts(path.slice(start, at), maxParamLength)) break attempt
            } else if (count < kind.min || count > kind.max || count > maxParamLength) break attempt
            else if (count < 3 && isDots(path, start, at)) break attempt
            else if (kind.automaton?.accepts(path, start, at) === false) break attempt
          }
        }
        starts[depth] = start
        ends[depth] = at
        if (at >= length) {
          if ((words[choice + endsOf] as number) < best)
            best = this.#endAt(choice, best, depth + 1, facts, isAccepted)
          break attempt
        }
        node = words[choice + nextOf] as number
        if (node === none || (words[node + firstRouteOf] as number) >= best) break attempt
        depth++
        at++
        continue
      }
      // An alternative may still have an earlier route.
      if (aside === 0) return best
      aside -= 3
      choice = this.#aside[aside] as number
      at = this.#aside[aside + 1] as number
      depth = this.#aside[aside + 2] as number
      node = none
    }
  }

  #leaveAside(aside: number, choice: number, at: number, depth: number): number {
    this.#aside[aside] = choice
    this.#aside[aside + 1] = at
    this.#aside[aside + 2] = depth
    return aside + 3
  }

  /** The best route for a path that ends in this record. Keeps the starts and ends of a new best route. */
  #endAt(
    record: number,
    best: number,
    depth: number,
    facts: RequestFacts | undefined,
    isAccepted: IsAccepted,
  ): number {
    const route = this.#words[record + endsOf] as number
    const found = route >= 0 ? route : this.#firstAccepted(~route, best, facts, isAccepted)
    if (found >= best) return best
    for (let index = 0; index < depth; index++) {
      this.starts[index] = this.#starts[index] as number
      this.ends[index] = this.#ends[index] as number
    }
    return found
  }

  #firstAccepted(
    ends: number,
    best: number,
    facts: RequestFacts | undefined,
    isAccepted: IsAccepted,
  ): number {
    for (const route of this.#hosts.narrow(this.#conditionalEnds[ends] ?? [], facts)) {
      if (route >= best) break
      if (isAccepted(route, facts)) return route
    }
    return best
  }
}

/** The result of `find` for a path that must be made canonical first. */
export const notVerbatim = -1

/** Returns true if a route accepts the host, the format and the query of a request. */
export type IsAccepted = (route: number, facts: RequestFacts | undefined) => boolean

/**
 * After a process has made a subclass of String, as nunjucks does, `text.charCodeAt(at)` takes several times as long as
 * `charCodeAt.call(text, at)`. V8 inlines this constant only in its own file, so other files repeat it.
 */
// oxlint-disable-next-line typescript/unbound-method -- each call passes the text
const { charCodeAt } = String.prototype
const slash = 47
const dot = 46

function isDots(path: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (charCodeAt.call(path, at) !== dot) return false
  return true
}

/** The facts that choices with the same key share. */
export interface ChoiceKind {
  readonly isRest: boolean
  /** 1 for each verbatim character that a segment may have. */
  readonly characters: Uint8Array
  readonly min: number
  readonly max: number
  /** True if `accepts` must check verbatim segments, too. */
  readonly isAsked: boolean
  /** A further test for a verbatim segment whose characters and length are right. */
  readonly automaton: TextTest | undefined
  /** Tests a piece of a canonical path, with its escapes. */
  accepts(text: string, maxParamLength: number): boolean
}

export interface TrieRecords {
  readonly words: Int32Array
  /** The position of the first node, or `none`. */
  readonly root: number
  /** The greatest number of choices on any way through the trie. */
  readonly depth: number
  readonly kinds: readonly ChoiceKind[]
  /** The lists of conditional routes. A record with a negative `ends` has the list at the index `~ends`. */
  readonly conditionalEnds: readonly (readonly number[])[]
}

/** The position for "no record". No record has the position 0. */
export const none = 0

// Every record starts with these words. `ends` is negative if the routes that end there are conditional.
export const firstRouteOf = 0
export const endsOf = 1
// A node. Its text follows, a byte for each character, and then a slot for each character with which a child may start.
// `shape`: the length of the text, from bit 16 on the character of the first slot, from bit 24 on the number of slots.
export const choicesOf = 2
export const shapeOf = 3
export const nodeSize = 4
// A choice.
export const nextOf = 2
export const siblingOf = 3
export const kindOf = 4
export const choiceSize = 5

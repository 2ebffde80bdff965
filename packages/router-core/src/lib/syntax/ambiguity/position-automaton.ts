import type { AST } from '@eslint-community/regexpp'
import { sampleCharacterSets, type CharacterNode } from './character-sets.js'
import { hintToSimplify, RefusedRegex } from './refused-regex.js'

/**
 * The Glushkov automaton of a regular expression. Its states are the *positions* of the characters in the expression
 * (counted repetitions written out); a run that stands at a position has just read a character there. Position 0 is
 * the start. It differs from the textbook where a backtracking engine does:
 *
 * - `follow[p]` tells by how many ways p leads to q: in `(?:a+)+` the `a` follows itself by the inner and by the
 *   outer loop, and the engine tries both.
 * - The body of a look-ahead is a side branch that never comes back: it costs, it consumes nothing.
 * - `^`, `$` and `\b` are taken as always true, so the automaton has at least the runs of the engine.
 * - Every end is a position that reads no character: arriving there and failing costs a step too.
 */
export interface PositionAutomaton {
  /** The characters that each position reads, as bits over samples. */
  readonly sets: readonly bigint[]
  /** The outermost loop that each position lies in, or -1. Positions of one loop all reach each other. */
  readonly loops: readonly number[]
  readonly follow: readonly ReadonlyMap<number, number>[]
  /** Where each loop stands in the source. */
  readonly loopOffsets: readonly number[]
  /** Some text that the expression accepts may hold a `/`. */
  readonly spansSegments: boolean
}

/** @throws RefusedRegex */
export function buildPositionAutomaton(pattern: AST.Pattern, flags: 'u' | ''): PositionAutomaton {
  return new AutomatonBuilder().build(pattern, flags)
}

const maxPositions = 2000
const maxTransitions = 50_000
const maxNodeVisits = 50_000
// A choice of more counts than this is taken as a loop without end: `[a-z]{0,60}` like `[a-z]*`.
const maxWrittenOutChoices = 8
// Numbers of ways stay finite, so that 0 times many is 0.
const manyWays = 1e12

/** A part of the expression: the positions that can read its first and last character, and the ways to read nothing. */
interface Fragment {
  readonly first: ReadonlyMap<number, number>
  readonly last: ReadonlyMap<number, number>
  readonly empty: number
}

const none: ReadonlyMap<number, number> = new Map()
const nothing: Fragment = { first: none, last: none, empty: 1 }

/** What surrounds a node: the outermost loop, or -1; and whether it only looks ahead. */
interface Surroundings {
  readonly loop: number
  readonly looksAhead: boolean
}

class AutomatonBuilder {
  readonly #nodes: (CharacterNode | undefined)[] = []
  readonly #looksAhead: boolean[] = []
  readonly #loops: number[] = []
  readonly #follow: Map<number, number>[] = []
  readonly #loopOffsets: number[] = []
  #transitions = 0
  #nodeVisits = 0

  build({ alternatives }: AST.Pattern, flags: 'u' | ''): PositionAutomaton {
    const outside: Surroundings = { loop: -1, looksAhead: false }
    const start = this.#position(undefined, outside)
    const body = this.#alternatives(alternatives, outside)
    this.#concatenate(start, this.#concatenate(body, this.#position(undefined, outside)))

    const { sets: setsByRaw, slash } = sampleCharacterSets(
      this.#nodes.filter((node) => node !== undefined),
      flags,
    )
    const sets = this.#nodes.map((node) => (node && setsByRaw.get(node.raw)) ?? 0n)
    return {
      sets,
      loops: this.#loops,
      follow: this.#follow,
      loopOffsets: this.#loopOffsets,
      spansSegments: sets.some((set, position) => !this.#looksAhead[position] && (set & slash) !== 0n),
    }
  }
  #alternatives(alternatives: readonly AST.Alternative[], where: Surroundings): Fragment {
    const fragments = alternatives.map(({ elements }) => this.#sequence(elements, where))
    return fragments.length === 1 && fragments[0] ? fragments[0] : either(fragments)
  }

  #sequence(elements: readonly AST.Element[], where: Surroundings): Fragment {
    let fragment = nothing
    for (const element of elements) fragment = this.#concatenate(fragment, this.#element(element, where))
    return fragment
  }

  #element(node: AST.Element, where: Surroundings): Fragment {
    if (++this.#nodeVisits > maxNodeVisits) throw tooLarge(node)
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#position(node, where)
      case 'Group':
      case 'CapturingGroup':
        return this.#alternatives(node.alternatives, where)
      case 'Quantifier':
        return this.#quantifier(node, where)
      case 'Assertion':
        if (node.kind === 'lookahead') return this.#lookAhead(node)
        if (node.kind === 'lookbehind')
          throw new RefusedRegex('Look-behind is not allowed', node.start, hintToSimplify)
        return nothing
      case 'Backreference':
        throw new RefusedRegex('A back-reference is not allowed', node.start, hintToSimplify)
      default:
        throw new RefusedRegex(`${node.type} is not allowed`, node.start, hintToSimplify)
    }
  }

  #position(node: CharacterNode | undefined, { loop, looksAhead }: Surroundings): Fragment {
    const position = this.#nodes.push(node) - 1
    if (position >= maxPositions) throw tooLarge(node)
    this.#looksAhead.push(looksAhead)
    this.#loops.push(loop)
    this.#follow.push(new Map())
    const itself = new Map([[position, 1]])
    return { first: itself, last: itself, empty: 0 }
  }

  #lookAhead({ alternatives }: AST.LookaheadAssertion): Fragment {
    const inside: Surroundings = { loop: -1, looksAhead: true }
    const body = this.#alternatives(alternatives, inside)
    const { first } = this.#concatenate(body, this.#position(undefined, inside))
    return { first, last: none, empty: 1 }
  }

  #quantifier(node: AST.Quantifier, where: Surroundings): Fragment {
    const { min, max } = node
    if (max === 0) return nothing
    if (min > maxPositions) throw tooLarge(node)
    const endless = max - min > maxWrittenOutChoices
    let tail = nothing
    if (endless) {
      tail = this.#loop(node, where)
      if (min === 0) return either([nothing, tail])
    } else {
      for (let count = min; count < max; count++) {
        tail = either([nothing, this.#concatenate(this.#element(node.element, where), tail)])
      }
    }
    for (let count = endless ? 1 : 0; count < min; count++) {
      tail = this.#concatenate(this.#element(node.element, where), tail)
    }
    return tail
  }

  /** One time or more. */
  #loop(node: AST.Quantifier, where: Surroundings): Fragment {
    const loop = where.loop === -1 ? this.#loopOffsets.push(node.start) - 1 : where.loop
    const body = this.#element(node.element, { ...where, loop })
    if (body.empty > 0)
      throw new RefusedRegex(
        'What is repeated without end must not be able to be empty',
        node.start,
        'Repeat once, (?:ab)* instead of (?:(?:ab)*)*.',
      )
    this.#connect(body.last, body.first)
    return body
  }

  #concatenate(left: Fragment, right: Fragment): Fragment {
    this.#connect(left.last, right.first)
    return {
      first: left.empty === 0 ? left.first : sum(left.first, right.first, left.empty),
      last: right.empty === 0 ? right.last : sum(right.last, left.last, right.empty),
      empty: Math.min(left.empty * right.empty, manyWays),
    }
  }

  #connect(last: ReadonlyMap<number, number>, first: ReadonlyMap<number, number>): void {
    this.#transitions += last.size * first.size
    if (this.#transitions > maxTransitions) throw tooLarge(undefined)
    for (const [from, waysOut] of last) {
      const targets = this.#follow[from]
      for (const [to, waysIn] of first) {
        targets?.set(to, Math.min((targets.get(to) ?? 0) + waysOut * waysIn, manyWays))
      }
    }
  }
}

function either(fragments: readonly Fragment[]): Fragment {
  const first = new Map<number, number>()
  const last = new Map<number, number>()
  let empty = 0
  for (const fragment of fragments) {
    for (const [position, ways] of fragment.first) first.set(position, ways)
    for (const [position, ways] of fragment.last) last.set(position, ways)
    empty = Math.min(empty + fragment.empty, manyWays)
  }
  return { first, last, empty }
}

/** The ways of `left`, and those of `right` each times `factor`. The two hold different positions. */
function sum(
  left: ReadonlyMap<number, number>,
  right: ReadonlyMap<number, number>,
  factor: number,
): ReadonlyMap<number, number> {
  const result = new Map(left)
  for (const [position, ways] of right) result.set(position, Math.min(ways * factor, manyWays))
  return result
}

function tooLarge(node: AST.Node | undefined): RefusedRegex {
  return new RefusedRegex(
    'The regular expression is too large to be checked',
    node?.start ?? 0,
    hintToSimplify,
  )
}

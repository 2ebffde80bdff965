import { RegExpParser, type AST } from '@eslint-community/regexpp'

/**
 * A backtracking matcher by the letter of ECMAScript, which counts its steps: how often it looks at a node of the
 * expression. It is the judge of the analysis, and shares nothing with it but the parser.
 */
export function countSteps(
  source: string,
  flags: 'u' | '',
  text: string,
  maxSteps = 50_000_000,
): { matches: boolean; steps: number } {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags === 'u' })
  const matcher = new SteppingMatcher(text, flags, maxSteps)
  const matches = matcher.alternatives(pattern.alternatives, 0, (index) => index === text.length)
  return { matches, steps: matcher.steps }
}

type Continuation = (index: number) => boolean

class SteppingMatcher {
  readonly #text: string
  readonly #flags: string
  readonly #accepted = new Map<string, boolean>()
  readonly #maxSteps: number
  steps = 0

  constructor(text: string, flags: string, maxSteps: number) {
    this.#maxSteps = maxSteps
    this.#text = text
    this.#flags = flags
  }

  alternatives(alternatives: readonly AST.Alternative[], index: number, next: Continuation): boolean {
    return alternatives.some(({ elements }) => this.#sequence(elements, 0, index, next))
  }

  #sequence(elements: readonly AST.Element[], at: number, index: number, next: Continuation): boolean {
    const element = elements[at]
    if (element === undefined) return next(index)
    return this.#element(element, index, (end) => this.#sequence(elements, at + 1, end, next))
  }

  #element(node: AST.Element, index: number, next: Continuation): boolean {
    if (++this.steps > this.#maxSteps) throw new Error('The matcher takes too many steps')
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(node.alternatives, index, next)
      case 'Quantifier':
        return this.#repeat(node, node.min, node.max, index, next)
      case 'Assertion':
        return this.#assertion(node, index) && next(index)
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return (
          index < this.#text.length && this.#accepts(node.raw, this.#text.charAt(index)) && next(index + 1)
        )
      default:
        throw new TypeError(node.type)
    }
  }

  /** RepeatMatcher of ECMAScript: an optional turn that reads nothing is refused. */
  #repeat(node: AST.Quantifier, min: number, max: number, index: number, next: Continuation): boolean {
    if (max === 0) return next(index)
    const turn = (): boolean =>
      this.#element(node.element, index, (end) => {
        if (min === 0 && end === index) return false
        return this.#repeat(node, Math.max(min - 1, 0), max - 1, end, next)
      })
    if (min > 0) return turn()
    return node.greedy ? turn() || next(index) : next(index) || turn()
  }

  #assertion(node: AST.Assertion, index: number): boolean {
    switch (node.kind) {
      case 'start':
        return index === 0
      case 'end':
        return index === this.#text.length
      case 'word':
        return (this.#isWord(index - 1) !== this.#isWord(index)) !== node.negate
      case 'lookahead':
        return this.alternatives(node.alternatives, index, () => true) !== node.negate
      default:
        throw new TypeError(node.kind)
    }
  }

  #isWord(index: number): boolean {
    return /^\w$/.test(this.#text.charAt(index))
  }

  #accepts(raw: string, character: string): boolean {
    const key = raw + character
    let accepted = this.#accepted.get(key)
    if (accepted === undefined) {
      accepted = new RegExp(`^${raw}$`, this.#flags).test(character)
      this.#accepted.set(key, accepted)
    }
    return accepted
  }
}

import { visitRegExpAST, type AST } from '@eslint-community/regexpp'
import { ConstraintException } from './constraint-exception.js'
import { embeddableSource, looksAround } from './embeddable-source.js'
import { hintToSyntax, parseRegex } from './parse-regex.js'
import { buildPositionAutomaton } from './ambiguity/position-automaton.js'
import { hintToSimplify, RefusedRegex } from './ambiguity/refused-regex.js'
import { degreeOfAmbiguity, maxAmbiguity } from './ambiguity/measure-ambiguity.js'
import { parseSimpleForm, type SimpleClass, type SimpleForm } from './simple-form.js'

export { ConstraintException } from './constraint-exception.js'
export { measureAmbiguity } from './ambiguity/measure-ambiguity.js'
export type { SimpleClass } from './simple-form.js'

/** The regular expression of `{<regex>name}`. */
export interface Constraint {
  /** As written. */
  readonly source: string
  /** `u`, or none for an expression that only the older syntax accepts. */
  readonly flags: 'u' | ''
  /** Some accepted text may hold a `/`. */
  readonly spansSegments: boolean
  readonly matchesEmpty: boolean
  /** The degree of ambiguity, 0 to 2: a failing match of n characters costs O(n^(degree + 1)) steps. */
  readonly ambiguity: number
  /** The expression as one group without captures, to stand inside a bigger one. That one is to have the flag `u`. */
  readonly embeddable: string
  /**
   * It looks beyond its own text: look-ahead, `\b`, an anchor inside. In a bigger expression it would look at what
   * stands beside it there, so what was read by `embeddable` is to be confirmed by `test`.
   */
  readonly looksAround: boolean
  /** Known for one class with a quantifier that accepts ASCII characters only. */
  readonly characterClass: SimpleClass | undefined
  /** The whole text is accepted, from its first character to its last. */
  test(text: string): boolean
}

/**
 * Parses and checks a constraint (route-file.md, section 3.4).
 * @throws ConstraintException
 */
export function parseConstraint(source: string): Constraint {
  let constraint = constraints.get(source)
  if (constraint === undefined) {
    const form = parseSimpleForm(source)
    constraint = form === undefined ? new CheckedConstraint(source) : new SimpleConstraint(source, form)
    if (constraints.size >= maxCached) constraints.clear()
    constraints.set(source, constraint)
  }
  return constraint
}

/** True for one character class with a quantifier that accepts no slash. What is wrong with a constraint is not told. */
export function isSimpleConstraint(source: string): boolean {
  const isSimple = constraints.has(source) || parseSimpleForm(source) !== undefined
  const constraint = isSimple ? parseConstraint(source) : undefined
  return constraint instanceof SimpleConstraint && !constraint.spansSegments
}

// Many routes share few constraints. Constraints are immutable, so sharing cannot be seen.
const constraints = new Map<string, Constraint>()
const maxCached = 1000

class SimpleConstraint implements Constraint {
  readonly flags = 'u'
  readonly ambiguity = 0
  readonly looksAround = false
  readonly source: string
  readonly spansSegments: boolean
  readonly matchesEmpty: boolean
  readonly characterClass: SimpleClass | undefined
  #regExp: RegExp | undefined

  constructor(source: string, form: SimpleForm) {
    this.source = source
    this.spansSegments = form.table[0x2f] === 1 && form.max > 0
    this.matchesEmpty = form.min === 0
    this.characterClass = form.acceptsNonAscii ? undefined : form
  }

  get embeddable(): string {
    return `(?:${this.source})`
  }

  test(text: string): boolean {
    if (this.characterClass === undefined) {
      this.#regExp ??= wholeText(this.source, this.flags)
      return this.#regExp.test(text)
    }
    const { min, max, table } = this.characterClass
    if (text.length < min || text.length > max) return false
    for (let index = 0; index < text.length; index++) if (table[text.charCodeAt(index)] !== 1) return false
    return true
  }
}

class CheckedConstraint implements Constraint {
  readonly characterClass = undefined
  readonly source: string
  readonly flags: 'u' | ''
  readonly spansSegments: boolean
  readonly matchesEmpty: boolean
  readonly ambiguity: number
  readonly embeddable: string
  readonly looksAround: boolean
  readonly #regExp: RegExp

  constructor(source: string) {
    if (source === '') {
      const hint = 'a variable without a constraint is written {name}'
      throw new ConstraintException('E_ROUTE_REGEX', 'The regular expression is empty', 0, hint)
    }
    const { pattern, flags } = parseRegex(source)
    refuseWhatCannotBeEmbedded(pattern)
    this.source = source
    this.flags = flags
    this.#regExp = wholeText(source, flags)
    this.embeddable = embeddableSource(pattern, flags)
    this.looksAround = looksAround(pattern)
    const { spansSegments, ambiguity } = check(pattern, flags)
    this.spansSegments = spansSegments
    this.ambiguity = ambiguity
    this.matchesEmpty = this.#regExp.test('')
  }

  test(text: string): boolean {
    return this.#regExp.test(text)
  }
}

/** The groups of a constraint are dropped when it becomes part of a whole pattern, so nothing may refer to them. */
function refuseWhatCannotBeEmbedded(pattern: AST.Pattern): void {
  visitRegExpAST(pattern, {
    onCapturingGroupEnter({ name, start }) {
      if (name !== null) throw unsafe('A named group is not allowed', start, 'Write (…) or (?:…).')
    },
    onBackreferenceEnter({ start }) {
      throw unsafe('A back-reference is not allowed', start, hintToSimplify)
    },
    onAssertionEnter({ kind, start }) {
      if (kind === 'lookbehind') throw unsafe('Look-behind is not allowed', start, hintToSimplify)
    },
  })
}

function check(pattern: AST.Pattern, flags: 'u' | ''): Pick<Constraint, 'spansSegments' | 'ambiguity'> {
  try {
    const automaton = buildPositionAutomaton(pattern, flags)
    const ambiguity = degreeOfAmbiguity(automaton)
    if (ambiguity > maxAmbiguity) {
      throw unsafe(
        'The regular expression can backtrack worse than cubically',
        0,
        'Let no more than three repetitions in a row be able to read the same text: [^-]*-[^-]* instead of .*-.*',
      )
    }
    return { spansSegments: automaton.spansSegments, ambiguity }
  } catch (error) {
    throw error instanceof RefusedRegex ? unsafe(error.message, error.offset, error.hint) : error
  }
}

function unsafe(message: string, offset: number, hint: string): ConstraintException {
  return new ConstraintException('E_ROUTE_REGEX_UNSAFE', message, offset, hint)
}

function wholeText(source: string, flags: 'u' | ''): RegExp {
  try {
    return new RegExp(`^(?:${source})$`, flags)
  } catch (error) {
    // Valid by the standard, unknown to this engine: a Unicode property that is newer than it.
    const message = error instanceof Error ? error.message : String(error)
    throw new ConstraintException('E_ROUTE_REGEX', message, 0, hintToSyntax, { cause: error })
  }
}

import {
  BoundedMap,
  canRead,
  compilePieces,
  getOrInsert,
  parseRegularExpression,
  type ConstraintPiece,
  type TextTest,
} from '@mvc-router/constraint-language'
import { toRegularExpression } from './named-constraints.js'
import { parseSimpleForm, type SimpleClass } from './simple-form.js'

/** The regular expression of `{<regex>name}`. A test takes time in proportion to the length of the text. */
export class Constraint {
  /** As written, with the names of constraints: `${uuid}`. */
  readonly written: string
  /** The regular expression, without names. */
  readonly source: string
  /** True if an accepted text may contain a `/`. */
  readonly spansSegments: boolean
  readonly matchesEmpty: boolean
  /** The greatest length for which the time of a test is bounded. The text still has encoded `%25` and `%2F`. */
  readonly promisedLength: number
  /** Defined if the expression is a single ASCII class with a quantifier: `[0-9]+`. */
  readonly characterClass: SimpleClass | undefined
  /** Undefined if `characterClass` is defined. */
  readonly automaton: TextTest | undefined
  #piece: ConstraintPiece | undefined

  /** @throws ConstraintException */
  constructor(written: string) {
    this.written = written
    this.source = toRegularExpression(written)
    const form = parseSimpleForm(this.source)
    const piece = form ?? toExpression(this.source)
    this.spansSegments = canRead(piece, '/')
    // `%25` and `%2F` represent one character each.
    const segmentLength = canRead(piece, '%') ? promisedLength * 3 : promisedLength
    this.promisedLength = this.spansSegments ? maxPathLength : segmentLength
    this.characterClass = form?.ranges.every(([, last]) => last < 128) === true ? form : undefined
    this.automaton =
      this.characterClass === undefined ? compilePieces([piece], this.promisedLength).test : undefined
    this.matchesEmpty = this.test('')
  }

  /** The expression for a joined automaton. Few constraints need it, so the first access parses `source` again. */
  get piece(): ConstraintPiece {
    return (this.#piece ??= parseSimpleForm(this.source) ?? toExpression(this.source))
  }

  /** True if the expression is valid only without the flag `u`. */
  get hasOlderSyntax(): boolean {
    return this.piece.type === 'expression' && this.piece.expression.flags === ''
  }

  /** True if the expression accepts the whole text. */
  test(text: string): boolean {
    if (this.characterClass === undefined) return this.automaton?.accepts(text, 0, text.length) === true
    const { min, max, table } = this.characterClass
    if (text.length < min || text.length > max) return false
    for (let index = 0; index < text.length; index++) if (table[text.charCodeAt(index)] !== 1) return false
    return true
  }
}

/** The greatest length of a value of several segments, in UTF-16 units. */
export const maxPathLength = 8192
/** The length of a value for which the time of a constraint is bounded. */
export const promisedLength = 255

function toExpression(source: string): ConstraintPiece {
  return { type: 'expression', expression: parseRegularExpression(source) }
}

/**
 * Parses and checks a constraint (docs/route-file.md, Constraints).
 *
 * @throws ConstraintException
 */
export function parseConstraint(written: string): Constraint {
  return getOrInsert(constraints, written, () => new Constraint(written))
}

// Routes share constraints, which are immutable.
const constraints = new BoundedMap<string, Constraint>(1000)

/** A constraint that accepts the same texts, except texts with a dot. For a part of an action's name. */
export function withoutDots(constraint: Constraint | undefined): Constraint {
  if (constraint === undefined) return parseConstraint('[^/.]+')
  const { piece, source } = constraint
  return canRead(piece, '.') ? parseConstraint(`(?![^.]*\\.)(?:${source})`) : constraint
}

import {
  anyCharacter,
  canRead,
  compilePieces,
  parseRegularExpression,
  type CodePointRanges,
  type Piece,
  type TextTest,
} from '@mvc-router/constraint-language'
import { BoundedMap } from '../../bounded-map.js'
import { getOrInsert } from '../../get-or-insert.js'
import { toRegularExpression } from './named-constraints.js'
import { parseSimpleForm, type SimpleClass, type SimpleForm } from './simple-form.js'

export { ConstraintException } from '@mvc-router/constraint-language'
export type { SimpleClass } from './simple-form.js'

/** The regular expression of `{<regex>name}`. A test takes time in proportion to the length of the text. */
export interface Constraint {
  /** As written, with the names of constraints: `${uuid}`. */
  readonly written: string
  /** The regular expression. */
  readonly source: string
  /** True if an accepted text may contain a `/`. */
  readonly spansSegments: boolean
  readonly matchesEmpty: boolean
  /** The length up to which the time for half-decoded texts is bounded. */
  readonly promisedLength: number
  /** The expression as a part of a joined automaton. */
  readonly piece: Piece
  /** Defined if the expression is a single class with a quantifier that accepts only ASCII characters. */
  readonly characterClass: SimpleClass | undefined
  /** Undefined if the expression is a single class with a quantifier. */
  readonly automaton: TextTest | undefined
  /** True if the expression accepts the whole text. */
  test(text: string): boolean
}

/** The greatest length of a value of several segments, in UTF-16 units. */
export const maxPathLength = 8192
/** The length of a value for which the time of a constraint is bounded. */
export const promisedLength = 255

/** In half-decoded text `%25` and `%2F` represent one character each. */
function halfDecodedLength(readsPercent: boolean): number {
  return readsPercent ? promisedLength * 3 : promisedLength
}

/**
 * Parses and checks a constraint (docs/route-file.md, Constraints).
 *
 * @throws ConstraintException
 */
export function parseConstraint(written: string): Constraint {
  return getOrInsert(constraints, written, () => {
    const source = toRegularExpression(written)
    const form = parseSimpleForm(source)
    return form === undefined
      ? new AutomatonConstraint(source, written)
      : new SimpleConstraint(source, written, form)
  })
}

/** The constraint for a part of an action's name. It accepts the same texts, except those with a dot. */
export function withoutDots(constraint: Constraint | undefined): Constraint {
  if (constraint === undefined) return parseConstraint('[^/.]+')
  const { source } = constraint
  return canRead(parseRegularExpression(source), '.')
    ? parseConstraint(`(?![^.]*\\.)(?:${source})`)
    : constraint
}

// Routes have few different constraints, so they share them. This is safe, because constraints are immutable.
const constraints = new BoundedMap<string, Constraint>(1000)

class SimpleConstraint implements Constraint {
  readonly automaton = undefined
  readonly source: string
  readonly written: string
  readonly spansSegments: boolean
  readonly matchesEmpty: boolean
  readonly promisedLength: number
  readonly characterClass: SimpleClass | undefined
  readonly #form: SimpleForm
  #regExp: RegExp | undefined

  constructor(source: string, written: string, form: SimpleForm) {
    this.source = source
    this.written = written
    this.spansSegments = form.table[0x2f] === 1 && form.max > 0
    this.matchesEmpty = form.min === 0
    this.promisedLength = this.spansSegments ? maxPathLength : halfDecodedLength(form.table[0x25] === 1)
    this.characterClass = form.acceptsNonAscii ? undefined : form
    this.#form = form
  }

  get piece(): Piece {
    const { min, max, isLazy } = this.#form
    return { type: 'run', ranges: rangesOf(this.#form, this.source), min, max, isLazy }
  }

  test(text: string): boolean {
    if (this.characterClass === undefined) {
      // A single class cannot backtrack.
      this.#regExp ??= new RegExp(`^${this.source}$`, 'u')
      return this.#regExp.test(text)
    }
    const { min, max, table } = this.characterClass
    if (text.length < min || text.length > max) return false
    for (let index = 0; index < text.length; index++) if (table[text.charCodeAt(index)] !== 1) return false
    return true
  }
}

function rangesOf({ table, acceptsNonAscii }: SimpleForm, source: string): CodePointRanges {
  if (source.startsWith('.')) return anyCharacter
  const ranges: [number, number][] = []
  for (const [code, isAccepted] of table.entries()) {
    if (isAccepted === 0) continue
    const last = ranges.at(-1)
    if (last?.[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  return acceptsNonAscii ? [...ranges, [0x80, 0x10ffff]] : ranges
}

class AutomatonConstraint implements Constraint {
  readonly characterClass = undefined
  readonly source: string
  readonly written: string
  readonly spansSegments: boolean
  readonly matchesEmpty: boolean
  readonly promisedLength: number
  readonly automaton: TextTest
  #piece: Piece | undefined

  constructor(source: string, written: string) {
    const piece = toPiece(source)
    this.source = source
    this.written = written
    this.spansSegments = canRead(piece.expression, '/')
    this.promisedLength = this.spansSegments
      ? maxPathLength
      : halfDecodedLength(canRead(piece.expression, '%'))
    this.automaton = compilePieces([piece], this.promisedLength).test
    this.matchesEmpty = this.test('')
  }

  /** Parsed again at the first access. Few need it, and a tree takes more memory than the rest of a constraint. */
  get piece(): Piece {
    return (this.#piece ??= toPiece(this.source))
  }

  test(text: string): boolean {
    return this.automaton.accepts(text, 0, text.length)
  }
}

function toPiece(source: string): Extract<Piece, { type: 'expression' }> {
  return { type: 'expression', expression: parseRegularExpression(source) }
}

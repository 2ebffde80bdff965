import {
  compileLanguage,
  getOrInsert,
  parseRegularExpression,
  type Automaton,
  type CodePointRanges,
} from '@mvc-router/constraint-language'
import { escapeByte } from '../syntax/percent-encoding.js'
import type { RoutePattern } from '../syntax/pattern/route-pattern.js'

/**
 * The alphabet of the path languages of some patterns. A request may write a character raw or as an escape, whose
 * digits have either case. A literal accepts only its own spelling, a variable accepts all (docs/route-file.md,
 * Literals). So each spelling that literals distinguish is a separate letter, in a plane of Unicode for private use:
 *
 *   character   itself    a letter after U+100000    more letters, if some literal has this escape
 *   a           raw       %61
 *   :           raw       %3A                        %3a
 *   é           %C3%A9                               each other spelling of a literal; one for all others, %c3%a9
 *   /           raw       (none)                     the F of %2f
 *
 * `%2F` and `%25` stay three letters, because constraints see them undecoded.
 */
export class PathLetters {
  /** The letters by spelling. The letter of `%2f` is the letter of its `f`. */
  readonly #letters = new Map<string, number>()
  readonly #spellings: readonly Spelling[]
  readonly #languages = new Map<string, Automaton>()

  private constructor(spellings: readonly Spelling[]) {
    this.#spellings = spellings
    for (const [index, { written }] of spellings.entries()) this.#letters.set(written, firstSpelled + index)
  }

  /** The letters that distinguish the literals of these patterns. */
  static of(patterns: Iterable<Pick<RoutePattern, 'parts'>>): PathLetters {
    const byCharacter = new Map<number, Set<string>>()
    for (const { parts } of patterns) {
      for (const part of parts) {
        if (part.type !== 'literal' || !part.text.includes('%')) continue
        for (const { codePoint, written } of escapesOf(part.text)) {
          if (!/[A-F]/i.test(written)) continue
          getOrInsert(byCharacter, codePoint, () => new Set()).add(written)
        }
      }
    }
    if (byCharacter.size === 0) return (withoutEscapes ??= new PathLetters([]))
    const spellings = [...byCharacter].flatMap(([codePoint, written]) =>
      spellingsBesideUpper(codePoint, written),
    )
    return new PathLetters(spellings.toSorted((left, right) => left.codePoint - right.codePoint))
  }

  /** The letters that a variable reads: all spellings of each character. */
  readonly widen = (ranges: CodePointRanges): CodePointRanges => {
    const end = firstSpelled + this.#spellings.length
    const widened: (readonly [number, number])[] = []
    for (const [first, last] of ranges) {
      if (first < escapedStart) widened.push([first, Math.min(last, escapedStart - 1)])
      if (last >= end) widened.push([Math.max(first, end), last])
      if (first < 128) widened.push([escapedStart + first, escapedStart + Math.min(last, 127)])
    }
    let range = 0
    for (const [index, { codePoint }] of this.#spellings.entries()) {
      while (range < ranges.length && (ranges[range]?.[1] ?? 0) < codePoint) range++
      const first = ranges[range]?.[0]
      if (first !== undefined && first <= codePoint)
        widened.push([firstSpelled + index, firstSpelled + index])
    }
    return widened.toSorted(([left], [right]) => left - right)
  }

  toLetters(literal: string): string {
    return literal.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
      Array.from(escapesOf(escapes), ({ codePoint, written }) => {
        const letter = this.#letters.get(written)
        if (codePoint === 0x2f) return letter === undefined ? '%2F' : `%2${String.fromCodePoint(letter)}`
        if (codePoint === 0x25) return '%25'
        return String.fromCodePoint(letter ?? (codePoint < 128 ? escapedStart + codePoint : codePoint))
      }).join(''),
    )
  }

  /** The path that a request writes for these letters. */
  fromLetters(text: string): string {
    return Array.from(text, (letter) => {
      const codePoint = letter.codePointAt(0) ?? 0
      if (codePoint < 128) return letter
      const escaped = codePoint - escapedStart
      if (escaped >= 0 && escaped < 128) return escapeByte(escaped)
      const written = this.#spellings[codePoint - firstSpelled]?.written
      return written === '%2f' ? 'f' : (written ?? encodeURIComponent(letter))
    }).join('')
  }

  /** The paths that lines may match: no control characters, no dot segments, and no empty segments except the last. */
  requestPaths(): Automaton {
    return this.#paths('')
  }

  /** The paths of `requestPaths` in printable ASCII and without unneeded escapes, for people. */
  readablePaths(): Automaton {
    return this.#paths(String.raw`\u0080-\u{10ffff}`)
  }

  /** The values of a variable of one segment: all except `.` and `..`. */
  segmentValues(): Automaton {
    return this.#compile(`(?!${this.#dot()}{1,2}$)[^]*`)
  }

  /** The values of a variable that may contain slashes: no empty segments except the last, and no dot segments. */
  pathValues(): Automaton {
    const slash = String.raw`(?:\/|${this.#escapedSlash()})`
    return this.#compile(
      `(?!${slash}|[^]*${slash}${slash}|(?:[^]*${slash})?${this.#dot()}{1,2}(?:${slash}|$))[^]*`,
    )
  }

  #paths(without: string): Automaton {
    const controls = `${toSource(escapedStart)}-${toSource(escapedStart + 0x1f)}${toSource(escapedStart + 0x7f)}`
    const reserved = ['/', '%'].map((character) => toSource(escapedStart + codeOf(character))).join('')
    const none = String.raw`\/%?\u0000-\u001f\u007f-\u009f\ud800-\udfff${controls}${reserved}`
    const character = `[^${none}${this.#sourceOf('%2f')}${without}]`
    const dots = `${this.#dot()}{1,2}`
    return this.#compile(
      String.raw`(?:\/(?!${dots}(?:\/|$))(?:${character}|${this.#escapedSlash()}|%25)+)*\/?`,
    )
  }

  #dot(): string {
    return `[.${toSource(escapedStart + codeOf('.'))}${this.#sourceOf('%2e')}]`
  }

  #escapedSlash(): string {
    return `%2[F${this.#sourceOf('%2f')}]`
  }

  /** The letter of a spelling for a regular expression; empty without a letter. */
  #sourceOf(written: string): string {
    const letter = this.#letters.get(written)
    return letter === undefined ? '' : toSource(letter)
  }

  #compile(source: string): Automaton {
    return getOrInsert(this.#languages, source, () =>
      compileLanguage([{ type: 'expression', expression: parseRegularExpression(source) }]),
    )
  }
}

/** A spelling of a code point. For `%2f` the code point is `F`. */
interface Spelling {
  readonly codePoint: number
  readonly written: string
}

const escapedStart = 0x100000
const firstSpelled = escapedStart + 128

/** The shared letters of all patterns that need no letter for a spelling. */
let withoutEscapes: PathLetters | undefined

const encoder = new TextEncoder()

/** The escaped characters of a text. */
function* escapesOf(text: string): Generator<Spelling> {
  for (const [escapes] of text.matchAll(/(?:%[0-9A-Fa-f]{2})+/g)) {
    let at = 0
    for (const character of decodeURIComponent(escapes)) {
      const written = escapes.slice(at, (at += encoder.encode(character).length * 3))
      yield { codePoint: codeOf(character), written }
    }
  }
}

/** The spellings in literals, except upper case, and one spelling that represents all others. */
function spellingsBesideUpper(codePoint: number, known: ReadonlySet<string>): Spelling[] {
  if (codePoint === 0x2f) return [{ codePoint: codeOf('F'), written: '%2f' }]
  const upper = [...known][0]?.toUpperCase() ?? ''
  const others = [...known].filter((written) => written !== upper)
  const rest = spellingsOf(upper).find((written) => written !== upper && !known.has(written))
  // A raw ASCII character already has a letter.
  const raw = codePoint < 128 ? [] : [String.fromCodePoint(codePoint)]
  return [...others, ...(rest === undefined ? raw : [rest])].map((written) => ({ codePoint, written }))
}

/** All spellings of an escape: `%c3`, `%C3`. Lower case comes first. */
function spellingsOf(escape: string): string[] {
  let spellings = ['']
  for (const digit of escape) {
    const ways = digit.toLowerCase() === digit ? [digit] : [digit.toLowerCase(), digit]
    spellings = ways.flatMap((way) => spellings.map((spelling) => spelling + way))
  }
  return spellings
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

function toSource(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`
}

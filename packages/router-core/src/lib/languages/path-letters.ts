import {
  compileLanguage,
  parseRegularExpression,
  type Automaton,
  type CodePointRanges,
} from '@mvc-router/constraint-language'
import { toHalfDecoded } from '../syntax/percent-encoding.js'

/**
 * The alphabet of languages of paths. A request may write a character raw or as an escape; a literal accepts only what it
 * is written as, a variable accepts both (docs/route-file.md, Literals). So the escape of an ASCII character is a letter of
 * its own, which stands in a plane of Unicode that is for private use: `%61` is `a` there. `%2F` and `%25`, which
 * constraints see undecoded, stay three letters. Other characters always come as escapes, and are themselves.
 */
const escapedStart = 0x100000

/** What a variable reads: each ASCII character also as an escape. */
export function withEscapes(ranges: CodePointRanges): CodePointRanges {
  const outside: CodePointRanges = ranges.flatMap(([first, last]): (readonly [number, number])[] => [
    ...(first < escapedStart ? [[first, Math.min(last, escapedStart - 1)] as const] : []),
    ...(last > escapedStart + 127 ? [[Math.max(first, escapedStart + 128), last] as const] : []),
  ])
  const escaped = ranges
    .filter(([first]) => first < 128)
    .map(([first, last]) => [escapedStart + first, escapedStart + Math.min(last, 127)] as const)
  return [...outside, ...escaped].toSorted(([left], [right]) => left - right)
}

/** A canonical literal in letters. */
export function toLetters(literal: string): string {
  return literal.replace(/(?:%[0-9A-F]{2})+/g, (escapes) =>
    // oxlint-disable-next-line no-control-regex -- all of ASCII
    toHalfDecoded(escapes).replace(/%(?:2F|25)|[\0-\x7f]/g, (found) =>
      found.length === 3 ? found : String.fromCodePoint(escapedStart + (found.codePointAt(0) ?? 0)),
    ),
  )
}

/** The path that letters stand for, as a request writes it. */
export function fromLetters(text: string): string {
  return Array.from(text, (letter) => {
    const codePoint = letter.codePointAt(0) ?? 0
    if (codePoint >= escapedStart && codePoint < escapedStart + 128)
      return `%${(codePoint - escapedStart).toString(16).toUpperCase().padStart(2, '0')}`
    return codePoint < 128 ? letter : encodeURIComponent(letter)
  }).join('')
}

/**
 * The paths that requests may have, as far as lines may match them: from a slash on, without empty segments but a last
 * one, without segments of dots, without control characters.
 */
export function requestPaths(): Automaton {
  return (requests ??= compilePaths(''))
}

/** The same in printable ASCII without escapes that are not needed: what people like to read. */
export function readablePaths(): Automaton {
  return (readable ??= compilePaths('\\u0080-\\u{10ffff}'))
}

/** What a variable of one segment may hold among others: all but dots. */
export function segmentValues(): Automaton {
  return (segment ??= compileExpression(`(?!${dot}{1,2}$)[^]*`))
}

/** What a variable of several segments may hold among others: no empty segment but a last one, no segment of dots. */
export function pathValues(): Automaton {
  const slash = String.raw`(?:\/|%2F)`
  return (path ??= compileExpression(
    `(?!${slash}|[^]*${slash}${slash}|(?:[^]*${slash})?${dot}{1,2}(?:${slash}|$))[^]*`,
  ))
}

let requests: Automaton | undefined
let readable: Automaton | undefined
let segment: Automaton | undefined
let path: Automaton | undefined

function toEscapes(characters: string): string {
  return Array.from(
    characters,
    (character) => `\\u{${(escapedStart + character.charCodeAt(0)).toString(16)}}`,
  ).join('')
}

const dot = `[.${toEscapes('.')}]`

function compileExpression(source: string): Automaton {
  return compileLanguage([{ type: 'expression', expression: parseRegularExpression(source) }])
}

function compilePaths(without: string): Automaton {
  const controls = `\\u{${escapedStart.toString(16)}}-\\u{${(escapedStart + 0x1f).toString(16)}}${toEscapes('\x7f')}`
  const character = String.raw`[^\/%?\u0000-\u001f\u007f-\u009f\ud800-\udfff${controls}${toEscapes('/%')}${without}]`
  const source = String.raw`(?:\/(?!${dot}{1,2}(?:\/|$))(?:${character}|%2F|%25)+)*\/?`
  return compileExpression(source)
}

import { attempt } from '@mvc-router/constraint-language'
import { wrongOption } from '../../exceptions.js'
import { LineScanner, SyntaxProblem } from '../../syntax/line-scanner.js'
import type { RoutePattern } from '../../syntax/pattern/route-pattern.js'
import { scanRoutePattern } from '../../syntax/pattern/scan-route-pattern.js'

/** The text between two slashes. Undefined accepts any text. */
type Segment = string | undefined

/**
 * The paths of an interceptor: `/login`, `/shop/*`, `/admin/**`, or the path of a line, `/user/{<[0-9]+>id}/?`. `*`
 * is one segment, and `**` at the end is zero or more segments.
 *
 * A guard must run for every spelling of a path. So `includes` decodes the path and the pattern both before and after
 * splitting. It ignores case and a trailing slash, as `app.use` does, and a variable accepts any text. `isExactly`
 * accepts only the written path.
 */
export class PathPattern {
  readonly text: string
  readonly #segments: readonly Segment[]
  /** True if more segments may follow. */
  readonly #isOpen: boolean
  readonly #readings: readonly (readonly Segment[])[]

  /** @throws ConfigurationException */
  constructor(text: string, use: 'include' | 'exclude') {
    const pattern = parsePattern(text)
    const { segments, isOpen, isExact } = toSegments(pattern)
    if (!isExact && use === 'exclude')
      throw wrongPattern(text, 'only whole segments can be left out; write * in the place of the variable')
    if (segments.some((segment) => segment?.includes('*'))) throw wrongPattern(text, hintToPattern)
    this.text = text
    this.#segments = segments
    this.#isOpen = isOpen
    this.#readings = readingsOf(segments)
  }

  includes(path: string): boolean {
    return readingsOf(path.split('/').slice(1)).some((segments) =>
      this.#readings.some((expected) => fits(segments, expected, this.#isOpen)),
    )
  }

  isExactly(path: string): boolean {
    return fits(path.split('/').slice(1), this.#segments, this.#isOpen)
  }
}

const hintToPattern = 'write /admin, /admin/* or /admin/**'

function parsePattern(text: string): RoutePattern {
  const scanner = new LineScanner(text.includes('{') ? text : text.replaceAll(' ', '%20'))
  const pattern = attempt(SyntaxProblem, () => scanRoutePattern(scanner, 'encode'))
  if (pattern instanceof SyntaxProblem) throw wrongPattern(text, `${pattern.message}; ${pattern.hint}`)
  if (!scanner.atEnd) throw wrongPattern(text, 'a blank is written %20')
  if (pattern.host !== undefined) throw wrongPattern(text, hintToPattern)
  return pattern
}

function wrongPattern(text: string, hint: string): Error {
  return wrongOption('interceptors', `"${text}" is no path pattern; ${hint}`)
}

/** A segment with a variable becomes undefined. A variable of several segments ends the list and sets `isOpen`. */
function toSegments({ parts }: RoutePattern): {
  readonly segments: readonly Segment[]
  readonly isOpen: boolean
  readonly isExact: boolean
} {
  const spanning = parts.findIndex((part) => part.type === 'variable' && part.constraint?.spansSegments)
  const texts = parts
    .slice(0, spanning < 0 ? undefined : spanning)
    .map((part) => (part.type === 'literal' ? part.text : part.constraint === undefined ? '{}' : '{<>}'))
    .join('')
    .slice(1)
    .split('/')
  const isOpen = spanning >= 0 || texts.at(-1) === '**'
  if (isOpen) texts.pop()
  const segments = texts.map((text) => (text === '*' || text.includes('{') ? undefined : text))
  const isExact = spanning < 0 && texts.every((text) => text === '{}' || !text.includes('{'))
  return { segments, isOpen, isExact }
}

/** The readings of a path: split and then decoded, and decoded and then split. */
function readingsOf(segments: readonly Segment[]): (readonly Segment[])[] {
  const decoded = segments.map((segment) => segment && decode(segment).toLowerCase())
  const split = decoded.flatMap((segment) => (segment === undefined ? [segment] : segment.split('/')))
  return split.length === decoded.length
    ? [withoutLastSlash(decoded)]
    : [withoutLastSlash(decoded), withoutLastSlash(split)]
}

function withoutLastSlash(segments: readonly Segment[]): readonly Segment[] {
  return segments.length > 1 && segments.at(-1) === '' ? segments.slice(0, -1) : segments
}

function fits(segments: readonly Segment[], expected: readonly Segment[], isOpen: boolean): boolean {
  const fitsLength = isOpen ? segments.length >= expected.length : segments.length === expected.length
  return fitsLength && expected.every((text, index) => text === undefined || text === segments[index])
}

function decode(text: string): string {
  const decoded = attempt(URIError, () => decodeURIComponent(text))
  return decoded instanceof Error ? text : decoded
}

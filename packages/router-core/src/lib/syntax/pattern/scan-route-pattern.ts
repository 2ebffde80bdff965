import { attempt, ConstraintException } from '@mvc-router/constraint-language'
import { failAtScripting } from '../action-call.js'
import { checkVariables } from './check-variables.js'
import { parseConstraint, type Constraint } from './constraint.js'
import { findForeignText, hintToBraces } from './foreign-text.js'
import { isBlank, type LineScanner } from '../line-scanner.js'
import { controlCharacter, encodeLiteral, mustEncode } from '../percent-encoding.js'
import {
  sampleOf,
  withoutTrailingSlash,
  type HostPattern,
  type RoutePattern,
  type RoutePatternPart,
} from './route-pattern.js'

/** The greatest length of a pattern without its constraints. It bounds the time of every later step. */
const maxPatternLength = 8192

/** Refuses or encodes a literal with a character that a URL must encode. */
export type UnencodedLiterals = 'refuse' | 'encode'

/**
 * Parses a pattern, up to the next blank outside of braces.
 *
 * @throws SyntaxProblem
 */
export function scanRoutePattern(
  scanner: LineScanner,
  unencoded: UnencodedLiterals = 'refuse',
): RoutePattern {
  const start = scanner.offset
  const hostParts = scanner.text[start] === '/' ? noParts : scanParts(scanner, hostReader)
  const pathStart = scanner.offset
  if (scanner.text[pathStart] !== '/') {
    scanner.fail('Expected "/"', 'a path starts with "/"; only a host may be before it', start)
  }
  const parts = scanParts(scanner, unencoded === 'refuse' ? pathReader : encodingPathReader)
  const optionalTrailingSlash = scanOptionalTrailingSlash(scanner)
  if (scanner.offset - start > maxPatternLength) checkLength(scanner, start, [...hostParts, ...parts])
  const pattern: RoutePattern = {
    text: scanner.text.slice(pathStart, scanner.offset),
    host: pathStart === start ? undefined : toHostPattern(scanner, hostParts, start, pathStart),
    parts: optionalTrailingSlash ? withoutTrailingSlash(parts) : parts,
    optionalTrailingSlash,
  }
  checkVariables(scanner, pattern, start)
  return pattern
}

/** Checks the length without the constraints, because a constraint with a long list of words may be longer. */
function checkLength(scanner: LineScanner, start: number, parts: readonly RoutePatternPart[]): void {
  const constraints = parts.reduce(
    (length, part) => length + (part.type === 'variable' ? (part.constraint?.source.length ?? 0) : 0),
    0,
  )
  if (scanner.offset - start - constraints <= maxPatternLength) return
  scanner.failAs(
    'E_ROUTE_LIMIT',
    `A pattern may have at most ${maxPatternLength} characters`,
    'a request with a longer path is refused by most servers',
    start,
  )
}

/** The differences between hosts and paths. */
interface PartsReader {
  /** Finds the literal at the scanner. It ends at a blank, `?`, `#` or a brace, and in a host also at `/`. */
  readonly literal: RegExp
  /** Turns the text `raw`, which begins at `start`, into a literal. */
  readonly toLiteral: (scanner: LineScanner, raw: string, start: number) => string
  /** Turns the text of a constraint into the source to parse. The length does not change. */
  readonly toSource: (source: string) => string
}

const hostReader: PartsReader = {
  literal: /[^ \t?{}#/]+/y,
  toLiteral: (_, raw) => raw.toLowerCase(),
  toSource: toLowerSource,
}
const pathReader: PartsReader = {
  literal: /[^ \t?{}#]+/y,
  toLiteral: (scanner, raw, start) => toPathLiteral(scanner, raw, start, 'refuse'),
  toSource: String,
}
const encodingPathReader: PartsReader = {
  ...pathReader,
  toLiteral: (scanner, raw, start) => toPathLiteral(scanner, raw, start, 'encode'),
}
const noParts: RoutePatternPart[] = []

function scanParts(scanner: LineScanner, { literal, toLiteral, toSource }: PartsReader): RoutePatternPart[] {
  const parts: RoutePatternPart[] = []
  const { text } = scanner
  for (;;) {
    const start = scanner.offset
    const raw = scanner.match(literal)
    const character = text[scanner.offset]
    if (character === '{' && raw.endsWith('%')) failAtScripting(scanner, scanner.offset - 1)
    if (character === '#') failAtHash(scanner)
    if (character === '}') scanner.fail('Unexpected "}"', 'a variable is written {name}')
    if (raw !== '') parts.push({ type: 'literal', text: toLiteral(scanner, raw, start) })
    if (character !== '{') return parts
    parts.push(scanVariable(scanner, toSource))
  }
}

function failAtHash(scanner: LineScanner): never {
  if (scanner.text[scanner.offset + 1] === '{') failAtScripting(scanner)
  scanner.fail(
    'Unexpected "#"',
    'a server never sees the fragment of a URL; a comment needs a blank before "#"',
  )
}

/** Reads the `?` of `/?`. A `?` anywhere else is an error. */
function scanOptionalTrailingSlash(scanner: LineScanner): boolean {
  const start = scanner.offset
  if (!scanner.take('?')) return false
  const isLast = scanner.atEnd || isBlank(scanner.text.charCodeAt(scanner.offset))
  if (isLast && scanner.text[start - 1] === '/') return true
  const wordStart = Math.max(scanner.text.lastIndexOf(' ', start), scanner.text.lastIndexOf('\t', start)) + 1
  const foreign = findForeignText(scanner.text.slice(wordStart))
  if (foreign !== undefined)
    scanner.fail(`"${foreign.found}" is no variable here`, foreign.hint, wordStart + foreign.index)
  return scanner.fail(
    'Unexpected "?"',
    '"?" is allowed as the optional trailing slash "/?" only; conditions on the query are written [key=value]',
    start,
  )
}

/** Reads `{name}` or `{<regex>name}`. The regex ends at the first ">" before a name and "}". */
function scanVariable(scanner: LineScanner, toSource: PartsReader['toSource']): RoutePatternPart {
  const start = scanner.offset
  scanner.take('{')
  if (scanner.take('<')) return scanConstrainedVariable(scanner, start, toSource)
  const hint = hintToBraces(scanner.text.slice(start)) ?? 'a variable is written {name} or {<regex>name}'
  const name = scanner.takeIdentifier()
  checkName(scanner, name, start, hint)
  if (scanner.take('}')) return { type: 'variable', name, constraint: undefined }
  return scanner.fail('Expected "}"', hint, start)
}

function scanConstrainedVariable(
  scanner: LineScanner,
  start: number,
  toSource: PartsReader['toSource'],
): RoutePatternPart {
  const { text } = scanner
  const sourceStart = scanner.offset
  for (let end = text.indexOf('>', sourceStart); end >= 0; end = text.indexOf('>', end + 1)) {
    scanner.offset = end + 1
    const name = scanner.takeIdentifier()
    if (!scanner.take('}')) continue
    checkName(scanner, name, start)
    const source = toSource(text.slice(sourceStart, end))
    return { type: 'variable', name, constraint: scanConstraint(scanner, source, sourceStart) }
  }
  scanner.offset = start
  return scanner.fail(
    'Expected ">name}" after the constraint',
    'a constrained variable is written {<[0-9]+>id}',
  )
}

function scanConstraint(scanner: LineScanner, source: string, sourceStart: number): Constraint {
  const constraint = attempt(ConstraintException, () => parseConstraint(source))
  if (!(constraint instanceof ConstraintException)) return constraint
  const { code, message, hint, offset } = constraint
  return scanner.failAs(code, message, hint, sourceStart + offset)
}

function checkName(
  scanner: LineScanner,
  name: string,
  start: number,
  hint = 'a variable is written {name} or {<regex>name}',
): void {
  if (name === '') scanner.fail('Expected the name of the variable', hint, start)
  if (name.includes('$')) scanner.fail('A name consists of letters, digits and "_"', 'as in {user_id}', start)
  // Setting this key would change the prototype of an object.
  if (name === '__proto__')
    scanner.fail('A variable cannot be named "__proto__"', 'give it another name', start)
}

/** Hosts are compared in lower case, so `{<EN|FR>language}` becomes `{<en|fr>language}`. Escapes such as `\D` stay. */
function toLowerSource(source: string): string {
  return source.replaceAll(/\\(?:[pP]\{[^}]*\}|.)|[A-Z]/gsu, (found) =>
    found.length === 1 ? found.toLowerCase() : found,
  )
}

/** Nearly every literal consists of these characters, which need no further check. */
const simpleLiteral = /^[\w\-./~!$&'()*+,;=:@|[\]]*$/

function toPathLiteral(
  scanner: LineScanner,
  raw: string,
  start: number,
  unencoded: UnencodedLiterals,
): string {
  if (simpleLiteral.test(raw) && !raw.includes('//')) return raw
  const fail = (offset: number, message: string, hint: string): never =>
    scanner.fail(message, hint, start + offset)
  const badEscape = raw.search(/%(?![0-9A-Fa-f]{2})/)
  if (badEscape >= 0)
    fail(badEscape, 'Expected two hexadecimal digits after "%"', 'a percent sign itself is written %25')
  if (!raw.isWellFormed())
    fail(
      raw.search(/[\uD800-\uDFFF]/u),
      'A lone surrogate cannot be written in a URL',
      'write the whole character',
    )
  const control = raw.search(controlCharacter)
  if (control >= 0) fail(control, 'A path cannot contain a control character', 'take it out')
  const blank = raw.search(/\s/)
  if (blank >= 0)
    fail(
      blank,
      'Only space and TAB separate columns, and a path contains no other blank',
      'write it as an escape, such as %C2%A0',
    )
  for (const { 0: escapes, index } of raw.matchAll(/(?:%[0-9A-Fa-f]{2})+/g)) {
    const decoded = attempt(URIError, () => decodeURIComponent(escapes))
    if (decoded instanceof Error)
      return fail(index, 'The escapes are not UTF-8', 'the escapes of "é" are %C3%A9')
    if (controlCharacter.test(decoded))
      fail(index, 'A path cannot contain a control character', 'no request with it is answered')
  }
  const at = raw.search(mustEncode)
  const foreign = at < 0 ? undefined : findForeignText(raw)
  if (foreign !== undefined && at >= foreign.index && at < foreign.index + foreign.found.length)
    scanner.failAs(
      'E_ROUTE_UNENCODED',
      `"${foreign.found}" is no variable here`,
      foreign.hint,
      start + foreign.index,
    )
  if (at >= 0 && unencoded === 'refuse') {
    const character = String.fromCodePoint(raw.codePointAt(at) ?? 0)
    scanner.failAs(
      'E_ROUTE_UNENCODED',
      `A URL must encode the character "${character}", so an Express guard whose path has this character would never run`,
      `write ${encodeLiteral(raw)}, in guards as well; mvc-router format --encode does it for whole files`,
      start + at,
    )
  }
  // "//" in a pattern means "/" (docs/route-file.md, Literals). Otherwise a link could lead to another host.
  return encodeLiteral(raw.replace(/\/{2,}/g, '/'))
}

function toHostPattern(
  scanner: LineScanner,
  parts: RoutePatternPart[],
  start: number,
  end: number,
): HostPattern {
  const text = scanner.text.slice(start, end)
  const port = /:([0-9]{1,5})$/.exec(text)?.[1]
  const last = parts.at(-1)
  if (port !== undefined && last?.type === 'literal') {
    const rest = last.text.slice(0, -port.length - 1)
    parts.pop()
    if (rest !== '') parts.push({ type: 'literal', text: rest })
  }
  if (Number(port ?? 0) > 65_535) scanner.fail(`${port} is not a port`, 'ports end at 65535', start)
  if (parts.length === 0) scanner.fail('Expected a host before the port', 'as in localhost:8080/path', start)
  const sample = sampleOf(parts)
  if (!ipv6Address.test(sample) && !sample.split('.').every((label) => hostLabel.test(label))) {
    const hint = /^https?:$/i.test(text)
      ? `a host has no scheme: leave ${text}// out`
      : 'a path starts with "/"; only a host may be before it'
    scanner.fail(`"${text}" is not a host`, hint, start)
  }
  return { text, parts, port }
}

// Accepts every label of a request's host (matching/host-matcher.ts).
const hostLabel = /^(?!-)[\w-]+(?<!-)$/
const ipv6Address = /^\[[0-9a-f:.]+\]$/

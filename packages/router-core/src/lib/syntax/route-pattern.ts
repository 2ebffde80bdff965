import { ConstraintException, parseConstraint, type Constraint } from './constraint.js'
import { failAtScripting } from './action-call.js'
import { isBlank, type LineScanner } from './line-scanner.js'
import { controlCharacter, encodeLiteral, isDotSegment, searchUnencoded } from './percent-encoding.js'

/** A piece of a path or host: text to compare, or a variable to bind. What a URL must encode is encoded in the text. */
export type RoutePatternPart =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'variable'; readonly name: string; readonly constraint: Constraint | undefined }

/** The host in front of a path: `{client}.example.com:8080`, in lower case. `{_}` is a variable named `_`. */
export interface HostPattern {
  readonly text: string
  readonly parts: readonly RoutePatternPart[]
  /** Digits; kept for absolute URLs, never compared. */
  readonly port: string | undefined
}

/** The second column of a route line, parsed. Nothing later looks at the source text again. */
export interface RoutePattern {
  /** The path as written, from its first slash. */
  readonly text: string
  readonly host: HostPattern | undefined
  /** From the first `/`, which belongs to a literal; without the trailing `/?`. Empty for `/?` alone. */
  readonly parts: readonly RoutePatternPart[]
  /** The pattern ended in `/?`. */
  readonly optionalTrailingSlash: boolean
}

/** Longer patterns, constraints left aside, are mistakes; a limit keeps every later step bounded. */
export const maxPatternLength = 8192
export const maxVariables = 64

/** What to do with a literal that holds a character which a URL must encode: refuse it, or encode it. */
export type UnencodedLiterals = 'refuse' | 'encode'

/**
 * Parses the pattern at the scanner, up to the next blank outside braces.
 *
 * @throws SyntaxProblem
 */
export function scanRoutePattern(
  scanner: LineScanner,
  unencoded: UnencodedLiterals = 'refuse',
): RoutePattern {
  const start = scanner.offset
  const hostParts = scanParts(scanner, {
    stop: '/',
    toLiteral: (from) => scanner.text.slice(from, scanner.offset).toLowerCase(),
    toSource: toLowerSource,
  })
  const pathStart = scanner.offset
  if (scanner.text[pathStart] !== '/') {
    scanner.fail(
      'E_ROUTE_SYNTAX',
      'Expected "/"',
      'a path starts with "/"; before it may stand a host',
      start,
    )
  }
  const parts = scanParts(scanner, {
    toLiteral: (from) => toPathLiteral(scanner, from, unencoded),
    toSource: String,
  })
  const optionalTrailingSlash = scanOptionalTrailingSlash(scanner)
  const constraints = [...hostParts, ...parts].reduce(
    (length, part) => length + (part.type === 'variable' ? (part.constraint?.source.length ?? 0) : 0),
    0,
  )
  if (scanner.offset - start - constraints > maxPatternLength) {
    scanner.fail(
      'E_ROUTE_LIMIT',
      `A pattern may have at most ${maxPatternLength} characters`,
      'a request with a longer path is refused by most servers',
      start,
    )
  }
  const pattern: RoutePattern = {
    text: scanner.text.slice(pathStart, scanner.offset),
    host: pathStart === start ? undefined : toHostPattern(scanner, hostParts, start, pathStart),
    parts: optionalTrailingSlash ? withoutTrailingSlash(parts) : parts,
    optionalTrailingSlash,
  }
  checkVariables(scanner, pattern, start)
  return pattern
}

/** `prefix` followed by `pattern`, as includes need it. The root path under a prefix is the prefix itself. */
export function joinPatterns(prefix: RoutePattern, pattern: RoutePattern): RoutePattern {
  const before = prefix.optionalTrailingSlash ? prefix.parts : withoutTrailingSlash(prefix.parts)
  const isRoot = pattern.text === '/'
  const parts = mergeLiterals([...before, ...(isRoot && before.length > 0 ? [] : pattern.parts)])
  const prefixText = prefix.text.replace(/\/\??$/, '')
  return {
    text: isRoot && prefixText !== '' ? prefixText : prefixText + pattern.text,
    host: pattern.host ?? prefix.host,
    parts,
    optionalTrailingSlash: pattern.optionalTrailingSlash,
  }
}

/** The variables of host and path, in the order written. */
export function variablesOf(pattern: RoutePattern): Extract<RoutePatternPart, { type: 'variable' }>[] {
  const parts = pattern.host === undefined ? pattern.parts : [...pattern.host.parts, ...pattern.parts]
  return parts.filter((part) => part.type === 'variable')
}

/** How the parts of a host, and how those of a path are read. */
interface PartsReader {
  /** Where the parts end, besides a blank. */
  readonly stop?: string
  /** The text of the literal from an offset up to the scanner. */
  readonly toLiteral: (start: number) => string
  /** The source of a constraint as it is to be parsed; of the same length. */
  readonly toSource: (source: string) => string
}

function scanParts(scanner: LineScanner, { stop, toLiteral, toSource }: PartsReader): RoutePatternPart[] {
  const parts: RoutePatternPart[] = []
  const { text } = scanner
  let literalStart = scanner.offset
  const endLiteral = (): void => {
    if (scanner.offset > literalStart) {
      parts.push({ type: 'literal', text: toLiteral(literalStart) })
    }
  }
  for (; scanner.offset < text.length; scanner.offset++) {
    const character = text[scanner.offset]
    if (character === ' ' || character === '\t') break
    if (character === stop || character === '?') break
    if (character === '{') {
      if (text[scanner.offset - 1] === '%' || text[scanner.offset - 1] === '#') {
        scanner.offset--
        failAtScripting(scanner)
      }
      endLiteral()
      parts.push(scanVariable(scanner, toSource))
      literalStart = scanner.offset
      scanner.offset--
    } else if (character === '}')
      scanner.fail('E_ROUTE_SYNTAX', 'Unexpected "}"', 'a variable is written {name}')
    else if (character === '#') failAtHash(scanner)
  }
  endLiteral()
  return parts
}

function failAtHash(scanner: LineScanner): never {
  if (scanner.text[scanner.offset + 1] === '{') failAtScripting(scanner)
  scanner.fail(
    'E_ROUTE_SYNTAX',
    'Unexpected "#"',
    'a server never sees the fragment of a URL; a comment needs a blank before "#"',
  )
}

/** A path stops at a blank, at the end of the line, or at `?`, which may only be that of `/?`. */
function scanOptionalTrailingSlash(scanner: LineScanner): boolean {
  const start = scanner.offset
  if (!scanner.take('?')) return false
  const isLast = scanner.atEnd || isBlank(scanner.text.charCodeAt(scanner.offset))
  if (isLast && scanner.text[start - 1] === '/') return true
  return scanner.fail(
    'E_ROUTE_SYNTAX',
    'Unexpected "?"',
    '"?" is allowed as the optional trailing slash "/?" only; conditions on the query are written [key=value]',
    start,
  )
}

/** `{name}` or `{<regex>name}`; the regex ends at the first ">" that a name and "}" follow, so it may hold others. */
function scanVariable(scanner: LineScanner, toSource: PartsReader['toSource']): RoutePatternPart {
  const start = scanner.offset
  scanner.take('{')
  if (scanner.take('<')) return scanConstrainedVariable(scanner, start, toSource)
  const name = scanner.takeIdentifier()
  checkName(scanner, name, start)
  if (scanner.take('}')) return { type: 'variable', name, constraint: undefined }
  return scanner.fail(
    'E_ROUTE_SYNTAX',
    'Expected "}"',
    'a variable is written {name} or {<regex>name}',
    start,
  )
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
    'E_ROUTE_SYNTAX',
    'Expected ">name}" after the constraint',
    'a constrained variable is written {<[0-9]+>id}',
  )
}

function scanConstraint(scanner: LineScanner, source: string, sourceStart: number): Constraint {
  try {
    return parseConstraint(source)
  } catch (error) {
    if (!(error instanceof ConstraintException)) throw error
    return scanner.fail(error.code, error.message, error.hint, sourceStart + error.offset)
  }
}

function checkName(scanner: LineScanner, name: string, start: number): void {
  if (name === '') {
    scanner.fail(
      'E_ROUTE_SYNTAX',
      'Expected the name of the variable',
      'a variable is written {name} or {<regex>name}',
      start,
    )
  }
  if (name.includes('$'))
    scanner.fail('E_ROUTE_SYNTAX', 'A name consists of letters, digits and "_"', 'as in {user_id}', start)
  // An object with this key would have another prototype, and not the key.
  if (name === '__proto__')
    scanner.fail('E_ROUTE_SYNTAX', 'A variable cannot be named "__proto__"', 'give it another name', start)
}

/** Hosts are compared in lower case, so `{<EN|FR>language}` means `{<en|fr>language}`. Escapes such as `\D` stay. */
function toLowerSource(source: string): string {
  return source.replaceAll(/\\(?:[pP]\{[^}]*\}|.)|[A-Z]/gsu, (found) =>
    found.length === 1 ? found.toLowerCase() : found,
  )
}

/** What nearly every literal is: nothing in it needs a second look. */
const simpleLiteral = /^[\w\-./~!$&'()*+,;=:@|[\]]*$/

function toPathLiteral(scanner: LineScanner, start: number, unencoded: UnencodedLiterals): string {
  const raw = scanner.text.slice(start, scanner.offset)
  if (simpleLiteral.test(raw) && !raw.includes('//')) return raw
  const fail = (offset: number, message: string, hint: string): never =>
    scanner.fail('E_ROUTE_SYNTAX', message, hint, start + offset)
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
  if (control >= 0) fail(control, 'A control character cannot stand in a path', 'take it out')
  const blank = raw.search(/\s/)
  if (blank >= 0)
    fail(
      blank,
      'Only space and TAB separate, and no other blank can stand in a path',
      'write it as an escape, such as %C2%A0',
    )
  for (const { 0: escapes, index } of raw.matchAll(/(?:%[0-9A-Fa-f]{2})+/g)) {
    const decoded = decode(escapes)
    if (decoded === undefined)
      return fail(index, 'The escapes are not UTF-8', 'the escapes of "é" are %C3%A9')
    if (controlCharacter.test(decoded))
      fail(index, 'A control character cannot stand in a path', 'no request with it is answered')
  }
  const at = searchUnencoded(raw)
  if (at >= 0 && unencoded === 'refuse') {
    const character = String.fromCodePoint(raw.codePointAt(at) ?? 0)
    scanner.fail(
      'E_ROUTE_UNENCODED',
      `A URL must encode the character "${character}", so no guard of Express with this text would run`,
      `write ${encodeLiteral(raw)}, in guards as well; mvc-router format --encode does it for whole files`,
      start + at,
    )
  }
  // "//" in a pattern means "/" (docs/route-file.md, Literals): it could otherwise reverse to another host's URL.
  return encodeLiteral(raw.replace(/\/{2,}/g, '/'))
}

function decode(escapes: string): string | undefined {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return undefined
  }
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
  if (Number(port ?? 0) > 65_535)
    scanner.fail('E_ROUTE_SYNTAX', `${port} is not a port`, 'ports end at 65535', start)
  if (parts.length === 0)
    scanner.fail('E_ROUTE_SYNTAX', 'Expected a host before the port', 'as in localhost:8080/path', start)
  for (const part of parts) {
    if (part.type === 'literal' && !/^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])$/.test(part.text)) {
      const hint = /^https?:$/i.test(text)
        ? `a host has no scheme: leave ${text}// out`
        : 'a path starts with "/"; before it may stand a host'
      scanner.fail('E_ROUTE_SYNTAX', `"${text}" is not a host`, hint, start)
    }
  }
  return { text, parts, port }
}

/** The parts without the one slash at their end. */
function withoutTrailingSlash(parts: readonly RoutePatternPart[]): RoutePatternPart[] {
  const last = parts.at(-1)
  if (last?.type !== 'literal' || !last.text.endsWith('/')) return [...parts]
  const text = last.text.slice(0, -1)
  return text === '' ? parts.slice(0, -1) : [...parts.slice(0, -1), { type: 'literal', text }]
}

function mergeLiterals(parts: readonly RoutePatternPart[]): RoutePatternPart[] {
  const merged: RoutePatternPart[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (part.type === 'literal' && last?.type === 'literal') {
      merged[merged.length - 1] = { type: 'literal', text: (last.text + part.text).replace(/\/{2,}/g, '/') }
    } else merged.push(part)
  }
  return merged
}

function checkVariables(scanner: LineScanner, pattern: RoutePattern, start: number): void {
  const variables = variablesOf(pattern)
  if (variables.length < 2) {
    checkDotSegments(scanner, pattern, start)
    return
  }
  const names = new Set<string>()
  if (variables.length > maxVariables) {
    const message = `A pattern may have at most ${maxVariables} variables`
    scanner.fail('E_ROUTE_LIMIT', message, 'let one variable span the segments: {<.+>rest}', start)
  }
  // `{_}` of a host binds nothing, so it may stand there as often as it likes.
  const binding = variables.filter((variable) => variable.name !== '_' || pattern.parts.includes(variable))
  for (const { name } of binding) {
    if (names.has(name)) {
      const offset = scanner.text.lastIndexOf(`${name}}`, scanner.offset)
      scanner.fail(
        'E_ROUTE_DUP_PARAM',
        `The variable "${name}" stands twice in the pattern`,
        'give one of the two another name',
        offset,
      )
    }
    names.add(name)
  }
  checkNeighbours(scanner, pattern.parts, start)
  if (pattern.host) checkNeighbours(scanner, pattern.host.parts, start)
  checkDotSegments(scanner, pattern, start)
}

function checkNeighbours(scanner: LineScanner, parts: readonly RoutePatternPart[], start: number): void {
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    if (part.type === 'variable' && next?.type === 'variable' && !(part.constraint && next.constraint)) {
      scanner.fail(
        'E_ROUTE_AMBIGUOUS',
        `Nothing tells where "${part.name}" ends and "${next.name}" starts`,
        'put a character between them, or constrain both',
        Math.max(start, scanner.text.indexOf(`${part.name}}{`, start)),
      )
    }
  }
}

function checkDotSegments(scanner: LineScanner, pattern: RoutePattern, start: number): void {
  if (!pattern.text.includes('.') && !/%2e/i.test(pattern.text)) return
  // A variable makes a segment of any text, which is checked when it is matched or reversed.
  const text = pattern.parts.map((part) => (part.type === 'literal' ? part.text : 'x')).join('')
  const segment = text.split('/').find(isDotSegment)
  if (segment === undefined) return
  const offset = scanner.text.toUpperCase().indexOf(`/${segment.toUpperCase()}`, start) + 1
  scanner.fail(
    'E_ROUTE_SYNTAX',
    `The segment "${segment}" can never be requested`,
    'browsers fold "." and ".." away before they send a path',
    Math.max(offset, start),
  )
}

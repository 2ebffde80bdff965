import { failAtScripting, refuseScripting } from './action-call.js'
import { expandVariables } from './configuration-variables.js'
import { httpMethods } from './http-methods.js'
import { durationHint, readDuration } from './duration.js'
import { LineScanner, SyntaxProblem } from './line-scanner.js'
import { scanQueryPredicates, type QueryPredicate } from './query-predicates.js'
import { editDistance, nearestHint } from '../nearest-names.js'
import type { RoutePattern } from './pattern/route-pattern.js'
import { scanRoutePattern, type UnencodedLiterals } from './pattern/scan-route-pattern.js'
import { checkTarget, scanTarget, type RouteTarget } from './route-target.js'

/** The words of `+` lines. A single word has the value `true`, and `name=x` has the value `'x'`. */
export type RouteModifiers = Readonly<Record<string, string | true>>

/** The name of a middleware in `+ use=signedIn,upload`, and its place. */
interface MiddlewareUse {
  readonly name: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lineText: string
}

/** The settings of `+` lines for the next route or include. */
export interface Description {
  readonly modifiers: RouteModifiers
  /** In the order in which they run. */
  readonly middleware: readonly MiddlewareUse[]
}

/** The place of an entry; columns count from 1. */
interface EntryPosition {
  readonly line: number
  readonly lineText: string
  /** The column of the target or file name, for errors that are found later. */
  readonly targetColumn: number
}

/** A line to parse, with the settings of the `+` lines above it. */
type Entry = Omit<EntryPosition, 'targetColumn'> & Description

/** A parsed route line with its place. */
export interface RouteLine extends EntryPosition, Description {
  readonly type: 'route'
  /** The name shown in errors. */
  readonly file: string
  /** As written: `GET`, `*`, `GET|POST`. */
  readonly method: string
  readonly formats: readonly string[]
  readonly pattern: RoutePattern
  readonly predicates: readonly QueryPredicate[]
  readonly target: RouteTarget
}

/** A parsed include: `-> /prefix file` or `* /prefix module:name`. */
export interface IncludeLine extends EntryPosition, Description {
  readonly type: 'includeFile' | 'includeModule'
  readonly prefix: RoutePattern
  /** The file as written, or the module's name. */
  readonly name: string
}

/** Options of parsing a route file. */
export interface ParseRouteFileOptions {
  /** The name shown in errors. */
  readonly file: string
  /** `lower` refuses controllers that start with an upper-case letter (the default). */
  readonly controllerNames?: 'lower' | 'any' | undefined
  /** The values of `${key}`. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** `encode` accepts literals with characters that a URL must encode. Default: `refuse`. */
  readonly unencodedLiterals?: UnencodedLiterals | undefined
}

const noModifiers: RouteModifiers = Object.freeze({})
const noMiddleware: readonly MiddlewareUse[] = Object.freeze([])
export const noDescription: Description = Object.freeze({ modifiers: noModifiers, middleware: noMiddleware })
const noFormats: readonly string[] = Object.freeze([])

/** A `+` line. */
interface ModifierLine extends Description {
  readonly type: 'modifiers'
}

/** Joins two descriptions. The inner setting wins. The middleware of both runs, the outer first. */
export function describe(outer: Description, inner: Description): Description {
  if (outer === noDescription) return inner
  const middleware = [...outer.middleware, ...inner.middleware]
  const modifiers = { ...outer.modifiers, ...inner.modifiers }
  if (middleware.length > 0) modifiers[useModifier] = toUseText(middleware)
  return { modifiers, middleware }
}

const useModifier = 'use'
/** The query parameters that a signature does not cover. */
export const ignoreModifier = 'signed-ignore'

function toUseText(middleware: readonly MiddlewareUse[]): string {
  return middleware.map(({ name }) => name).join(',')
}

/**
 * Parses one line of a route file; undefined for a blank line or a comment.
 *
 * @throws SyntaxProblem
 */
export function parseRouteLine(
  lineText: string,
  line: number,
  { modifiers, middleware }: Description,
  options: ParseRouteFileOptions,
): RouteLine | IncludeLine | ModifierLine | undefined {
  if (!lineText.includes('${'))
    return scanLine(new LineScanner(lineText), { line, lineText, modifiers, middleware }, options)
  const expanded = expandVariables(lineText, options.variables ?? {})
  const toOriginal = (column: number): number => expanded.toOriginal(column - 1) + 1
  try {
    const above = { line, lineText, modifiers, middleware }
    const entry = scanLine(new LineScanner(expanded.text), above, options)
    if (entry === undefined) return undefined
    if (entry.type !== 'modifiers') return { ...entry, targetColumn: toOriginal(entry.targetColumn) }
    return {
      ...entry,
      middleware: entry.middleware.map((use) => ({ ...use, column: toOriginal(use.column) })),
    }
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error
    throw new SyntaxProblem(error.code, error.message, expanded.toOriginal(error.offset), error.hint)
  }
}

function scanLine(
  scanner: LineScanner,
  entry: Entry,
  options: ParseRouteFileOptions,
): RouteLine | IncludeLine | ModifierLine | undefined {
  // Also in a comment, which may contain the next lines because of it.
  const carriageReturn = scanner.text.indexOf('\r')
  if (carriageReturn >= 0) {
    scanner.fail(
      'A carriage return alone does not end a line',
      'save the file with LF or CRLF',
      carriageReturn,
    )
  }
  scanner.skipBlanks()
  if (scanner.atEnd || scanner.text[scanner.offset] === '#') return undefined
  if (scanner.take('+')) return scanModifiers(scanner, entry, options)
  if (scanner.take('->')) return scanInclude(scanner, entry, options)
  return scanRoute(scanner, entry, options)
}

function scanModifiers(
  scanner: LineScanner,
  { line, lineText, modifiers: above }: Entry,
  { file }: ParseRouteFileOptions,
): ModifierLine {
  const modifiers: Record<string, string | true> = {}
  const middleware: MiddlewareUse[] = []
  while (!scanner.atLineEnd) {
    scanner.skipBlanks()
    const start = scanner.offset
    const word = scanner.takeWord()
    const [, name, value] = /^([A-Za-z_][\w.-]*)(?:=(.*))?$/.exec(word) ?? []
    if (name === undefined || name === '__proto__') {
      scanner.fail('Expected a word or name=value', 'as in "+ nocsrf tag=shop"', start)
    }
    checkModifier(scanner, name, value, start)
    if (name !== useModifier && (Object.hasOwn(modifiers, name) || Object.hasOwn(above, name)))
      scanner.fail(`The word ${name} is given twice`, 'leave one of them out', start)
    modifiers[name] = value ?? true
    if (name === useModifier) {
      let offset = start + useModifier.length + 1
      for (const used of (value ?? '').split(',')) {
        checkMiddlewareName(scanner, used, offset)
        middleware.push({ name: used, file, line, column: offset + 1, lineText })
        offset += used.length + 1
      }
    }
  }
  if (middleware.length > 0) modifiers[useModifier] = toUseText(middleware)
  return { type: 'modifiers', modifiers, middleware }
}

/** The words with a meaning for the router. Applications may use others. */
const knownModifiers = [
  'use',
  'name',
  'alias',
  'signed',
  ignoreModifier,
  'tag',
  'deprecated',
  'hidden',
  'passes',
]

/**
 * The known word of which this is a misspelling, also in another case. With a misspelt `use` a line would have no guard.
 */
function findMeant(name: string): string | undefined {
  if (knownModifiers.includes(name)) return undefined
  const lower = name.toLowerCase()
  return knownModifiers.find((known) => isSlip(lower, known))
}

/** True if a word differs by one letter, or by two letters that have changed places. Long words may differ by two. */
function isSlip(word: string, known: string): boolean {
  const edits = editDistance(word, known)
  const isLong = known.length >= 6 && word[0] === known[0]
  return edits <= (isLong ? 2 : 1) || (edits === 2 && sorted(word) === sorted(known))
}

function sorted(word: string): string {
  return word.split('').toSorted().join('')
}

/** @throws SyntaxProblem for a misspelt known word, and for a wrong value of a known word */
function checkModifier(scanner: LineScanner, name: string, value: string | undefined, start: number): void {
  const meant = findMeant(name)
  if (meant !== undefined) {
    const hint = `did you mean ${meant}? A word of your own must differ more`
    scanner.fail(`"${name.slice(0, 40)}" is nearly "${meant}"`, hint, start)
  }
  if (name === 'name' && !/^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/.test(value ?? '')) {
    const hint = 'as in "+ name=profile": a name starts with a letter, and holds letters, digits, "-" and "_"'
    scanner.fail('Expected name= and a second name for links', hint, start)
  }
  if (name === 'signed' && value !== undefined && readDuration(value) === undefined)
    scanner.fail('Expected how long a signed link lives', durationHint, start + 'signed='.length)
  if (name === ignoreModifier && !/^[^,=&\s]+(?:,[^,=&\s]+)*$/.test(value ?? '')) {
    const hint = 'as in "+ signed signed-ignore=utm_source,utm_medium"'
    scanner.fail('Expected the names of query parameters', hint, start)
  }
}

function checkMiddlewareName(scanner: LineScanner, name: string, offset: number): void {
  if (/^[A-Za-z_$][\w$.:-]*$/.test(name)) return
  const hint = 'names are separated by commas, without blanks: "+ use=signedIn,upload"'
  scanner.fail('Expected the name of a middleware', hint, offset)
}

function scanInclude(scanner: LineScanner, entry: Entry, options: ParseRouteFileOptions): IncludeLine {
  if (!scanner.skipBlanks()) scanner.fail('Expected a blank after "->"', 'as in "-> /admin admin.conf"')
  const prefix = scanPrefix(scanner, options)
  const targetColumn = scanner.offset + 1
  const name = scanner.takeRest()
  if (name === '') scanner.fail('Expected a file name', 'as in "-> /admin admin.conf"')
  refuseScripting(scanner, name, targetColumn - 1)
  return { type: 'includeFile', prefix, name, targetColumn, ...entry }
}

function scanPrefix(scanner: LineScanner, options: ParseRouteFileOptions): RoutePattern {
  const start = scanner.offset
  if (scanner.atLineEnd) scanner.fail('Expected a prefix and a file name', 'as in "-> /admin admin.conf"')
  const prefix = scanRoutePattern(scanner, options.unencodedLiterals)
  if (prefix.optionalTrailingSlash) failAtOptionalSlash(scanner, start)
  scanner.skipBlanks()
  return prefix
}

function failAtOptionalSlash(scanner: LineScanner, prefixStart: number): never {
  scanner.fail('A prefix cannot end in "/?"', 'what is included may have the route "/?"', prefixStart)
}

function scanRoute(
  scanner: LineScanner,
  entry: Entry,
  options: ParseRouteFileOptions,
): RouteLine | IncludeLine {
  const methodStart = scanner.offset
  refuseComment(scanner)
  const method = scanMethods(scanner)
  const formats = scanner.take('(') ? scanFormats(scanner) : noFormats
  expectColumn(scanner, 'a path')
  const patternStart = scanner.offset
  const pattern = scanRoutePattern(scanner, options.unencodedLiterals)
  expectColumn(scanner, 'an action')
  let predicates: readonly QueryPredicate[] = []
  if (scanner.text[scanner.offset] === '[') {
    predicates = scanQueryPredicates(scanner)
    expectColumn(scanner, 'an action')
  }
  const targetStart = scanner.offset
  if (method === '*' && scanner.take('module:')) {
    const name = scanner.takeRest()
    if (!/^[\w.-]+$/.test(name))
      scanner.fail('Expected the name of a module', 'as in "* /shop module:shop"', targetStart)
    if (pattern.optionalTrailingSlash) failAtOptionalSlash(scanner, patternStart)
    return { type: 'includeModule', prefix: pattern, name, targetColumn: targetStart + 1, ...entry }
  }
  if (scanner.text.startsWith('module:', targetStart)) {
    const hint = `write * instead of ${method}`
    scanner.failAs('E_ROUTE_ACTION', 'A module is included for every method', hint, methodStart)
  }
  const target = scanTarget(scanner, pattern, patternStart)
  checkTarget(scanner, target, pattern, targetStart, options.controllerNames ?? 'lower')
  if (!scanner.atLineEnd) {
    scanner.skipBlanks()
    if (/^[%#]\{/.test(scanner.text.slice(scanner.offset, scanner.offset + 2))) failAtScripting(scanner)
    refuseComment(scanner)
    scanner.fail('Expected the end of the line', 'a comment after a route starts with a blank and "#"')
  }
  return {
    type: 'route',
    file: options.file,
    method,
    formats,
    pattern,
    predicates,
    target,
    targetColumn: targetStart + 1,
    ...entry,
  }
}

/** Refuses comments in the syntax of other languages. */
function refuseComment(scanner: LineScanner): void {
  const [found] = /^(?:\/\/|\/\*|--|;|<!--)/.exec(scanner.text.slice(scanner.offset)) ?? []
  if (found === undefined) return
  scanner.fail(`"${found}" starts no comment`, 'a comment starts with "#"')
}

/** Skips the blanks before a column. Fails if there are none, or if nothing follows. */
function expectColumn(scanner: LineScanner, what: string): void {
  if (scanner.atLineEnd) {
    const scripting = /^[ \t]+(?=#\{)/.exec(scanner.text.slice(scanner.offset))?.[0]
    if (scripting !== undefined) failAtScripting(scanner, scanner.offset + scripting.length)
    const hint = 'a route has three columns: method, path and action'
    scanner.fail(`Expected ${what}`, hint, scanner.offset)
  }
  if (!scanner.skipBlanks()) scanner.fail('Expected a blank', 'blanks separate the columns')
}

function scanMethods(scanner: LineScanner): string {
  const start = scanner.offset
  const word = scanner.match(/[^ \t(]*/y)
  if (word === '*' || httpMethods.has(word)) return word
  const otherBlank = word.search(/[^\S\uFEFF]/)
  if (otherBlank >= 0) {
    scanner.fail(
      'Only space and TAB separate columns',
      'replace this character by a space',
      start + otherBlank,
    )
  }
  refuseScripting(scanner, word, start)
  let offset = start
  for (const method of word.split('|')) {
    if (!httpMethods.has(method)) failAtMethod(scanner, method, offset)
    offset += method.length + 1
  }
  return word
}

function failAtMethod(scanner: LineScanner, method: string, offset: number): never {
  if (method === '') scanner.failAs('E_ROUTE_METHOD', 'Expected a method', 'as in GET|POST', offset)
  if (method === '*')
    scanner.failAs('E_ROUTE_METHOD', '"*" is every method already', 'write * alone, without "|"', offset)
  scanner.failAs('E_ROUTE_METHOD', `Unknown method "${method.slice(0, 40)}"`, hintAtMethod(method), offset)
}

function hintAtMethod(method: string): string {
  const upper = method.toUpperCase()
  if (httpMethods.has(upper)) return `methods are written in upper case: ${upper}`
  const words = upper.split(',')
  if (words.every((word) => httpMethods.has(word))) return `several methods are written ${words.join('|')}`
  const meant = methodsElsewhere.get(upper)
  return (
    meant ??
    nearestHint(nearestMethods(upper)) ??
    'the methods are GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD, WS, the other registered HTTP methods, and * for every method'
  )
}

/** Methods of which a word may be a misspelling. Both must have the same first letter, so DEL does not suggest GET. */
function nearestMethods(word: string): string[] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']
  const starting = methods.filter((method) => word.length > 2 && method.startsWith(word))
  return starting.length > 0
    ? starting
    : methods.filter((method) => method[0] === word[0] && isSlip(word.toLowerCase(), method.toLowerCase()))
}

/** The words of other routers. */
const methodsElsewhere: ReadonlyMap<string, string> = new Map([
  ...['ANY', 'ALL'].map((word) => [word, 'did you mean *? It is every method'] as const),
  ...['WSS', 'WEBSOCKET'].map((word) => [word, 'did you mean WS? It is a WebSocket handshake'] as const),
  ...['READ', 'VIEW', 'SHOW', 'LIST', 'FETCH'].map((word) => [word, 'did you mean GET?'] as const),
  ...['CREATE', 'ADD', 'INSERT'].map((word) => [word, 'did you mean POST?'] as const),
  ...['DEL', 'REMOVE', 'DESTROY'].map((word) => [word, 'did you mean DELETE?'] as const),
  ['OPTS', 'did you mean OPTIONS?'],
])

function scanFormats(scanner: LineScanner): readonly string[] {
  const formats: string[] = []
  do {
    scanner.skipBlanks()
    const format = scanner.match(/[a-z][a-z0-9.+-]*/y)
    if (format === '') scanner.fail('Expected a format', 'as in "GET(json,xml)"')
    formats.push(format)
    scanner.skipBlanks()
  } while (scanner.take(','))
  if (!scanner.take(')')) scanner.fail('Expected "," or ")"', 'as in "GET(json,xml)"')
  return formats
}

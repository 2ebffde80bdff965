import { failAtScripting, refuseScripting } from './action-call.js'
import { expandVariables } from './configuration-variables.js'
import { httpMethods } from './http-methods.js'
import { LineScanner, SyntaxProblem } from './line-scanner.js'
import { scanQueryPredicates, type QueryPredicate } from './query-predicates.js'
import { nearestHint, nearestNames } from '../nearest-names.js'
import type { RoutePattern } from './pattern/route-pattern.js'
import { scanRoutePattern, type UnencodedLiterals } from './pattern/scan-route-pattern.js'
import { checkTarget, scanTarget, type RouteTarget } from './route-target.js'

/** The words of `+` lines: a bare word is `true`, `name=x` is `'x'`. */
export type RouteModifiers = Readonly<Record<string, string | true>>

/** The name of a middleware in `+ use=signedIn,upload`, and where it stands. */
interface MiddlewareUse {
  readonly name: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lineText: string
}

/** What `+` lines say about the next route or include. */
export interface Description {
  readonly modifiers: RouteModifiers
  /** In the order in which they run. */
  readonly middleware: readonly MiddlewareUse[]
}

/** Where an entry stands; columns count from 1. */
interface EntryPosition {
  readonly line: number
  readonly lineText: string
  /** The column of the target or file name, for errors that are found later. */
  readonly targetColumn: number
}

/** A line of a route file that is a route, parsed into its columns, with its place. */
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

/** `-> /prefix file` or `* /prefix module:name`. */
export interface IncludeLine extends EntryPosition, Description {
  readonly type: 'includeFile' | 'includeModule'
  readonly prefix: RoutePattern
  /** The file as written, or the module's name. */
  readonly name: string
}

/** How the text of a route file is read. */
export interface ParseRouteFileOptions {
  /** The name shown in errors. */
  readonly file: string
  /** `lower` refuses controllers that start with an upper-case letter (the default). */
  readonly controllerNames?: 'lower' | 'any' | undefined
  /** The values of `${key}`. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** `encode` takes literals with characters that a URL must encode. Default: they are refused. */
  readonly unencodedLiterals?: UnencodedLiterals | undefined
}

const noModifiers: RouteModifiers = Object.freeze({})
export const noMiddleware: readonly MiddlewareUse[] = Object.freeze([])
export const noDescription: Description = Object.freeze({ modifiers: noModifiers, middleware: noMiddleware })
export const noFormats: readonly string[] = Object.freeze([])

/** A `+` line. */
interface ModifierLine extends Description {
  readonly type: 'modifiers'
}

/** What stands nearer to the route wins; middleware of both runs, the outer first. */
export function describe(outer: Description, inner: Description): Description {
  if (outer === noDescription) return inner
  const middleware = [...outer.middleware, ...inner.middleware]
  const modifiers = { ...outer.modifiers, ...inner.modifiers }
  if (middleware.length > 0) modifiers[useModifier] = toUseText(middleware)
  return { modifiers, middleware }
}

const useModifier = 'use'

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
  description: Description,
  options: ParseRouteFileOptions,
): RouteLine | IncludeLine | ModifierLine | undefined {
  if (!lineText.includes('${'))
    return scanLine(new LineScanner(lineText), line, lineText, description, options)
  const expanded = expandVariables(lineText, options.variables ?? {})
  const toOriginal = (column: number): number => expanded.toOriginal(column - 1) + 1
  try {
    const entry = scanLine(new LineScanner(expanded.text), line, lineText, description, options)
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
  line: number,
  lineText: string,
  description: Description,
  options: ParseRouteFileOptions,
): RouteLine | IncludeLine | ModifierLine | undefined {
  // In a comment, too: it may have swallowed the lines behind it.
  const carriageReturn = scanner.text.indexOf('\r')
  if (carriageReturn >= 0) {
    scanner.fail(
      'E_ROUTE_SYNTAX',
      'A carriage return alone does not end a line',
      'save the file with LF or CRLF',
      carriageReturn,
    )
  }
  scanner.skipBlanks()
  if (scanner.atEnd || scanner.text[scanner.offset] === '#') return undefined
  if (scanner.take('+')) return scanModifiers(scanner, { file: options.file, line, lineText })
  if (scanner.take('->')) return scanInclude(scanner, line, lineText, description, options)
  return scanRoute(scanner, line, lineText, description, options)
}

function scanModifiers(
  scanner: LineScanner,
  place: Pick<MiddlewareUse, 'file' | 'line' | 'lineText'>,
): ModifierLine {
  const modifiers: Record<string, string | true> = {}
  const middleware: MiddlewareUse[] = []
  while (!scanner.atLineEnd) {
    scanner.skipBlanks()
    const start = scanner.offset
    const word = scanner.takeWord()
    const [, name, value] = /^([A-Za-z_][\w.-]*)(?:=(.*))?$/.exec(word) ?? []
    if (name === undefined || name === '__proto__') {
      scanner.fail('E_ROUTE_SYNTAX', 'Expected a word or name=value', 'as in "+ nocsrf tag=shop"', start)
    }
    modifiers[name] = value ?? true
    if (name === useModifier) {
      let offset = start + useModifier.length + 1
      for (const used of (value ?? '').split(',')) {
        checkMiddlewareName(scanner, used, offset)
        middleware.push({ name: used, column: offset + 1, ...place })
        offset += used.length + 1
      }
    }
  }
  if (middleware.length > 0) modifiers[useModifier] = toUseText(middleware)
  return { type: 'modifiers', modifiers, middleware }
}

function checkMiddlewareName(scanner: LineScanner, name: string, offset: number): void {
  if (/^[A-Za-z_$][\w$.:-]*$/.test(name)) return
  const hint = 'names are separated by commas, without blanks: "+ use=signedIn,upload"'
  scanner.fail('E_ROUTE_SYNTAX', 'Expected the name of a middleware', hint, offset)
}

function scanInclude(
  scanner: LineScanner,
  line: number,
  lineText: string,
  description: Description,
  options: ParseRouteFileOptions,
): IncludeLine {
  if (!scanner.skipBlanks())
    scanner.fail('E_ROUTE_SYNTAX', 'Expected a blank after "->"', 'as in "-> /admin admin.conf"')
  const prefix = scanPrefix(scanner, options)
  const targetColumn = scanner.offset + 1
  const name = scanner.takeRest()
  if (name === '') scanner.fail('E_ROUTE_SYNTAX', 'Expected a file name', 'as in "-> /admin admin.conf"')
  refuseScripting(scanner, name, targetColumn - 1)
  const { modifiers, middleware } = description
  return { type: 'includeFile', prefix, name, modifiers, middleware, line, lineText, targetColumn }
}

function scanPrefix(scanner: LineScanner, options: ParseRouteFileOptions): RoutePattern {
  const start = scanner.offset
  if (scanner.atLineEnd)
    scanner.fail('E_ROUTE_SYNTAX', 'Expected a prefix and a file name', 'as in "-> /admin admin.conf"')
  const prefix = scanRoutePattern(scanner, options.unencodedLiterals)
  if (prefix.optionalTrailingSlash) failAtOptionalSlash(scanner, start)
  scanner.skipBlanks()
  return prefix
}

function failAtOptionalSlash(scanner: LineScanner, prefixStart: number): never {
  scanner.fail(
    'E_ROUTE_SYNTAX',
    'A prefix cannot end in "/?"',
    'what is included may have the route "/?"',
    prefixStart,
  )
}

function scanRoute(
  scanner: LineScanner,
  line: number,
  lineText: string,
  { modifiers, middleware }: Description,
  options: ParseRouteFileOptions,
): RouteLine | IncludeLine {
  const methodStart = scanner.offset
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
      scanner.fail(
        'E_ROUTE_SYNTAX',
        'Expected the name of a module',
        'as in "* /shop module:shop"',
        targetStart,
      )
    if (pattern.optionalTrailingSlash) failAtOptionalSlash(scanner, patternStart)
    return {
      type: 'includeModule',
      prefix: pattern,
      name,
      modifiers,
      middleware,
      line,
      lineText,
      targetColumn: targetStart + 1,
    }
  }
  if (scanner.text.startsWith('module:', targetStart)) {
    const hint = `write * instead of ${method}`
    scanner.fail('E_ROUTE_ACTION', 'A module is included for every method', hint, methodStart)
  }
  const target = scanTarget(scanner, pattern, patternStart)
  checkTarget(scanner, target, pattern, targetStart, options.controllerNames ?? 'lower')
  if (!scanner.atLineEnd) {
    scanner.skipBlanks()
    if (/^[%#]\{/.test(scanner.text.slice(scanner.offset, scanner.offset + 2))) failAtScripting(scanner)
    scanner.fail(
      'E_ROUTE_SYNTAX',
      'Expected the end of the line',
      'a comment after a route starts with a blank and "#"',
    )
  }
  return {
    type: 'route',
    file: options.file,
    method,
    formats,
    pattern,
    predicates,
    target,
    modifiers,
    middleware,
    line,
    lineText,
    targetColumn: targetStart + 1,
  }
}

/** Blanks, and something after them. */
function expectColumn(scanner: LineScanner, what: string): void {
  if (scanner.atLineEnd) {
    const scripting = /^[ \t]+(?=#\{)/.exec(scanner.text.slice(scanner.offset))?.[0]
    if (scripting !== undefined) failAtScripting(scanner, scanner.offset + scripting.length)
    const hint = 'a route has three columns: method, path and action'
    scanner.fail('E_ROUTE_SYNTAX', `Expected ${what}`, hint, scanner.offset)
  }
  if (!scanner.skipBlanks()) scanner.fail('E_ROUTE_SYNTAX', 'Expected a blank', 'blanks separate the columns')
}

function scanMethods(scanner: LineScanner): string {
  const start = scanner.offset
  const word = scanner.takeWord('(')
  if (word === '*' || httpMethods.has(word)) return word
  const otherBlank = word.search(/[^\S\uFEFF]/)
  if (otherBlank >= 0) {
    scanner.fail(
      'E_ROUTE_SYNTAX',
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
  if (method === '') scanner.fail('E_ROUTE_METHOD', 'Expected a method', 'as in GET|POST', offset)
  if (method === '*')
    scanner.fail('E_ROUTE_METHOD', '"*" is every method already', 'write * alone, without "|"', offset)
  scanner.fail('E_ROUTE_METHOD', `Unknown method "${method.slice(0, 40)}"`, hintAtMethod(method), offset)
}

function hintAtMethod(method: string): string {
  const upper = method.toUpperCase()
  if (httpMethods.has(upper)) return `methods are written in upper case: ${upper}`
  const words = upper.split(',')
  if (words.every((word) => httpMethods.has(word))) return `several methods are written ${words.join('|')}`
  const nearest = nearestNames(method, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])
  return (
    nearestHint(nearest) ??
    'the methods are GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD, WS, the other registered HTTP methods, and * for every method'
  )
}

function scanFormats(scanner: LineScanner): readonly string[] {
  const formats: string[] = []
  do {
    scanner.skipBlanks()
    const format = scanner.match(/[a-z][a-z0-9.+-]*/y)
    if (format === '') scanner.fail('E_ROUTE_SYNTAX', 'Expected a format', 'as in "GET(json,xml)"')
    formats.push(format)
    scanner.skipBlanks()
  } while (scanner.take(','))
  if (!scanner.take(')')) scanner.fail('E_ROUTE_SYNTAX', 'Expected "," or ")"', 'as in "GET(json,xml)"')
  return formats
}

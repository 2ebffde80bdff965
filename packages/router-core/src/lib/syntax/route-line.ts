import { attempt } from '@mvc-router/constraint-language'
import { failAtScripting, refuseScripting } from './action-call.js'
import { expandVariables } from './configuration-variables.js'
import { LineScanner, SyntaxProblem } from './line-scanner.js'
import { scanModifiers, type Description, type ModifierLine } from './modifiers.js'
import { scanQueryPredicates, type QueryPredicate } from './query-predicates.js'
import type { RoutePattern } from './pattern/route-pattern.js'
import { scanRoutePattern, type UnencodedLiterals } from './pattern/scan-route-pattern.js'
import { checkTarget, scanTarget, type RouteTarget } from './route-target.js'
import { scanMethods } from './scan-methods.js'

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

/** Options of `parseRouteFile`. */
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

const noFormats: readonly string[] = Object.freeze([])

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
  const above = { line, lineText, modifiers, middleware }
  if (!lineText.includes('${')) return scanLine(new LineScanner(lineText), above, options)
  const expanded = expandVariables(lineText, options.variables ?? {})
  const toOriginal = (column: number): number => expanded.toOriginal(column - 1) + 1
  const entry = attempt(SyntaxProblem, () => scanLine(new LineScanner(expanded.text), above, options))
  if (entry instanceof SyntaxProblem)
    throw new SyntaxProblem(entry.code, entry.message, expanded.toOriginal(entry.offset), entry.hint)
  if (entry?.type !== 'modifiers') return entry && { ...entry, targetColumn: toOriginal(entry.targetColumn) }
  return { ...entry, middleware: entry.middleware.map((use) => ({ ...use, column: toOriginal(use.column) })) }
}

function scanLine(
  scanner: LineScanner,
  entry: Entry,
  options: ParseRouteFileOptions,
): RouteLine | IncludeLine | ModifierLine | undefined {
  // A carriage return is refused in comments, too, because the lines after it would belong to the comment.
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
  if (scanner.take('+')) return scanModifiers(scanner, entry, options.file)
  if (scanner.take('->')) return scanInclude(scanner, entry, options)
  return scanRoute(scanner, entry, options)
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
  scanner.fail('A prefix cannot end in "/?"', 'the included file may have the route "/?"', prefixStart)
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

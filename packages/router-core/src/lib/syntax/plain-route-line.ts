import { noArguments } from './action-call.js'
import { isSimpleConstraint } from './constraint.js'
import { httpMethods } from './http-methods.js'
import { isBlank, isIdentifierPart, isIdentifierStart } from './line-scanner.js'
import {
  noFormats,
  parseRouteLine,
  type ParseRouteFileOptions,
  type RouteLine,
  type RouteModifiers,
} from './route-line.js'
import { isPlainInLiterals, maxPatternLength, maxVariables, type RoutePattern } from './route-pattern.js'
import type { RouteTarget } from './route-target.js'

/** The text of a route file, which its plain lines share. */
export interface RouteFileText {
  /** The name shown in errors. */
  readonly file: string
  readonly text: string
}

/**
 * A line as nearly all lines of nearly all route files are: one method, a path whose variables are whole segments, an
 * action without arguments.
 *
 *   GET   /users/{<[0-9]+>id}/edit   userController.edit
 *         ^ patternStart         ^   ^ actionStart     ^ actionEnd
 *                           patternEnd
 *
 * It is kept as places in the text of its file. What it means is read by the parser of all lines when somebody asks.
 */
export class PlainRouteLine implements RouteLine {
  readonly method: string
  readonly modifiers: RouteModifiers
  readonly line: number
  readonly source: RouteFileText
  readonly patternStart: number
  readonly patternEnd: number
  /** How many variables the path has. */
  readonly variables: number
  readonly #start: number
  readonly #end: number
  readonly #actionStart: number
  readonly #actionEnd: number

  constructor(
    source: RouteFileText,
    line: number,
    modifiers: RouteModifiers,
    { method, start, end, patternStart, patternEnd, variables, actionStart, actionEnd }: PlainColumns,
  ) {
    this.source = source
    this.line = line
    this.modifiers = modifiers
    this.method = method
    this.patternStart = patternStart
    this.patternEnd = patternEnd
    this.variables = variables
    this.#start = start
    this.#end = end
    this.#actionStart = actionStart
    this.#actionEnd = actionEnd
  }

  get type(): 'route' {
    return 'route'
  }

  get file(): string {
    return this.source.file
  }

  get formats(): readonly string[] {
    return noFormats
  }

  get predicates(): RouteLine['predicates'] {
    return noPredicates
  }

  get path(): string {
    return this.source.text.slice(this.patternStart, this.patternEnd)
  }

  get action(): string {
    return this.source.text.slice(this.#actionStart, this.#actionEnd)
  }

  get lineText(): string {
    return this.source.text.slice(this.#start, this.#end)
  }

  get targetColumn(): number {
    return this.#actionStart - this.#start + 1
  }

  /** Parsed with each call. */
  get pattern(): RoutePattern {
    return this.parse().pattern
  }

  get target(): RouteTarget {
    return {
      type: 'action',
      call: { action: this.action, fixedArguments: noArguments, variables: noVariables },
    }
  }

  /** The line as plain data. */
  parse(): RouteLine {
    const parsed = parseRouteLine(this.lineText, this.line, this.modifiers, {
      file: this.file,
      controllerNames: 'any',
    })
    if (parsed?.type !== 'route') throw new TypeError(`Not a plain line: ${this.lineText}`)
    return parsed
  }
}

const noPredicates: RouteLine['predicates'] = Object.freeze([])
const noVariables: readonly string[] = Object.freeze([])

/** Where the columns of a plain line are in the text of its file. */
export interface PlainColumns {
  method: string
  start: number
  end: number
  patternStart: number
  patternEnd: number
  variables: number
  actionStart: number
  actionEnd: number
}

/**
 * Finds the columns of the line from `start` to `end`, if it is plain; whatever is in doubt is not, and is left to the
 * parser, which knows what is wrong with it.
 *
 * @param columns filled when the answer is true
 */
export function scanPlainLine(
  text: string,
  start: number,
  end: number,
  { controllerNames = 'lower' }: Pick<ParseRouteFileOptions, 'controllerNames'>,
  columns: PlainColumns,
): boolean {
  const methodStart = skipBlanks(text, start, end)
  const methodEnd = skipWord(text, methodStart, end)
  const method = methods.get(text.slice(methodStart, methodEnd))
  if (method === undefined) return false
  const patternStart = skipBlanks(text, methodEnd, end)
  const patternEnd = skipPlainPattern(text, patternStart, end, columns)
  if (patternEnd === notPlain) return false
  const actionStart = skipBlanks(text, patternEnd, end)
  const actionEnd = skipPlainAction(text, actionStart, end, controllerNames)
  if (actionEnd === notPlain || skipBlanks(text, actionEnd, end) < end) return false
  columns.method = method
  columns.start = start
  columns.end = end
  columns.patternStart = patternStart
  columns.patternEnd = patternEnd
  columns.actionStart = actionStart
  columns.actionEnd = actionEnd
  return true
}

/** To be filled. */
export const noColumns: Readonly<PlainColumns> = {
  method: '',
  start: 0,
  end: 0,
  patternStart: 0,
  patternEnd: 0,
  variables: 0,
  actionStart: 0,
  actionEnd: 0,
}

/** The methods by themselves, so that all lines share one text. */
const methods: ReadonlyMap<string, string> = new Map([...httpMethods, '*'].map((method) => [method, method]))

/** The answer for a column that is not plain. */
const notPlain = -1

function skipBlanks(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isBlank(text.charCodeAt(at))) at++
  return at
}

function skipWord(text: string, start: number, end: number): number {
  let at = start
  while (at < end && !isBlank(text.charCodeAt(at))) at++
  return at
}

/** The end of a path that has no host, escapes, dot segments or doubled slashes, and whose variables are whole segments. */
function skipPlainPattern(text: string, start: number, end: number, columns: PlainColumns): number {
  const limit = Math.min(end, start + maxPatternLength)
  let variables = 0
  let before = 0
  let at = start
  for (; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === slash) {
      if (before === slash) return notPlain
    } else if (isBlank(code)) break
    else if (code === openBrace) {
      if (before !== slash || ++variables > maxVariables) return notPlain
      at = skipPlainVariable(text, start, at, limit)
      if (at === notPlain || !endsSegment(text.charCodeAt(at + 1))) return notPlain
    } else if (code === questionMark) {
      if (before !== slash || !isBlank(text.charCodeAt(at + 1))) return notPlain
    } else if (isPlainInLiterals[code] !== 1 || (code === dot && before === slash) || at === start)
      return notPlain
    before = code
  }
  columns.variables = variables
  return at < limit && at > start ? at : notPlain
}

/** The place of the closing brace of `{name}` or `{<[0-9]+>name}`. */
function skipPlainVariable(text: string, patternStart: number, start: number, end: number): number {
  let at = start + 1
  if (text.charCodeAt(at) === lessThan) {
    at = skipSimpleConstraint(text, at + 1, end)
    if (at === notPlain) return notPlain
  }
  const nameStart = at
  if (!isNameStart(text.charCodeAt(at))) return notPlain
  while (isNamePart(text.charCodeAt(at))) at++
  if (text.charCodeAt(at) !== closeBrace || at >= end) return notPlain
  return isNewName(text, patternStart, nameStart, at) ? at : notPlain
}

/** The place behind the `>` of a constraint that is one character class with a quantifier, within a segment. */
function skipSimpleConstraint(text: string, start: number, end: number): number {
  let at = start
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === greaterThan) break
    // A dollar may start a variable of the configuration.
    if (code <= space || code === dollar) return notPlain
  }
  return at < end && isSimpleConstraint(text.slice(start, at)) ? at + 1 : notPlain
}

/** The name can be a property, and no variable before it in the pattern has it. */
function isNewName(text: string, patternStart: number, start: number, end: number): boolean {
  const name = text.slice(start, end)
  if (name === '__proto__') return false
  for (let at = text.indexOf(name, patternStart); at < start; at = text.indexOf(name, at + 1)) {
    const before = text.charCodeAt(at - 1)
    const isWhole = before === openBrace || before === greaterThan
    if (isWhole && text.charCodeAt(at + name.length) === closeBrace) return false
  }
  return true
}

/** The end of `controller.method`. */
function skipPlainAction(text: string, start: number, end: number, controllerNames: 'lower' | 'any'): number {
  const first = text.charCodeAt(start) | 0
  if (!(first >= 97 && first <= 122) && !(controllerNames === 'any' && first >= 65 && first <= 90))
    return notPlain
  let names = 0
  for (let at = start; at < end; at++) {
    if (!isIdentifierStart(text.charCodeAt(at))) return notPlain
    while (at < end && isIdentifierPart(text.charCodeAt(at))) at++
    names++
    if (text.charCodeAt(at) !== dot || at >= end) return names > 1 ? at : notPlain
  }
  return notPlain
}

function endsSegment(code: number): boolean {
  return code === slash || isBlank(code)
}

function isNameStart(code: number): boolean {
  return code !== dollar && isIdentifierStart(code)
}

function isNamePart(code: number): boolean {
  return code !== dollar && isIdentifierPart(code)
}

const space = 32
const dollar = 36
const dot = 46
const slash = 47
const lessThan = 60
const greaterThan = 62
const questionMark = 63
const openBrace = 123
const closeBrace = 125

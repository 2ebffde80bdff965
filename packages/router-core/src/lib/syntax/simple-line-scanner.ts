import { isSimpleConstraint } from './pattern/constraint.js'
import { httpMethods } from './http-methods.js'
import { isBlank } from './line-scanner.js'
import type { SimpleColumns } from './simple-line.js'
import type { ParseRouteFileOptions } from './route-line.js'
import { maxVariables } from './pattern/check-variables.js'
import { maxPatternLength } from './pattern/scan-route-pattern.js'

/**
 * Finds the lines of one route file that are simple (simple-line.ts); whatever is in doubt is not, and is left to
 * the parser, which knows what is wrong with it.
 */
export class SimpleLineScanner {
  readonly #text: string
  readonly #action: RegExp
  /** The first brace that no line before has passed: lines without variables are not searched for one. */
  #nextBrace = -1

  constructor(text: string, { controllerNames = 'lower' }: Pick<ParseRouteFileOptions, 'controllerNames'>) {
    this.#text = text
    this.#action = controllerNames === 'lower' ? simpleAction : simpleActionOfAnyCase
  }

  /** The columns of the line from `start` to `end`, if it is simple. Lines are to be given in order. */
  scan(start: number, end: number): SimpleColumns | undefined {
    if (end - start > maxPatternLength) return undefined
    const text = this.#text
    const methodStart = skipBlanks(text, start)
    const methodEnd = skipWord(text, methodStart, end)
    const method = methods.get(text.slice(methodStart, methodEnd))
    if (method === undefined) return undefined
    const patternStart = skipBlanks(text, methodEnd)
    const patternEnd = skip(simplePattern, text, patternStart)
    if (patternEnd === patternStart || patternEnd >= end) return undefined
    const actionStart = skipBlanks(text, patternEnd)
    const actionEnd = skip(this.#action, text, actionStart)
    if (actionStart === patternEnd || actionEnd === actionStart) return undefined
    if (skipBlanks(text, actionEnd) !== end) return undefined
    const variables = this.#countVariables(patternStart, patternEnd)
    if (variables === undefined) return undefined
    return { method, start, end, patternStart, patternEnd, variables, actionStart, actionEnd }
  }

  /** The variables of a pattern; `undefined` when a name or a constraint is not simple. */
  #countVariables(start: number, end: number): number | undefined {
    const text = this.#text
    let variables = 0
    let open = this.#nextBrace < start ? indexOrEnd(text, '{', start) : this.#nextBrace
    while (open < end) {
      const isConstrained = text.charCodeAt(open + 1) === lessThan
      const nameStart = isConstrained ? text.indexOf('>', open) + 1 : open + 1
      const close = text.indexOf('}', nameStart)
      if (isConstrained && !isSimpleConstraint(text.slice(open + 2, nameStart - 1))) return undefined
      if (!isNewName(text, start, nameStart, close) || ++variables > maxVariables) return undefined
      open = indexOrEnd(text, '{', close)
    }
    this.#nextBrace = open
    return variables
  }
}

// These walk through a line natively, which a process that has just started does much faster than by loops of its own.
// None can read a text in two ways, so none backtracks further than one part of a line.

/**
 * Segments that start with no dot, colon or star, each of usual literal characters or one variable; then perhaps `/` or `/?`. The
 * dollar is missing from constraints, where it may start a variable of the configuration.
 */
const simplePattern =
  // oxlint-disable-next-line no-control-regex -- control characters are what is left out
  /(?:\/(?:[\w\-~!$&'()+,;=@|[\]][\w\-.~!$&'()*+,;=:@|[\]]*|\{(?:<[^\u0000-\u0020$>]+>)?[A-Za-z_]\w*\})(?=[/ \t]))+(?:\/\??(?=[ \t]))?|\/\??(?=[ \t])/y

/** `controller.method` */
const simpleAction = /[a-z][\w$]*(?:\.[A-Za-z_$][\w$]*)+/y
const simpleActionOfAnyCase = /[A-Za-z][\w$]*(?:\.[A-Za-z_$][\w$]*)+/y

/** The methods by themselves, so that all lines share one text. */
const methods: ReadonlyMap<string, string> = new Map([...httpMethods, '*'].map((method) => [method, method]))

/** The place behind what the expression finds at `start`; `start` when it finds nothing. */
function skip(regex: RegExp, text: string, start: number): number {
  regex.lastIndex = start
  return regex.test(text) ? regex.lastIndex : start
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

function skipWord(text: string, start: number, end: number): number {
  let at = start
  while (at < end && !isBlank(text.charCodeAt(at))) at++
  return at
}

function indexOrEnd(text: string, searched: string, start: number): number {
  const index = text.indexOf(searched, start)
  return index < 0 ? text.length : index
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

const lessThan = 60
const greaterThan = 62
const openBrace = 123
const closeBrace = 125

import type { RouteFileErrorCode } from '../exceptions.js'

/** The reason why a line cannot be read, with its offset. With the file and line it becomes a RouteFileProblem. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem'
  readonly code: RouteFileErrorCode
  /** The offset in the scanned text, from 0. */
  readonly offset: number
  readonly hint: string

  constructor(code: RouteFileErrorCode, message: string, offset: number, hint: string) {
    super(message)
    this.code = code
    this.offset = offset
    this.hint = hint
  }
}

/** A cursor over a line of text. Only space and TAB separate columns. Every other blank is an ordinary character. */
export class LineScanner {
  readonly text: string
  offset = 0

  constructor(text: string) {
    this.text = text
  }

  get atEnd(): boolean {
    return this.offset >= this.text.length
  }

  /** Skips blanks. Returns true if there was one. */
  skipBlanks(): boolean {
    return this.match(blanks) !== ''
  }

  /** Consumes and returns the next text if it matches a sticky expression. Returns an empty text if it does not. */
  match(sticky: RegExp): string {
    const start = this.offset
    sticky.lastIndex = start
    if (!sticky.test(this.text)) return ''
    this.offset = sticky.lastIndex
    return this.text.slice(start, this.offset)
  }

  /** Consumes `text` if it comes next. */
  take(text: string): boolean {
    if (!this.text.startsWith(text, this.offset)) return false
    this.offset += text.length
    return true
  }

  /** Consumes everything up to the next blank or the end. */
  takeWord(): string {
    return this.match(word)
  }

  /** `[A-Za-z_$][A-Za-z0-9_$]*`, or an empty string. */
  takeIdentifier(): string {
    return this.match(identifier)
  }

  /** True at the end of the line, and before a comment, which starts with a blank and `#`. */
  get atLineEnd(): boolean {
    lineEnd.lastIndex = this.offset
    return lineEnd.test(this.text)
  }

  /** Consumes the remaining line. Returns it without a comment and the blanks at its end. */
  takeRest(): string {
    const rest = this.text.slice(this.offset)
    this.offset = this.text.length
    return rest.slice(0, rest.search(restEnd))
  }

  /** @throws SyntaxProblem with the code E_ROUTE_SYNTAX */
  fail(message: string, hint: string, offset?: number): never {
    this.failAs('E_ROUTE_SYNTAX', message, hint, offset)
  }

  /** @throws SyntaxProblem */
  failAs(code: RouteFileErrorCode, message: string, hint: string, offset: number = this.offset): never {
    throw new SyntaxProblem(code, message, offset, hint)
  }
}

export function isBlank(code: number): boolean {
  return code === 32 || code === 9
}

const blanks = /[ \t]*/y
const word = /[^ \t]*/y
const identifier = /[A-Za-z_$][\w$]*/y
const lineEnd = /[ \t]*$|[ \t]+#/y
/** The end of a line, or the blanks before it or before a comment. It is tried only at the first of several blanks. */
const restEnd = /(?<![ \t])[ \t]+(?:#|$)|$/

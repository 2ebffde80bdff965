import { codeFrame } from './code-frame.js'
import { printable, shorten } from './printable.js'

// The exceptions of this package. `code` is stable. `status` is the HTTP status of the answer.

/** The stable codes of problems in route files. */
export type RouteFileErrorCode =
  | 'E_ROUTE_SYNTAX'
  | 'E_ROUTE_UNENCODED'
  | 'E_ROUTE_METHOD'
  | 'E_ROUTE_ACTION'
  | 'E_ROUTE_REGEX'
  | 'E_ROUTE_REGEX_UNSAFE'
  | 'E_ROUTE_AMBIGUOUS'
  | 'E_ROUTE_DUP_PARAM'
  | 'E_ROUTE_LIMIT'
  | 'E_ROUTE_VARIABLE'
  | 'E_ROUTE_INCLUDE'
  | 'E_ROUTE_ENCODING'
  | 'E_ROUTE_FILE_READ'
  | 'E_ROUTE_SHADOWED'
  | 'E_ROUTE_NEVER_LINKED'
  | 'E_ROUTE_OVERRIDDEN'
  | 'E_ROUTE_MISTAKEN'
  | 'E_ROUTE_FILE_DUP'
  | 'E_ROUTE_EMPTY'
  | 'E_ROUTE_TARGET_NOT_FOUND'
  | 'E_ROUTE_SIGNED'
  | 'E_ACTION_NOT_FOUND'
  | 'E_MIDDLEWARE_NOT_FOUND'

/** A problem of a route file. Lines and columns count from 1, columns in UTF-16 units. Without a line, both are 0. */
export interface RouteFileProblem {
  readonly code: RouteFileErrorCode
  readonly message: string
  /** How to correct the problem. */
  readonly hint: string
  readonly file: string
  readonly line: number
  readonly column: number
  /** The whole line of the file, for the code frame. */
  readonly lineText: string
  /** The error of the system or of the application's function, if a file could not be read. */
  readonly cause?: unknown
}

/** Adds the cause as a non-enumerable property, so that printing a problem does not print a stack. */
export function withCause(problem: RouteFileProblem, cause: unknown): RouteFileProblem {
  return cause === undefined ? problem : Object.defineProperty(problem, 'cause', { value: cause })
}

/** Thrown once with the errors of all route files. `file`, `line`, `column` and `code` belong to the first error. */
export class RouteFileParsingException extends Error {
  override readonly name = 'RouteFileParsingException'
  /** At most 100 errors. */
  readonly errors: readonly RouteFileProblem[]
  /** The number of errors. There may be more if the files were not read to their end. */
  readonly errorCount: number
  readonly code: RouteFileErrorCode
  readonly file: string
  readonly line: number
  readonly column: number

  /** @param options `omitted`: how many more errors were found; `isCut`: the files were not read to their end */
  constructor(
    errors: readonly [RouteFileProblem, ...RouteFileProblem[]],
    {
      omitted = 0,
      isCut = false,
      ...options
    }: ErrorOptions & { readonly omitted?: number; readonly isCut?: boolean } = {},
  ) {
    const shownErrors = errors.slice(0, maxErrors)
    const others = errors.length - shownErrors.length + omitted
    const count = `${isCut ? 'at least ' : ''}${others}`
    const more = others === 0 ? [] : [`and ${count} more ${others === 1 ? 'error' : 'errors'}`]
    const cause = options.cause ?? errors[0].cause
    super([...shownErrors.map(formatProblem), ...more].join('\n\n'), cause === undefined ? {} : { cause })
    this.errors = shownErrors
    this.errorCount = errors.length + omitted
    const [first] = errors
    this.code = first.code
    this.file = first.file
    this.line = first.line
    this.column = first.column
  }
}

// An uncaught exception prints only its message, without fields and stack.
Object.defineProperty(RouteFileParsingException.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value(this: RouteFileParsingException): string {
    return `${this.name}: ${this.message}`
  },
})

/** Nobody reads more errors. */
export const maxErrors = 100

/** A problem as text: message, position, the line with a caret, and the hint. */
export function formatProblem({
  message,
  hint,
  file,
  line,
  column,
  lineText,
}: Omit<RouteFileProblem, 'code' | 'hint'> & { readonly hint?: string | undefined }): string {
  const lines = message.split('\n').map(shown)
  if (line > 0) lines.push(`${printable(file)}:${line}:${column}`, ...codeFrame(lineText, column - 1))
  else lines.push(printable(file))
  if (hint !== undefined) lines.push(`  hint: ${shown(hint)}`)
  return lines.join('\n')
}

/** Nobody reads a quoted name of a million characters. */
function shown(text: string): string {
  return printable(shorten(text, 300))
}

/** The stable codes of the reasons why a URL cannot be built. */
export type ReverseErrorCode =
  | 'E_REVERSE_BAD_ACTION'
  | 'E_REVERSE_BAD_ARGS'
  | 'E_REVERSE_BAD_ARG'
  | 'E_REVERSE_MISSING_ARG'
  | 'E_REVERSE_CONSTRAINT'
  | 'E_REVERSE_NO_ROUTE'
  | 'E_REVERSE_SIGNED'
  | 'E_HOST'

/** The reason why a route cannot build the URL. */
export interface RejectedCandidate {
  readonly code: ReverseErrorCode
  /** The route's position, as `file:line`. */
  readonly position: string
  readonly reason: string
  /** The name of the wrong or missing argument. */
  readonly argument?: string
}

/** Thrown when no URL can be built, by `reverse` and by all links (docs/route-file.md, Reversing). */
export class NoHandlerFoundException extends Error {
  override readonly name = 'NoHandlerFoundException'
  readonly code: ReverseErrorCode
  readonly action: string
  readonly argument: string | undefined
  readonly candidates: readonly RejectedCandidate[]
  /** The nearest known action names, when the action is unknown. */
  readonly suggestions: readonly string[]

  constructor(
    message: string,
    facts: {
      code: ReverseErrorCode
      action: string
      argument?: string | undefined
      candidates?: readonly RejectedCandidate[]
      suggestions?: readonly string[]
    },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = facts.code
    this.action = facts.action
    this.argument = facts.argument
    this.candidates = facts.candidates ?? []
    this.suggestions = facts.suggestions ?? []
  }
}

/** Thrown by `matchOrThrow` when no route matches. */
export class NoRouteFoundException extends Error {
  override readonly name = 'NoRouteFoundException'
  readonly code = 'E_NO_ROUTE'
  readonly status = 404
  readonly statusCode = 404
  readonly method: string
  readonly path: string

  constructor(method: string, path: string) {
    super(`No route matches ${printable(method.slice(0, 40))} ${printable(path.slice(0, 200))}`)
    this.method = method
    this.path = path
  }
}

/** Thrown when a route names an action that no registered controller has. */
export class ActionNotFoundException extends Error {
  override readonly name = 'ActionNotFoundException'
  readonly code = 'E_ACTION_NOT_FOUND'
  readonly action: string

  constructor(message: string, action: string) {
    super(message)
    this.action = action
  }
}

/** Thrown for a malformed request: a bad escape, a control character, a bad method override. */
export class BadRequestException extends Error {
  override readonly name = 'BadRequestException'
  readonly code = 'E_BAD_REQUEST'
  readonly status = 400
  readonly statusCode = 400
}

/** Thrown for a request to a signed line without a valid signature (docs/route-file.md, Signed links). */
export class SignatureException extends Error {
  override readonly name = 'SignatureException'
  readonly code: 'E_SIGNATURE_MISSING' | 'E_SIGNATURE_INVALID' | 'E_SIGNATURE_EXPIRED'
  readonly status = 403
  readonly statusCode = 403

  constructor(code: SignatureException['code']) {
    super(code === 'E_SIGNATURE_EXPIRED' ? 'This link has expired' : 'This link is not valid')
    this.code = code
  }
}

/** Thrown if a value of the request is missing or cannot be converted. */
export class InvalidParameterException extends Error {
  override readonly name = 'InvalidParameterException'
  readonly code = 'E_BAD_PARAMETER'
  readonly status = 400
  readonly statusCode = 400
  readonly source: 'path' | 'parameter' | 'header' | 'cookie' | 'body'
  readonly parameter: string

  constructor(
    source: InvalidParameterException['source'],
    parameter: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.source = source
    this.parameter = parameter
  }
}

/** Thrown for an unknown option or a wrong value of an option. */
export class ConfigurationException extends Error {
  override readonly name = 'ConfigurationException'
  readonly code = 'E_CONFIG'
  readonly option: string

  constructor(option: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.option = option
  }
}

/** The message begins with the option's name. */
export function wrongOption(option: string, reason: string, options?: ErrorOptions): ConfigurationException {
  return new ConfigurationException(option, `${option}: ${reason}`, options)
}

export { printable }

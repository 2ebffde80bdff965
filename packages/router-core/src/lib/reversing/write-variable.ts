import { printable, type ReverseErrorCode } from '../exceptions.js'
import { noLimit } from '../matching/index/path-trie.js'
import { isBindable, isDots, isSafePath } from '../matching/path-matcher.js'
import { toPropertyKey } from '../matching/property-key.js'
import { shorten } from '../printable.js'
import { maxPathLength, type Constraint } from '../syntax/pattern/constraint.js'
import type { RoutePattern, RoutePatternPart } from '../syntax/pattern/route-pattern.js'
import {
  controlCharacter,
  encodeFilePath,
  encodePath,
  encodePathValue,
  encodeUsual,
  isKept,
  toHalfEncoded,
} from '../syntax/percent-encoding.js'

/** The reason why a route cannot build a URL from the arguments. */
export interface Rejection {
  readonly code: ReverseErrorCode
  /** Called only if no other route builds the URL. */
  readonly reason: () => string
  readonly argument?: string
}

/** @param argument the name of the wrong or missing argument */
export function refusal(code: ReverseErrorCode, reason: () => string, argument?: string): Rejection {
  return argument === undefined ? { code, reason } : { code, reason, argument }
}

/** @param kind `argument`, or `host argument` */
export function mismatch(kind: string, name: string, { written }: Constraint, value: string): Rejection {
  const reason = (): string =>
    `the ${kind} "${name}" must match ${written}, got "${printable(shorten(value, 60))}"`
  return refusal('E_REVERSE_CONSTRAINT', reason, name)
}

/** A variable of a path, with facts for a quick check of its values. */
export interface PathVariable {
  readonly name: string
  /** The literal after the variable. */
  readonly after: string
  readonly next: PathVariable | undefined
  readonly constraint: Constraint | undefined
  readonly isFilePath: boolean
  /** True if there is no constraint and the value is not the path of a file. */
  readonly takesAny: boolean
  /** True if the value may be empty: `{<.*>path}` after the last slash. */
  readonly mayBeEmpty: boolean
  /** 1 for each character code that needs no check and no encoding in a text of `min` to `max` characters. */
  readonly sure: Uint8Array
  readonly min: number
  readonly max: number
}

/** The variables of a path as a linked list, and the literal before them. */
export function toPathVariables(pattern: RoutePattern): {
  readonly start: string
  readonly first: PathVariable | undefined
} {
  let first: PathVariable | undefined
  let text = ''
  for (const part of pattern.parts.toReversed()) {
    if (part.type === 'literal') text = part.text + text
    else {
      first = toPathVariable(pattern, part, text, first)
      text = ''
    }
  }
  return { start: text, first }
}

function toPathVariable(
  pattern: RoutePattern,
  part: Extract<RoutePatternPart, { type: 'variable' }>,
  after: string,
  next: PathVariable | undefined,
): PathVariable {
  const { name, constraint, isFilePath = false } = part
  const takesAny = constraint === undefined && !isFilePath
  const { table, min, max } =
    (constraint?.spansSegments === true ? undefined : constraint?.characterClass) ??
    ({ table: isKept, min: 1, max: takesAny ? noLimit : 0 } as const)
  // Variables share tables if possible, because a thousand tables would not stay in the processor's cache.
  const isKeptAll = isKept.every((kept, code) => kept === 1 || table[code] !== 1)
  const sure = isKeptAll ? table : isKept.map((kept, code) => kept & (table[code] ?? 0))
  return {
    name: toPropertyKey(name),
    after,
    next,
    constraint,
    isFilePath,
    takesAny,
    mayBeEmpty: isOptionalTail(pattern, part),
    sure,
    // An empty text would make an empty segment, even if the constraint accepts it.
    min: Math.max(min, 1),
    max: Math.min(max, noLimit),
  }
}

function isOptionalTail({ parts }: RoutePattern, variable: RoutePatternPart): boolean {
  const before = parts.at(-2)
  return (
    parts.at(-1) === variable &&
    variable.type === 'variable' &&
    variable.constraint?.spansSegments === true &&
    variable.constraint.matchesEmpty &&
    before?.type === 'literal' &&
    before.text.endsWith('/')
  )
}

export function writeVariable(
  text: string,
  variable: PathVariable,
  maxParamLength: number,
): string | Rejection {
  const { length } = text
  const { sure, min, max } = variable
  if (length < min || length > max || length > maxParamLength || (length < 3 && isDots(text)))
    return writeUnsure(text, variable, maxParamLength)
  // A shared function for this loop would take a tenth more time.
  for (let index = 0; index < length; index++)
    if (sure[charCodeAt.call(text, index)] !== 1)
      return (
        (variable.takesAny ? encodeUsual(text) : undefined) ?? writeUnsure(text, variable, maxParamLength)
      )
  return text
}

// See matching/index/path-trie.ts.
// oxlint-disable-next-line typescript/unbound-method -- each call passes the text
const { charCodeAt } = String.prototype

function writeUnsure(text: string, variable: PathVariable, maxParamLength: number): string | Rejection {
  const { name, constraint, isFilePath, mayBeEmpty } = variable
  const refuse = (reason: string, code: ReverseErrorCode = 'E_REVERSE_BAD_ARG'): Rejection =>
    refusal(code, () => `the argument "${name}" ${reason}`, name)
  // The caller then reads all arguments, and throws a better error.
  if (!text.isWellFormed()) return refuse('holds a lone surrogate')
  if (text === '') return mayBeEmpty ? '' : refuse('is empty')
  if (controlCharacter.test(text))
    return refuse('holds a control character', constraint ? 'E_REVERSE_CONSTRAINT' : 'E_REVERSE_BAD_ARG')
  if (isFilePath) return isFileName(text) ? encodeFilePath(text) : refuse('is not the path of a file')
  if (constraint?.spansSegments === true)
    return writePath(text, constraint) ?? mismatch('argument', name, constraint, text)
  if (!isBindable(text, maxParamLength)) {
    return refuse(
      text.length > maxParamLength
        ? `is longer than ${maxParamLength} characters, got ${text.length}`
        : `is "${text}", which URLs fold away`,
    )
  }
  const isAccepted = constraint === undefined || constraint.test(toHalfEncoded(text, false))
  return isAccepted ? encodePathValue(text) : mismatch('argument', name, constraint, text)
}

/** True for the path of a file in a static folder. A path that ends in a slash is a folder with an index.html. */
function isFileName(value: string): boolean {
  return isSafePath(value) && !value.includes('\\') && value.length <= maxPathLength
}

/** Slashes stay if the constraint accepts them and no segment is empty or dots. Otherwise they become `%2F`. */
function writePath(value: string, constraint: Constraint): string | undefined {
  if (value.length > maxPathLength) return undefined
  const isOfSegments = isSafePath(value) && !value.endsWith('/')
  const accepts = (text: string): boolean => text.length <= maxPathLength && constraint.test(text)
  if (isOfSegments && accepts(toHalfEncoded(value, true))) return encodePath(value)
  return accepts(toHalfEncoded(value, false)) ? encodePathValue(value) : undefined
}

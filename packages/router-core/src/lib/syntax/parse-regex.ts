import { RegExpParser, RegExpSyntaxError, type AST } from '@eslint-community/regexpp'
import { hintToSimplify } from './ambiguity/refused-regex.js'
import { ConstraintException } from './constraint-exception.js'

/** A regular expression as a tree, with the flags under which it is valid. */
export interface ParsedRegex {
  readonly pattern: AST.Pattern
  readonly flags: 'u' | ''
}

// The parser, the printer and the analysis recurse into groups, so their number is bounded before anything else.
const maxSourceLength = 8192
const maxGroups = 250

// 2024: what every supported Node understands.
const parser = new RegExpParser({ ecmaVersion: 2024 })

/**
 * Parses with the flag `u`, or without it when `u` refuses what the older syntax accepts, such as `[\w-.]` or `\-`.
 * What only `u` gives a meaning (`\p{…}`, `\u{…}`) never falls back: without `u` it would silently mean other text.
 * @throws ConstraintException
 */
export function parseRegex(source: string): ParsedRegex {
  try {
    return { pattern: parseWithFlags(source, 'u'), flags: 'u' }
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error
    if (/\\(?:[pPk]|u\{)/.test(source)) throw syntaxException(error)
  }
  try {
    return { pattern: parseWithFlags(source, ''), flags: '' }
  } catch (error) {
    throw error instanceof RegExpSyntaxError ? syntaxException(error) : error
  }
}

/** @throws RegExpSyntaxError, or ConstraintException for a source that is too long to look at */
export function parseWithFlags(source: string, flags: 'u' | ''): AST.Pattern {
  if (source.length > maxSourceLength) {
    throw new ConstraintException(
      'E_ROUTE_REGEX_UNSAFE',
      `Regular expression longer than ${maxSourceLength} characters`,
      0,
      hintToSimplify,
    )
  }
  if (source.split('(').length - 1 > maxGroups) {
    throw new ConstraintException(
      'E_ROUTE_REGEX_UNSAFE',
      `Regular expression with more than ${maxGroups} groups`,
      0,
      hintToSimplify,
    )
  }
  return parser.parsePattern(source, 0, source.length, { unicode: flags === 'u' })
}

export const hintToSyntax = 'a constraint is a regular expression of JavaScript'

function syntaxException(error: RegExpSyntaxError): ConstraintException {
  // "Invalid regular expression: /[z-a]/u: Range out of order": the route's own code frame shows the source.
  const reason = error.message.slice(error.message.lastIndexOf(': ') + 2)
  return new ConstraintException(
    'E_ROUTE_REGEX',
    `Invalid regular expression: ${reason}`,
    error.index,
    hintToSyntax,
    { cause: error },
  )
}

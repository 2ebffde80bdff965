import type * as Regexpp from '@eslint-community/regexpp'
import { loadParser } from '#load-parser'
import { attempt } from './attempt.js'
import { ConstraintException, refusedConstraint } from './constraint-exception.js'
import { refuseForeign, refuseForeignClasses } from './refuse-foreign.js'

/** A parsed regular expression, and the flags that make it valid. */
export interface RegularExpression {
  readonly source: string
  /** `u`, or '' if only the older syntax accepts the expression. */
  readonly flags: 'u' | ''
  readonly pattern: Regexpp.AST.Pattern
}

// Code recurses into groups, so their depth and number are limited.
const maxSourceLength = 32_768
const maxGroups = 2000
const maxDepth = 250

/**
 * Parses with the flag `u`. If only the older syntax accepts the text (`[\w-.]`, `\-`), parses without `u`. `\p{…}`,
 * `\u{…}` and `\k` always need `u`, because they mean something else without it.
 *
 * @throws ConstraintException
 */
export function parseRegularExpression(source: string): RegularExpression {
  if (source === '') {
    const hint = 'a variable without a constraint is written {name}'
    throw new ConstraintException('E_ROUTE_REGEX', 'The regular expression is empty', 0, hint)
  }
  refuseSize(source)
  refuseForeignClasses(source)
  const pattern = parsePattern(source, 'u')
  if ('pattern' in pattern) return known(pattern)
  if (/\\(?:[pPk]|u\{)/.test(source)) throw syntaxException(pattern)
  const older = parsePattern(source, '')
  if (!('pattern' in older)) throw syntaxException(older)
  refuseForeign(loadParser(), older.pattern)
  return known(older)
}

const hintToSyntax = 'a constraint is a regular expression of JavaScript'

function parsePattern(source: string, flags: 'u' | ''): RegularExpression | Regexpp.RegExpSyntaxError {
  const { RegExpParser, RegExpSyntaxError } = loadParser()
  // Every supported Node understands the version 2024.
  const parser = new RegExpParser({ ecmaVersion: 2024 })
  return attempt(RegExpSyntaxError, () => ({
    source,
    flags,
    pattern: parser.parsePattern(source, 0, source.length, { unicode: flags === 'u' }),
  }))
}

/** Refuses an expression that the JavaScript engine does not support, for example a new Unicode property. */
function known(expression: RegularExpression): RegularExpression {
  try {
    return RegExp(expression.source, expression.flags) && expression
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ConstraintException('E_ROUTE_REGEX', message, 0, hintToSyntax, { cause: error })
  }
}

function refuseSize(source: string): void {
  if (source.length > maxSourceLength)
    throw refusedConstraint(`Regular expression longer than ${maxSourceLength} characters`, 0)
  let groups = 0
  let depth = 0
  for (let index = source.indexOf('('); index >= 0; index = source.indexOf('(', index + 1)) {
    if (++groups > maxGroups)
      throw refusedConstraint(`Regular expression with more than ${maxGroups} groups`, index)
  }
  for (const character of source) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0
    if (depth > maxDepth)
      throw refusedConstraint(`Regular expression with groups more than ${maxDepth} deep`, 0)
  }
}

function syntaxException(error: Regexpp.RegExpSyntaxError): ConstraintException {
  // Removes the source from "Invalid regular expression: /[z-a]/u: Range out of order". The code frame shows the source.
  const reason = error.message.slice(error.message.lastIndexOf(': ') + 2)
  return new ConstraintException(
    'E_ROUTE_REGEX',
    `Invalid regular expression: ${reason}`,
    error.index,
    hintToSyntax,
    { cause: error },
  )
}

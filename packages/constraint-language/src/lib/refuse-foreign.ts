import type * as Regexpp from '@eslint-community/regexpp'
import { ConstraintException } from './constraint-exception.js'

/**
 * Refuses syntax of other languages that JavaScript without the flag `u` reads as ordinary characters. For example,
 * `\A` is the letter A, and `\d{,3}` is a digit and four characters. Accepts escaped punctuation, and a hyphen beside a
 * class, because their meaning is clear.
 *
 * @throws ConstraintException
 */
export function refuseForeign(
  { visitRegExpAST }: Pick<typeof Regexpp, 'visitRegExpAST'>,
  pattern: Regexpp.AST.Pattern,
): void {
  visitRegExpAST(pattern, {
    onCharacterEnter({ raw, start, parent }) {
      if (raw.startsWith('\\') && !knownEscape.test(raw)) fail(...aboutEscape(raw.slice(0, 2)), start)
      if (parent.type !== 'CharacterClass' && parent.type !== 'CharacterClassRange') {
        if (raw === '{') fail('Expected a quantifier such as {2} or {0,3}', hintToBrace, start)
        if (raw === '}' || raw === ']')
          fail(`Unexpected "${raw}"`, `the character itself is written \\${raw}`, start)
      }
    },
    onQuantifierEnter({ element, start }) {
      if (element.type === 'Assertion') fail('Nothing to repeat', 'write a look-ahead once', start)
    },
  })
}

/** @throws ConstraintException for `[[:digit:]]` and `[a&&b]`, which JavaScript reads as lists of characters */
export function refuseForeignClasses(source: string): void {
  const posix = /\[:\^?(\w+|[<>]):\]/.exec(source)
  if (posix !== null) {
    const like = posixClasses.get(posix[1] ?? '')
    const hint = like === undefined ? 'a class lists its characters: [a-z0-9]' : `write ${like} in the class`
    fail(`"${posix[0]}" is a POSIX class, and JavaScript reads it as a list of characters`, hint, posix.index)
  }
  let isInClass = false
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '\\') at++
    else if (character === '[') isInClass = true
    else if (character === ']') isInClass = false
    else if (isInClass && isOperator(source, at)) {
      const hint = 'list the characters that remain: [b-df-h]'
      fail(`A class cannot contain the operator "${source.slice(at, at + 2)}"`, hint, at)
    }
  }
}

/** True for the operators in `[a-z&&[^x]]` (Java), `[a-z--[x]]` and `[a~~b]` (Python). */
function isOperator(source: string, at: number): boolean {
  const two = source.slice(at, at + 2)
  if (two === '&&' || two === '~~') return true
  return (two === '--' || two === '||') && source[at + 2] === '['
}

/** Escapes of one character. `\d` and `\b` are other kinds of nodes. */
const knownEscape =
  /^\\(?:[tnvfr]|0(?![0-9])|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|[^A-Za-z0-9])/

const hintToBrace = 'a quantifier has a lower limit, {0,3}; the character itself is written \\{'

function aboutEscape(escape: string): [message: string, hint: string] {
  const isAnchor = /^\\[AzZG]$/.test(escape)
  const hint = isAnchor
    ? `a constraint is about the whole value: leave ${escape} out`
    : (escapesElsewhere.get(escape) ??
      'the escapes are \\d \\w \\s \\b \\D \\W \\S \\B, and escapes for one character: \\n \\x41 \\u0041')
  return [`"${escape}" means nothing in JavaScript, and would be the character ${escape.slice(1)}`, hint]
}

const escapesElsewhere: ReadonlyMap<string, string> = new Map([
  ['\\h', 'write [0-9A-Fa-f] for a hexadecimal digit, [ \\t] for a blank'],
  ['\\N', 'write . for any character but the end of a line'],
  ['\\y', 'write \\b for a word boundary'],
  ['\\m', 'write \\b for a word boundary'],
  ['\\M', 'write \\b for a word boundary'],
  ['\\Q', 'write a backslash before each character that is no letter or digit'],
  ['\\E', 'write a backslash before each character that is no letter or digit'],
  ['\\u', 'write four digits, \\u0061'],
  ['\\x', 'write two digits, \\x61'],
])

const posixClasses: ReadonlyMap<string, string> = new Map([
  ['digit', '0-9'],
  ['alpha', 'A-Za-z'],
  ['alnum', 'A-Za-z0-9'],
  ['upper', 'A-Z'],
  ['lower', 'a-z'],
  ['xdigit', '0-9A-Fa-f'],
  ['word', '\\w'],
  ['space', '\\s'],
])

function fail(message: string, hint: string, offset: number): never {
  throw new ConstraintException('E_ROUTE_REGEX', message, offset, hint)
}

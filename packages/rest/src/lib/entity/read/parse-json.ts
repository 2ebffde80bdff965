import { MessageNotReadableException } from '../../exceptions/http-exceptions.js'

export const maxDepth = 64

/**
 * Parses JSON more strictly than `JSON.parse`: refuses nesting over 64 levels, the key `__proto__`, and numbers that
 * JavaScript cannot hold. If a key is given twice, the last value wins.
 *
 * @throws MessageNotReadableException
 */
export function parseJson(text: string): unknown {
  const value = parse(text)
  checkKeys(value, 0)
  // Only a text with a large number needs the slow check.
  if (/[0-9]{16}|[0-9][eE]/.test(text)) checkNumbers(text)
  return value
}

/** @throws MessageNotReadableException for a parsed value with too many levels or a key `__proto__` */
export function checkKeys(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= maxDepth)
    throw new MessageNotReadableException(`The body is nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    for (const item of value) checkKeys(item, depth + 1)
    return
  }
  if (Object.hasOwn(value, '__proto__'))
    throw new MessageNotReadableException('The body uses "__proto__" as a key')
  for (const item of Object.values(value)) checkKeys(item, depth + 1)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The parser's message quotes the body, which may contain a secret.
    throw new MessageNotReadableException('The body is not well-formed JSON', {}, { cause: error })
  }
}

function checkNumbers(text: string): void {
  const tokens = /"|[0-9][0-9.eE+-]*/g
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (token[0] === '"') tokens.lastIndex = endOfString(text, token.index) + 1
    else checkNumber(token[0])
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, index: number): boolean {
  let before = index - 1
  while (text.charAt(before) === '\\') before -= 1
  return (index - before) % 2 === 0
}

/** Refuses an integer that JavaScript cannot hold exactly. A fraction may be rounded, as usual in JSON. */
function checkNumber(token: string): void {
  const isInteger = !/[.eE]/.test(token)
  const value = Number(token)
  if (!Number.isFinite(value) || (isInteger && BigInt(token) !== BigInt(value)))
    throw new MessageNotReadableException('The body has a number that is too large; send it as a text')
}

import { MessageNotReadableException } from '../../exceptions/http-exceptions.js'

/** How deep arrays and objects may lie within each other. */
export const maxDepth = 64

/**
 * Parses the JSON of a body, more strictly than `JSON.parse`: refused are nesting over 64, `__proto__` as a key
 * anywhere, and numbers that a JavaScript number cannot hold. Of a key that is given twice the last one wins.
 *
 * @throws MessageNotReadableException
 */
export function parseJson(text: string): unknown {
  checkTokens(text)
  const value = parse(text)
  // The walk is only worth its time where such a key can be: written out, or hidden in an escape.
  if (text.includes('__proto__') || text.includes('\\u')) checkKeys(value, 0)
  return value
}

/**
 * Checks a value that a parser before ours has already read.
 *
 * @throws MessageNotReadableException
 */
export function checkKeys(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= maxDepth) throw tooDeep()
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
    // The parser's own message quotes the body, which is the client's and may be a secret.
    throw new MessageNotReadableException('The body is not well-formed JSON', {}, { cause: error })
  }
}

const quote = 0x22
const backslash = 0x5c

/** One pass over the text, before it is parsed: depth and numbers. Malformed text passes here and fails in the parser. */
function checkTokens(text: string): void {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (character === quote) {
      index = endOfString(text, index)
    } else if (character === 0x7b || character === 0x5b) {
      depth += 1
      if (depth > maxDepth) throw tooDeep()
    } else if (character === 0x7d || character === 0x5d) {
      depth -= 1
    } else if (character >= 0x30 && character <= 0x39) {
      const end = endOfNumber(text, index)
      checkNumber(text, index, end)
      index = end - 1
    }
  }
}

/** The index of the closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === backslash) before -= 1
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && numberCharacters.has(text.charCodeAt(end))) end += 1
  return end
}

const numberCharacters: ReadonlySet<number> = new Set(
  Array.from('0123456789.eE+-', (character) => character.charCodeAt(0)),
)

/** A fraction is rounded as everywhere in JSON; a whole number that would become another one is refused. */
function checkNumber(text: string, start: number, end: number): void {
  const token = text.slice(start, end)
  const isInteger = !/[.eE]/.test(token)
  if (isInteger && token.length <= 15) return
  const value = Number(token)
  if (Number.isNaN(value)) return
  const fits = Number.isFinite(value) && (!isInteger || BigInt(token) === BigInt(value))
  if (!fits)
    throw new MessageNotReadableException('The body has a number that is too large; send it as a text')
}

function tooDeep(): MessageNotReadableException {
  return new MessageNotReadableException(`The body is nested deeper than ${maxDepth} levels`)
}

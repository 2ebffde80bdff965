/**
 * The percent-encodings of the router (docs/route-file.md, Literals and Reversing).
 *
 * encoded       The form of literals, which are compared with the raw path. Only characters that a URL must encode are
 *               encoded.
 * half-decoded  The form that constraints and mixed segments read. Everything is decoded except `%2F` and `%25`, so a
 *               slash in a value is not a separator.
 */

/** Characters that the WHATWG URL parser encodes in a path, and the backslash, which it turns into a slash. */
// oxlint-disable-next-line no-control-regex -- control characters are what must be encoded
export const mustEncode: RegExp = /[\u0000-\u0020"#<>?\\^`{}\u007F-\u{10FFFF}]/u
const mustEncodeAll = new RegExp(mustEncode, 'gu')

/** C0 and C1 controls and DEL: never part of a path that the router accepts or builds. */
// oxlint-disable-next-line no-control-regex -- this is the list of controls
export const controlCharacter: RegExp = /[\u0000-\u001F\u007F-\u009F]/

/** Encodes the characters that a URL must encode. Escapes do not change. The text must be well-formed. */
export function encodeLiteral(text: string): string {
  return text.replace(mustEncodeAll, (character) => encodeURIComponent(character))
}

/** The escape of a byte: `%C3`. */
export function escapeByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** Puts all escapes in upper case: `%c3` becomes `%C3`. */
export function toUpperEscapes(text: string): string {
  return text.replace(lowerEscape, (escape) => escape.toUpperCase())
}

/** True if `toUpperEscapes` changes the text. */
export function hasLowerEscape(text: string): boolean {
  return text.search(lowerEscape) >= 0
}

const lowerEscape = /%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])/g

/** Decodes everything except `%2F` and `%25`. The escapes must be well-formed. */
export function toHalfDecoded(raw: string): string {
  if (!raw.includes('%')) return raw
  return decodeURIComponent(raw.replace(/%(2[Ff]|25)/g, (_, digits: string) => `%25${digits.toUpperCase()}`))
}

export function fromHalfDecoded(text: string): string {
  return text.includes('%') ? text.replace(/%(2F|25)/g, (escape) => (escape === '%2F' ? '/' : '%')) : text
}

/** The half-decoded form of a decoded text. `keepSlashes` leaves slashes as separators. */
export function toHalfEncoded(value: string, keepSlashes: boolean): string {
  const percent = value.includes('%') ? value.replaceAll('%', '%25') : value
  return keepSlashes || !percent.includes('/') ? percent : percent.replaceAll('/', '%2F')
}

/** Encodes a well-formed path value like `encodeURIComponent`, but keeps `:` and `@`, and writes `%27` for `'`. */
export function encodePathValue(value: string): string {
  return (
    encodeUsual(value) ?? encodeURIComponent(value).replace(/%3A|%40|'/g, (found) => rarely[found] ?? found)
  )
}

/**
 * Encodes a path value with usual characters. Returns undefined for a value with `'`, a control character or a
 * surrogate, or with `:` or `@` and also a character to encode. It first reads the kinds of all characters, because
 * this takes only a fourth of the time of `encodeURIComponent`.
 */
export function encodeUsual(value: string): string | undefined {
  let kinds = 0
  for (let at = 0; at < value.length; at++) kinds |= kindOf[charCodeAt.call(value, at)] as number
  if (kinds <= keptHere) return value
  return kinds === encoded ? encodeURIComponent(value) : undefined
}

/** Encodes a path value, but keeps its slashes. */
export function encodePath(path: string): string {
  return keptPath.test(path) ? path : path.split('/').map(encodePathValue).join('/')
}

/**
 * Encodes the path of a file, but keeps its slashes and every other character that RFC 3986 allows in a path. The
 * router serves a file only at this path, so no other spelling can avoid a guard.
 */
export function encodeFilePath(path: string): string {
  return encodeURIComponent(path).replace(/%2[46BCF]|%3[ABD]|%40/g, decodeURIComponent)
}

const keptPath = /^[\w!()*.~:@/-]*$/

const rarely: Readonly<Record<string, string>> = { '%3A': ':', '%40': '@', "'": '%27' }

// A call of this constant is faster than `value.charCodeAt(at)`; see matching/index/path-trie.ts.
// oxlint-disable-next-line typescript/unbound-method -- each call passes the text
const { charCodeAt } = String.prototype

/** 1 for each character code that a path value keeps. */
export const isKept: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w!()*.~:@-]/.test(String.fromCharCode(code)) ? 1 : 0,
)

/** Bits for the kinds of characters. 0 is the kind that both a path value and `encodeURIComponent` keep. */
const [keptHere, encoded, unusual] = [1, 2, 4]
const kindOf = new Uint8Array(0x10000).fill(encoded)
for (let code = 0; code < 0xa0; code++) {
  const character = String.fromCharCode(code)
  if (character === ':' || character === '@') kindOf[code] = keptHere
  else if (isKept[code] === 1) kindOf[code] = 0
  else if (character === "'" || controlCharacter.test(character)) kindOf[code] = unusual
}
kindOf.fill(unusual, 0xd800, 0xe000)

/** True for a segment that URL parsers remove: `.`, `..` and their escaped forms. */
export function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment)
}

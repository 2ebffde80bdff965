/**
 * The percent-encodings of the router (docs/route-file.md, Literals and Reversing).
 *
 * encoded       what a URL must encode is encoded, and nothing else is touched: the form of literals, which are compared
 *               with the path as the client wrote it
 * half-decoded  everything decoded but `%2F` and `%25`: the form that constraints and mixed segments see,
 *               in which a slash inside a value cannot be taken for a separator
 */

/** What the WHATWG URL parser encodes in a path, and the backslash, which it turns into a slash. */
// oxlint-disable-next-line no-control-regex -- control characters are what must be encoded
const mustEncode = /[\u0000-\u0020"#<>?\\^`{}\u007F-\u{10FFFF}]/u
const mustEncodeAll = new RegExp(mustEncode, 'gu')

/** C0 and C1 controls and DEL: never part of a path that the router accepts or builds. */
// oxlint-disable-next-line no-control-regex -- this is the list of them
export const controlCharacter: RegExp = /[\u0000-\u001F\u007F-\u009F]/

/** Where the first character stands that a URL must encode; -1 where there is none. */
export function searchUnencoded(text: string): number {
  return text.search(mustEncode)
}

/** Encodes what a URL must encode. Escapes stay as they are. The text must be well-formed. */
export function encodeLiteral(text: string): string {
  return text.replace(mustEncodeAll, (character) => encodeURIComponent(character))
}

/** All escapes in upper case: the form in which they are compared where a routing ignores case. */
export function toUpperEscapes(text: string): string {
  return text.replace(lowerEscape, (escape) => escape.toUpperCase())
}

/** Tells whether `toUpperEscapes` changes the text. */
export function hasLowerEscape(text: string): boolean {
  return text.search(lowerEscape) >= 0
}

const lowerEscape = /%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])/g

/** Everything decoded but `%2F` and `%25`. The escapes must be well-formed. */
export function toHalfDecoded(raw: string): string {
  if (!raw.includes('%')) return raw
  return decodeURIComponent(raw.replace(/%(2[Ff]|25)/g, (_, digits: string) => `%25${digits.toUpperCase()}`))
}

/** From half-decoded to decoded text. */
export function fromHalfDecoded(text: string): string {
  return text.includes('%') ? text.replace(/%(2F|25)/g, (escape) => (escape === '%2F' ? '/' : '%')) : text
}

/** Decoded text as a constraint sees it; `keepSlashes` leaves slashes as separators. */
export function toHalfEncoded(value: string, keepSlashes: boolean): string {
  const percent = value.includes('%') ? value.replaceAll('%', '%25') : value
  return keepSlashes || !percent.includes('/') ? percent : percent.replaceAll('/', '%2F')
}

/** A path value: `encodeURIComponent` with `:` and `@` kept and `'` written `%27`. The text must be well-formed. */
export function encodePathValue(value: string): string {
  for (let index = 0; index < value.length; index++) {
    if (isKept[charCodeAt.call(value, index)] === 1) continue
    return encodeCommon(value, index) ?? encodeAny(value)
  }
  return value
}

/** The same for a path of several values, whose slashes stay. */
export function encodePath(path: string): string {
  return keptPath.test(path) ? path : path.split('/').map(encodePathValue).join('/')
}

const keptPath = /^[\w!()*.~:@/-]*$/

function encodeAny(value: string): string {
  return encodeURIComponent(value).replace(/%3A|%40|'/g, (found) => rarely[found] ?? found)
}

const rarely: Readonly<Record<string, string>> = { '%3A': ':', '%40': '@', "'": '%27' }

/**
 * The same for text of letters of Latin, Greek, Cyrillic, Hebrew and Arabic; `undefined` for text that holds another
 * character, a control character among them. What stays as it is is cut out in runs: that takes less time than
 * `encodeURIComponent` and a look for what it writes otherwise, and less than adding character by character.
 *
 * @param keptLength the length of the start that is known to stay as it is
 */
export function encodeCommon(value: string, keptLength: number): string | undefined {
  let encoded = ''
  let from = 0
  for (let index = keptLength; index < value.length; index++) {
    const code = charCodeAt.call(value, index)
    if (code < isKept.length && isKept[code] === 1) continue
    const written = code < encodedCharacters.length ? encodedCharacters[code] : undefined
    if (written === undefined) return undefined
    encoded += value.slice(from, index) + written
    from = index + 1
  }
  return encoded + value.slice(from)
}

// `text.charCodeAt(index)` becomes many times slower once any class extends String.
// oxlint-disable-next-line typescript/unbound-method -- it is given its text with every call
const { charCodeAt } = String.prototype

/** 1 by character code for what stands in a path value as it is. */
export const isKept: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w!()*.~:@-]/.test(String.fromCharCode(code)) ? 1 : 0,
)

/** By character code: all that take one or two bytes in UTF-8, but for control characters and what is kept. */
const encodedCharacters: readonly (string | undefined)[] = Array.from({ length: 0x800 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (controlCharacter.test(character) || isKept[code] === 1) return undefined
  return character === "'" ? '%27' : encodeURIComponent(character)
})

/** True for a segment that URL parsers fold away: `.`, `..` and their escaped forms. */
export function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment)
}

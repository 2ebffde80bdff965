/**
 * Checks every URL that the router builds (docs/route-file.md, Reversing). True if browsers, proxies and the router
 * itself read the URL alike:
 *
 * - it starts with one slash, so it never leads to another host (`//evil.com`, `/\evil.com`);
 * - it has no empty segment except the last, and no `.` or `..`, also as escapes;
 * - it has no character that a URL must encode, and no malformed escape.
 *
 * @param url path and query, with the mount path
 */
export function isFinishedUrl(url: string): boolean {
  const { length } = url
  if (charCodeAt.call(url, 0) !== slash) return false
  for (let at = 0; at < length; at++) {
    const code = charCodeAt.call(url, at)
    if (isPathCharacter[code] === 1) continue
    if (code === slash) {
      if (startsRefusedSegment(url, at + 1)) return false
    } else if (code === percent) {
      if (!isEscape(url, at)) return false
    } else return code === questionMark && isFinishedQuery(url, at + 1)
  }
  return true
}

/** True for an empty segment before a slash, and for a segment of dots. */
function startsRefusedSegment(url: string, start: number): boolean {
  const code = charCodeAt.call(url, start)
  if (code === slash) return true
  return (code === dot || code === percent) && dotSegment.test(url.slice(start, start + maxDotSegment))
}

const dotSegment = /^(?:\.|%2e){1,2}(?:[/?]|$)/i
const maxDotSegment = '%2e%2e/'.length

function isFinishedQuery(url: string, start: number): boolean {
  for (let at = start; at < url.length; at++) {
    const code = charCodeAt.call(url, at)
    if (isPathCharacter[code] === 1 || code === slash || code === questionMark) continue
    if (code !== percent || !isEscape(url, at)) return false
  }
  return true
}

function isEscape(url: string, at: number): boolean {
  return isHexadecimal(charCodeAt.call(url, at + 1)) && isHexadecimal(charCodeAt.call(url, at + 2))
}

function isHexadecimal(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)
}

/** 1 for each character code that a segment may have without an escape. */
const isPathCharacter: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w\-.~!$&'()*+,;=:@|[\]]/.test(String.fromCharCode(code)) ? 1 : 0,
)

// See matching/index/path-trie.ts.
// oxlint-disable-next-line typescript/unbound-method -- each call passes the text
const { charCodeAt } = String.prototype
const percent = 37
const dot = 46
const slash = 47
const questionMark = 63

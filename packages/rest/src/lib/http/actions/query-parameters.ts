import { wrongParameter } from '../../exceptions/rest-exceptions.js'

const none = new URLSearchParams()

/**
 * Parses the query of a URL. Brackets are part of a name: `ids[]`.
 *
 * @throws IllegalArgumentException for a malformed escape, which `URLSearchParams` would accept.
 */
export function queryParameters(url: string): URLSearchParams {
  const start = url.indexOf('?')
  if (start === -1) return none
  const query = url.slice(start + 1)
  if (query.includes('%') && !isWellEncoded(query)) {
    const [name = ''] =
      query
        .split('&')
        .find((part) => !isWellEncoded(part))
        ?.split('=', 1) ?? []
    throw wrongParameter(name, 'syntax', 'The query has a malformed escape')
  }
  return new URLSearchParams(query)
}

/** True if all percent escapes are valid UTF-8. */
export function isWellEncoded(query: string): boolean {
  try {
    decodeURIComponent(query)
    return true
  } catch {
    return false
  }
}

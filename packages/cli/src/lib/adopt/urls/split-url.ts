import { fillHoles, hasHole } from './url-holes.js'

export interface SplitUrl {
  readonly path: string
  /** Begins with the question mark, or is empty. */
  readonly query: string
  /** Begins with the hash, or is empty. */
  readonly fragment: string
}

/** Splits at the first `?` and the first `#` outside holes. */
export function splitUrl(url: string): SplitUrl {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  return { path, query, fragment }
}

/**
 * Returns the parameters of a query by name, or undefined if a link would print another query.
 *
 * @param separator the only accepted form of `&`; undefined if `&` is not accepted
 */
export function queryArguments(
  query: string,
  separator: '&' | '&amp;' | undefined,
): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  if (query === '') return found
  const text = query.slice(1)
  for (const parameter of separator === undefined ? [text] : text.split(separator)) {
    const [, name, value = ''] = /^([A-Za-z_]\w*)=([^&]*)$/s.exec(parameter) ?? []
    const last = [...found.keys()].at(-1) ?? ''
    // Links print their arguments in alphabetical order. A value is a text or one hole.
    if (name === undefined || name <= last || (hasHole(value) && value.length > 1)) return undefined
    found.set(name, decodedValue(value.replaceAll('+', ' ')))
  }
  return found
}

/** Decodes a value. Keeps the value if an escape is malformed or would become a hole. */
export function decodedValue(value: string): string {
  const sample = decoded(fillHoles(value, () => 'x'))
  return sample === undefined || hasHole(sample) ? value : decodeURIComponent(value)
}

/** Returns undefined for a malformed escape. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
